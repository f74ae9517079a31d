/** A statement that a later session needs: one sentence, its kind, and how it was recognised. */

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

/** The relation of the sentence to earlier ones. */
export type Change = 'plain' | 'correction';

export interface Statement {
  kind: StatementKind;
  /** The sentence without markup, at most 400 characters. */
  text: string;
  /** The words by which it was recognised. */
  cue: string;
  change: Change;
  /** The reason, if the sentence gives one. */
  why?: string;
  speaker: 'user' | 'assistant';
  /** Its short turn with the sentences that state nothing alone but explain it, and how many statements the turn has. */
  turn?: { text: string; statements: number };
}

/** A turn of a conversation. */
export interface Turn {
  role: string;
  text: string;
  /** The assistant's last words before a user's turn. A short answer gets its meaning from them. */
  before?: string | (() => string);
}
