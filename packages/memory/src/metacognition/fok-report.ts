/** Compares predictions with the next checkout of the same question. Pure. */
import { fixed } from '../shown/clean-text.ts';

export interface Prediction {
  session: string;
  seq: number;
  queryHash: string;
  score: number;
}

/** The result of a checkout that could read the memory: whether it found something related to the question. */
export interface CheckoutOutcome {
  session: string;
  seq: number;
  queryHash: string;
  found: boolean;
}

export interface FokReport {
  /** `insufficient_data`: too few pairs, or all with the same outcome, so that a comparison means nothing. */
  status:
    | 'better_than_base_rate'
    | 'worse_than_base_rate'
    | 'same_as_base_rate'
    | 'insufficient_data';
  prediction_count: number;
  /** Predictions with a later checkout of the same question. */
  pair_count: number;
  min_pairs: number;
  found_count: number;
  /** Share of the checkouts that found something; null without pairs. */
  base_rate: number | null;
  /** Mean squared difference between score and outcome. Lower is better. */
  brier_score: number | null;
  /** The score of always predicting the base rate. */
  base_rate_brier_score: number | null;
  /** Base rate score minus prediction score. Above 0, the predictions were better. */
  margin: number | null;
}

const MIN_PAIRS = 20;

/**
 * Each prediction counts once, with the next checkout of its question. A checkout answers only the newest prediction.
 */
export function fokReport(
  predictions: readonly Prediction[],
  outcomes: readonly CheckoutOutcome[],
): FokReport {
  const pairs: { score: number; found: boolean }[] = [];
  const open = new Map<string, Prediction>();
  const steps = [...predictions, ...outcomes].toSorted(
    (a, b) => (a.session < b.session ? -1 : a.session > b.session ? 1 : 0) || a.seq - b.seq,
  );
  for (const step of steps) {
    const key = `${step.session} ${step.queryHash}`;
    if ('score' in step) open.set(key, step);
    else {
      const predicted = open.get(key);
      if (predicted !== undefined) pairs.push({ score: predicted.score, found: step.found });
      open.delete(key);
    }
  }
  const found = pairs.filter((pair) => pair.found).length;
  const counts = {
    prediction_count: predictions.length,
    pair_count: pairs.length,
    min_pairs: MIN_PAIRS,
    found_count: found,
  };
  if (pairs.length === 0) {
    const none = { base_rate: null, brier_score: null, base_rate_brier_score: null, margin: null };
    return { status: 'insufficient_data', ...counts, ...none };
  }
  const rate = found / pairs.length;
  const brier =
    pairs.reduce((sum, pair) => sum + (pair.score - Number(pair.found)) ** 2, 0) / pairs.length;
  const base = rate * (1 - rate);
  const margin = fixed(base - brier);
  return {
    status:
      pairs.length < MIN_PAIRS || found === 0 || found === pairs.length
        ? 'insufficient_data'
        : margin > 0
          ? 'better_than_base_rate'
          : margin < 0
            ? 'worse_than_base_rate'
            : 'same_as_base_rate',
    ...counts,
    base_rate: fixed(rate),
    brier_score: fixed(brier),
    base_rate_brier_score: fixed(base),
    margin,
  };
}
