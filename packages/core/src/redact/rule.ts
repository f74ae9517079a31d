/** The types of the engine: its results and its rules. */

/** A secret at [start, end) of the text. */
export interface Span {
  start: number;
  end: number;
  kind: string;
  /** The number of characters after it. */
  also?: Span[];
}

/** Matches at `at`, the start of its keyword. The text before `from` is masked already. */
export type Rule = (text: string, at: number, from: number, keyword: Keyword) => Span | null;

/** A word that triggers a rule: exact, or folded (lower case) for any case. */
export interface Keyword {
  word: string;
  folded: boolean;
  rule: Rule;
  /** The position of a provider's prefix in its table. */
  at: number;
}
