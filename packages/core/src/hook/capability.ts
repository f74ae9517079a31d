/** What a client can express and what is lost on the way (hooks.md §G.2). Data: rendering, explanations and docs read it. */
import type { ClientName, HookEventType } from './event-types.ts';
import type { ResponseField } from './hook-response.ts';

/**
 * `kept`: arrives with its meaning. `changed`: arrives with another meaning. `lost`: cannot be said.
 * `rejected`: saying it would make the client throw the whole answer away, so it is never said.
 */
export type Survival = 'kept' | 'changed' | 'lost' | 'rejected';

export interface FieldCapability {
  survival: Survival;
  /** What happens instead, in one phrase for a person. Required unless kept. */
  note?: string;
}

/** One native event of a client. */
export interface EventCapability {
  type: HookEventType;
  also?: HookEventType[];
  /** What one delivery of it can turn out to be instead of `type`: a failed call where the client has no event for it. */
  becomes?: HookEventType[];
  /** What a matcher tests, in the client's own word; absent: nothing. */
  matches?: string;
  /** Fields that are not named are lost. */
  answers: Partial<Record<ResponseField, FieldCapability>>;
}

export interface ClientCapabilities {
  client: ClientName;
  /** As a person calls it: Claude Code. */
  title: string;
  /** Native events in the order in which a session meets them. */
  events: Record<string, EventCapability>;
  /** UTF-16 units of context that reach the model whole; what is longer is cut and told as a loss (trap 39). */
  contextChars: number;
  /** How often in a row a stop may be refused before the engine lets go (traps 23). The client's own cap or ours. */
  stopCap: number;
  /** Milliseconds the client waits at the end of a session; handlers that need longer are handed to a process of their own (trap 12). */
  sessionEndMs: number;
}

/** Something of an answer that a client could not be told. */
export interface Loss {
  /** `status_message` stands in the hook's definition, the others in its answer. */
  field: ResponseField | 'status_message';
  survival: Exclude<Survival, 'kept'>;
  /** What was done instead, for a person. */
  note: string;
}

/** What is written back to a client. */
export interface Rendered {
  /** One JSON object, a text, or nothing. Without a newline. */
  stdout: string;
  stderr: string;
  exit: number;
  losses: Loss[];
}
