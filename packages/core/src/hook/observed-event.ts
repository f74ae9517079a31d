/** The log events that a parser derives from one native hook payload. Part of the hook path. */
import type { JsonObject } from '../json.ts';
import type { HookEvent } from './hook-event.ts';
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
  /** The key of this delivery within the client's session; the same key is appended once. */
  key: string;
  /** For keys derived from content only: how long equal content counts as the same delivery. */
  windowMs?: number;
  /** Names under which the id of this event is remembered for later events. */
  links: string[];
  /** The causes of this event: from each list, the first name that is remembered. */
  causes: string[][];
}

/** One native payload, parsed. */
export interface ObservedHook {
  /** The client's own session id; scopes deliveries and links. */
  sessionId: string;
  events: ObservedEvent[];
  /** Set if the agent should use its memory again. */
  reminder?: { trigger: string; summary?: string; turnCount?: number };
  /** The client's session is over: remembered names may be dropped. */
  closes: boolean;
}

/** Inputs besides the event. */
export interface HookContext {
  /** Absolute path of the workspace. Paths of edited files are relative to it. */
  root: string;
  /** Digest of the payload's bytes: identifies a delivery that has no id of its own. */
  digest(): string;
}

/** Turns a hook event into events of the log. Never throws. */
export type ToEvents = (event: HookEvent, context: HookContext) => ObservedHook;
