/** How much each part of a score weighs, by what the asker needs (zaxy.md §5.2). A profile is a row here. */
export const SCORING_PROFILE_NAMES = ['balanced', 'precision', 'recall', 'temporal'] as const;
export type ScoringProfile = (typeof SCORING_PROFILE_NAMES)[number];

export interface ScoringWeights {
  /** The words of the row itself, and of its neighbours one and three turns around it. */
  own: number;
  window1: number;
  window3: number;
  /** Five turns around, where two rows have the same near by. */
  window5: number;
  /** The question that the turn before it asked, and that it tells a time where one is asked for. */
  answers: number;
  told: number;
  /** The speaker or the day that the question names. */
  named: number;
  date: number;
  /** A time that it says in words: inside the window, and its place in the order. */
  time: number;
  order: number;
  /** How near in meaning the row is, and what is around it; only where vectors are on. */
  vector: number;
  vectorWindow: number;
  /** How late in its session the row stands, among what was found. */
  recency: number;
  /** An entity that the question names whole. */
  exact: number;
}

/**
 * `balanced` is what the labelled sets were measured with. `precision` relies on the row's own words and exact names,
 * `recall` on the conversation around it, `temporal` on days and on what is new.
 */
export const SCORING_PROFILES: Readonly<Record<ScoringProfile, ScoringWeights>> = {
  balanced: {
    own: 1,
    window1: 1,
    window3: 1,
    window5: 0.5,
    answers: 0.5,
    told: 0.3,
    named: 1,
    date: 2,
    time: 0.5,
    order: 0.1,
    vector: 0.5,
    vectorWindow: 0.5,
    recency: 0,
    exact: 2,
  },
  precision: {
    own: 1.2,
    window1: 0.9,
    window3: 0.9,
    window5: 0.5,
    answers: 0.5,
    told: 0.3,
    named: 1,
    date: 2,
    time: 0.5,
    order: 0.1,
    vector: 0.5,
    vectorWindow: 0.5,
    recency: 0,
    exact: 2.4,
  },
  recall: {
    own: 1,
    window1: 1.05,
    window3: 1.15,
    window5: 0.5,
    answers: 0.5,
    told: 0.3,
    named: 1,
    date: 2,
    time: 0.5,
    order: 0.1,
    vector: 0.5,
    vectorWindow: 0.5,
    recency: 0,
    exact: 2,
  },
  temporal: {
    own: 1,
    window1: 1,
    window3: 1,
    window5: 0.5,
    answers: 0.5,
    told: 0.3,
    named: 1,
    date: 2.6,
    time: 1,
    order: 0.2,
    vector: 0.5,
    vectorWindow: 0.5,
    recency: 0.1,
    exact: 2,
  },
};
