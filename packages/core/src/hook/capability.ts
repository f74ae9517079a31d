/**
 * What a client can express and what is lost (docs/reference/hook-answers.md). Rendering, explanations and docs use
 * this data.
 */
import type { ClientName, HookEventType } from './event-types.ts';
import type { ResponseField } from './hook-response.ts';

/**
 * `kept`: arrives with its meaning. `changed`: arrives with another meaning. `lost`: cannot be expressed. `rejected`:
 * the client would reject the whole answer for it, so it is never written.
 */
export type Survival = 'kept' | 'changed' | 'lost' | 'rejected';

export interface FieldCapability {
  survival: Survival;
  /** What happens instead, in one phrase for a person. Required unless kept. */
  note?: string;
}

export interface EventCapability {
  type: HookEventType;
  also?: HookEventType[];
  /**
   * The type that one delivery can turn out to be instead of `type`: a failed call, if the client has no event for it.
   */
  becomes?: HookEventType[];
  /** The payload field that a matcher tests, by the client's name; absent: none. */
  matches?: string;
  /** Fields that are not listed are lost. */
  answers: Partial<Record<ResponseField, FieldCapability>>;
}

export interface ClientCapabilities {
  client: ClientName;
  /** The client's name in texts: Claude Code. */
  title: string;
  /** Native events in the order in which they occur in a session. */
  events: Record<string, EventCapability>;
  /** UTF-16 units of context that reach the model; longer context is cut, and the cut is reported as a loss. */
  contextChars: number;
  /** How often in a row a stop may be refused before the engine lets it pass: the client's own limit or ours. */
  stopCap: number;
  /** Milliseconds the client waits at the end of a session; handlers that need longer run in a separate process. */
  sessionEndMs: number;
}

/** A field of an answer that did not reach the client as intended. */
export interface Loss {
  /** `status_message` is in the hook's definition, the others in its answer. */
  field: ResponseField | 'status_message';
  survival: Exclude<Survival, 'kept'>;
  /** What was done instead, for the user. */
  note: string;
}

/** The output for a client. */
export interface Rendered {
  /** One JSON object, a text, or nothing. Without a newline. */
  stdout: string;
  stderr: string;
  exit: number;
  losses: Loss[];
}
