/**
 * Salience: what use and correction say about an event, computed from `memory.reinforcement` events alone, so that it
 * can be replayed (zaxy.md §5.7).
 */

/** What the projection keeps per event: one row, however often it was reinforced. */
export interface Reinforcement {
  /** How often it was shown in a checkout. */
  surfaced: number;
  /** Product of the multipliers of everything but showing. 1: nothing was earned or lost. */
  earned: number;
  /** Newest reinforcement of any kind, ISO 8601. */
  last: string;
  /** Newest one of a kind other than showing; null where there is none. */
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

/** Below this score a row that was invalidated is left out of a checkout. */
export const ATTENUATION_FLOOR = 0.05;
/** What the best standing adds to a rank value; as much as being accepted does. */
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
 * What salience adds to the rank value of a row, from -0.3 to 0.1. Only what was earned counts: being shown moves no
 * row, or what was shown once would be shown for ever. What was earned fades to nothing with time; what was lost stays
 * lost.
 */
export function salienceBonus({ earned, lastEarned }: Reinforcement, nowMs: number): number {
  if (earned === 1 || lastEarned === null) return 0;
  if (earned < 1) return Math.max(-MOST_LOSS, LOSS_PER_HALVING * Math.log2(earned));
  const standing = 1 + (Math.min(earned, MAX_SCORE) - 1) * faded(lastEarned, nowMs);
  return MOST_GAIN * (Math.log2(standing) / Math.log2(MAX_SCORE));
}

/** Age alone never attenuates: only what was invalidated can fall under the floor. */
export function isAttenuated(record: Reinforcement, nowMs: number): boolean {
  return record.earned < 1 && salienceScore(record, nowMs) < ATTENUATION_FLOOR;
}

/** Share that is left of something after the half-life of 30 days; 1 for an instant that is still to come. */
export function faded(since: string, nowMs: number, halfLifeDays = HALF_LIFE_DAYS): number {
  const age = (nowMs - Date.parse(since)) / DAY_MS;
  return Number.isFinite(age) && age > 0 ? 0.5 ** (age / halfLifeDays) : 1;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
