/** Requests of the operations, with the fields of the tools: `memory_checkout`, `memory_remember`, … */
import type { JsonObject } from '@hookloom/core';

/** Which session's log an operation works with. Default: that of the project, or `HookloomOptions.session`. */
export interface InSession {
  session_id?: string;
}

export interface NewEvent extends InSession {
  /** Lower-case words with dots, such as `decision.made`. Your own types are stored and found by their text. */
  event_type: string;
  /** The actor. Default: `HookloomOptions.client`, else `assistant`. */
  actor?: string;
  /** At most 1 MiB of JSON. */
  payload: JsonObject;
  /** Questions that it answers, at most 5. They help to find it and are never shown. */
  asked_as?: string[];
}

export interface CheckoutOptions extends InSession {
  /** Words and phrases that the answer may use, at most 12. */
  also?: string[];
  /** The state at a named ref instead of now. */
  ref?: string;
  /** Events after this number are left out. */
  replay_from_seq?: number;
  /** Maximum number of rows: 1 to 100. Default: 40. With `detail: 'full'`: of facts, 10. */
  limit?: number;
  /** Maximum number of recent events: 0 to 200. */
  max_recent_events?: number;
  /** Budget of the complete answer, in tokens: at least 200. Default: 2,000. */
  max_tokens?: number;
  /** `full`: every documented field, in 9,500 tokens. Default: `lean`. */
  detail?: 'lean' | 'full';
  /** Where to put the text of the rows: in their fields (`json`), or in `prompt`. Default: `json`. */
  format?: 'json' | 'prompt';
  /** `coding`, `review`, `release`, `security`, `research`, `coordinate`, or your own weights. */
  purpose?: string | JsonObject;
}

export interface QueryOptions extends InSession {
  /** Words and phrases that the answer may use, at most 12. */
  also?: string[];
  /** What was valid at this instant (ISO 8601) instead of now. */
  temporal_filter?: string;
  /** Maximum number of rows: 1 to 100. Default: 10. */
  limit?: number;
  /** Several sessions at once, at most 32. Cannot be combined with `session_id`. */
  session_ids?: string[];
}

export interface RememberOptions extends InSession {
  /** `rule`, `preference`, `address`, … */
  kind?: string;
  /** What the fact is about. */
  subject?: string;
  /** At most 16. */
  tags?: string[];
  /** 0 to 1. Default: 0.5. */
  importance?: number;
  /** Questions that it answers, at most 5. They help to find it and are never shown. */
  asked_as?: string[];
  /** The actor. */
  actor?: string;
}

export interface CorrectOptions extends InSession {
  /** The fact that is no longer valid, by its citation … */
  citation?: string;
  /** … or by its name and type. */
  entity_name?: string;
  entity_type?: string;
  reason?: string;
  actor?: string;
}

export interface InvalidateOptions extends InSession {
  entity_name: string;
  entity_type: string;
  /** When the fact stopped being valid: ISO 8601 with an offset. */
  invalid_at: string;
  reason?: string;
}

export interface FeedbackOptions extends InSession {
  entity_name: string;
  entity_type: string;
  /** `used` and `helpful` strengthen a fact; `irrelevant` is recorded and changes nothing. */
  feedback: 'used' | 'helpful' | 'irrelevant';
  /** Its use: the purpose of the checkout. */
  purpose?: string;
  /** Its effect: `changed_answer`, `supported_handoff`, `failed`, … Throws `invalid_request` that lists the words. */
  outcome?: string;
  citation?: string;
  query?: string;
  reason?: string;
  actor?: string;
}
