/** The short form of a checkout. Keys that it shares with the documented form mean the same. */
import type { JsonObject } from '@hookloom/core';
import type { Quality } from '../quality.ts';
import type { CheckoutResponse, SupersededEntry } from '../response.ts';
import type { UnavailableEntry } from '../unavailable.ts';

export interface LeanRow {
  /** A snippet around the match, fenced in the reported lane. */
  content: string;
  /** Null if the log does not contain the event. */
  citation: string | null;
  /** The turn that answers this one, if its text follows in `content`. */
  answered_in?: string | null;
  /** Who shared it, in rows of a team's files. */
  author?: string;
  /** The git branch on which it was recorded, unless it is a main branch. */
  branch?: string;
  /** The day, if the question asks for a time. */
  valid_from?: string;
  /** `proposed`: a statement of an assistant that nobody has reviewed yet. */
  trust?: 'non_authoritative' | 'proposed';
  stale?: true;
}

export interface LeanAnswer {
  unavailable?: UnavailableEntry[];
  /** Notices about the log itself. */
  notices?: string[];
  session_id: string;
  quality: Quality;
  current_facts: LeanRow[];
  evidence: LeanRow[];
  warnings: string[];
  /** Only if the question is about the state of the work, like `recent_events`. */
  working_set?: JsonObject[];
  recent_events?: string[];
  /** Requested rows that no longer hold. */
  retention?: { superseded: SupersededEntry[] };
  ref?: CheckoutResponse['ref'];
  guidance: { feedback: { tool: 'memory_feedback'; payloads: JsonObject[] } };
  diagnostics: JsonObject;
}

/**
 * With `format: "prompt"`: the prompt contains every text, and the lists contain the numbers that it gives them (`c1`,
 * …).
 */
export interface LeanPromptAnswer extends Omit<LeanAnswer, 'current_facts' | 'evidence'> {
  prompt: string;
  current_facts: { ref: string }[];
  evidence: { ref: string }[];
}

export type CheckoutAnswer = CheckoutResponse | LeanAnswer | LeanPromptAnswer;

/** The requested form. */
export type CheckoutAnswerTo<R> = R extends { detail: 'full' }
  ? CheckoutResponse
  : R extends { format: 'prompt'; detail?: 'lean' }
    ? LeanPromptAnswer
    : R extends { query: string; detail?: 'lean'; format?: 'json' }
      ? LeanAnswer
      : CheckoutAnswer;
