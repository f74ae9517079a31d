/** What a client's parser makes of one native hook payload, in words that name no client. Reached by the hook path. */
import type { JsonObject } from '../json.ts';
import type { Channel } from '../ports/event-store.ts';

/** One event to append, before it has an id. */
export interface ObservedEvent {
  type: string;
  actorId: string;
  payload: JsonObject;
  /** Paths that were masked before a text was cut. */
  redactedPaths: string[];
  channel: Channel;
  /** The tool whose output this is. */
  tool?: string;
  /** Names this delivery within the client's session; the same key is appended once. */
  key: string;
  /** For keys made of content only: how long the same content counts as the same delivery. */
  windowMs?: number;
  /** Names under which the id of this event is remembered for later events. */
  links: string[];
  /** What caused it: of every list the first name that is remembered. */
  causes: string[][];
}

/** One native payload, read. */
export interface ObservedHook {
  /** The client's own session id; scopes deliveries and links. */
  sessionId: string;
  events: ObservedEvent[];
  /** Set where memory should be looked at again (zaxy.md §8.2). */
  reminder?: { trigger: string; summary?: string; turnCount?: number };
  /** The client's session is over: what was remembered for it may go. */
  closes: boolean;
}

/** What a parser may know besides the payload. */
export interface HookContext {
  /** Absolute path of the workspace. Paths of edited files are told relative to it. */
  root: string;
  /** The event's name, where the command tells it and not the payload. */
  nativeEvent?: string | undefined;
  /** Digest of the payload's bytes: names a delivery that brings no id of its own. */
  digest(): string;
}

/** Turns a native payload into events. Pure; never throws for any JSON object. */
export type ParseHook = (payload: JsonObject, context: HookContext) => ObservedHook;
