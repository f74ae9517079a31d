/** The weights of the parts of a score, by purpose. A profile is a row here. */
export const SCORING_PROFILE_NAMES = ['balanced', 'precision', 'recall', 'temporal'] as const;
export type ScoringProfile = (typeof SCORING_PROFILE_NAMES)[number];

export interface ScoringWeights {
  /** The words of the row itself, and of its neighbours one and three turns around it. */
  own: number;
  window1: number;
  window3: number;
  /** Five turns around the row, to separate rows with the same close neighbours. */
  window5: number;
  /** The row follows a turn that asked this question, and contains a time if one is requested. */
  answers: number;
  told: number;
  /** The speaker or the day that the question names. */
  named: number;
  date: number;
  /** The words that the caller expects in the answer. */
  also: number;
  /** A time in words: inside the window, and its position in the order. */
  time: number;
  order: number;
  /** The semantic similarity of the row and its surroundings; only with vectors. */
  vector: number;
  vectorWindow: number;
  /** The row's position in its session, among the findings. */
  recency: number;
  /** An entity whose full name is in the question. */
  exact: number;
}

const BALANCED: ScoringWeights = {
  own: 1,
  window1: 1,
  window3: 1,
  window5: 0.5,
  answers: 0.5,
  told: 0.3,
  named: 1,
  date: 2,
  also: 3,
  time: 0.5,
  order: 0.1,
  vector: 0.5,
  vectorWindow: 0.5,
  recency: 0,
  exact: 2,
};

/**
 * `balanced` was used for the measurements on the labelled sets. `precision` relies on the row's own words and exact
 * names, `recall` on the surrounding conversation, `temporal` on days and recency.
 */
export const SCORING_PROFILES: Readonly<Record<ScoringProfile, ScoringWeights>> = {
  balanced: BALANCED,
  precision: { ...BALANCED, own: 1.2, window1: 0.9, window3: 0.9, exact: 2.4 },
  recall: { ...BALANCED, window1: 1.05, window3: 1.15 },
  temporal: { ...BALANCED, date: 2.6, time: 1, order: 0.2, recency: 0.1 },
};
