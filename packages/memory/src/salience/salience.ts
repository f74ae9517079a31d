/**
 * Salience: what use and correction say about an event. Computed only from `memory.reinforcement` events, so that it
 * can be replayed.
 */

/** The projection's record of an event: one row, however often it was reinforced. */
export interface Reinforcement {
  /** How often a checkout showed it. */
  surfaced: number;
  /** Product of all multipliers except those for showing; 1 is neutral. */
  earned: number;
  /** Newest reinforcement of any kind, ISO 8601. */
  last: string;
  /** Newest reinforcement other than showing, or null. */
  lastEarned: string | null;
}

export const MULTIPLIERS = {
  surfaced: 1.05,
  confirmed: 1.5,
  promoted: 2,
  invalidated: 0.2,
} as const;
export type ReinforcementKind = keyof typeof MULTIPLIERS;

export const HALF_LIFE_DAYS = 30;
const MIN_SCORE = 0.01;
const MAX_SCORE = 10;
const DAY_MS = 86_400_000;

/** A checkout omits an invalidated row below this score. */
export const ATTENUATION_FLOOR = 0.05;
/** The maximum gain in rank value, the same as for an accepted row. */
const MOST_GAIN = 0.1;
const MOST_LOSS = 0.3;
const LOSS_PER_HALVING = 0.13;

/**
 * clamp(product × 0.5^(days since the last reinforcement / 30), 0.01, 10).
 *
 * @example salienceScore({ surfaced: 0, earned: 1.5, last: '2026-11-01T00:00:00Z', lastEarned: null }, Date.parse('2026-12-01T00:00:00Z')) === 0.75
 */
export function salienceScore({ surfaced, earned, last }: Reinforcement, nowMs: number): number {
  return clamp(
    earned * MULTIPLIERS.surfaced ** surfaced * faded(last, nowMs),
    MIN_SCORE,
    MAX_SCORE,
  );
}

/**
 * What salience adds to the rank value of a row, from -0.3 to 0.1. Showing does not count, or a row shown once would
 * always be shown. A gain fades over time, a loss stays.
 */
export function salienceBonus({ earned, lastEarned }: Reinforcement, nowMs: number): number {
  if (earned === 1 || lastEarned === null) return 0;
  if (earned < 1) return Math.max(-MOST_LOSS, LOSS_PER_HALVING * Math.log2(earned));
  const standing = 1 + (Math.min(earned, MAX_SCORE) - 1) * faded(lastEarned, nowMs);
  return MOST_GAIN * (Math.log2(standing) / Math.log2(MAX_SCORE));
}

/** Age alone never hides a row: only an invalidated row can fall below the threshold. */
export function isAttenuated(record: Reinforcement, nowMs: number): boolean {
  return record.earned < 1 && salienceScore(record, nowMs) < ATTENUATION_FLOOR;
}

/** The share that is left with a half-life of 30 days; 1 for a time in the future. */
export function faded(since: string, nowMs: number, halfLifeDays = HALF_LIFE_DAYS): number {
  const age = (nowMs - Date.parse(since)) / DAY_MS;
  return Number.isFinite(age) && age > 0 ? 0.5 ** (age / halfLifeDays) : 1;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
