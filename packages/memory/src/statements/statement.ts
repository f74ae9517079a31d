/** What somebody said that a later session would want to know: one sentence, what kind it is, and how it was recognised. */

export const STATEMENT_KINDS = [
  'rule',
  'decision',
  'preference',
  'rejected',
  'cause',
  'open',
  'fact',
  'done',
] as const;

export type StatementKind = (typeof STATEMENT_KINDS)[number];

/** How the sentence stands to what was said before. */
export type Change = 'plain' | 'correction';

export interface Statement {
  kind: StatementKind;
  /** The sentence without markup, at most 400 characters. */
  text: string;
  /** The words by which it was recognised. */
  cue: string;
  change: Change;
  /** The reason, where the sentence gives one. */
  why?: string;
  speaker: 'user' | 'assistant';
}

/** A turn of a conversation. */
export interface Turn {
  role: string;
  text: string;
  /** What the assistant said last before a user's turn: a short answer takes its meaning from it. */
  before?: string;
}
