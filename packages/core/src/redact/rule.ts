/** The words of the engine: what is found, and what looks for it. */

/** A secret at [start, end) of the text. */
export interface Span {
  start: number;
  end: number;
  kind: string;
  /** How many more of them follow. */
  also?: Span[];
}

/** Matches at `at`, where its keyword begins. The text before `from` is masked already. */
export type Rule = (text: string, at: number, from: number, keyword: Keyword) => Span | null;

/** A word that a rule waits for: as it is written, or folded (lower case) for any case. */
export interface Keyword {
  word: string;
  folded: boolean;
  rule: Rule;
  /** The position of a provider's prefix in its table. */
  at: number;
}
