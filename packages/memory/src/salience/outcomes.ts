/** Feedback on a fact for one purpose, and its effect on the next ranking. */
import { OUTCOMES } from '@hookloom/core';

/** Feedback on one entity for one purpose. */
export interface OutcomeCount {
  session: string;
  entityType: string;
  entityName: string;
  positive: number;
  negative: number;
}

const POSITIVE: readonly string[] = OUTCOMES.positive;
const NEGATIVE: readonly string[] = OUTCOMES.negative;

/** What feedback may say about the effect of a fact. */
export const OUTCOME_WORDS: readonly string[] = [...POSITIVE, ...NEGATIVE];

/** @example outcomeWord('Changed answer') === 'changed_answer' */
export function outcomeWord(outcome: string): string {
  return outcome
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
}

/** Null if the word is neither positive nor negative. */
export function outcomeSign(outcome: string): 'positive' | 'negative' | null {
  const word = outcomeWord(outcome);
  if (POSITIVE.includes(word)) return 'positive';
  return NEGATIVE.includes(word) ? 'negative' : null;
}

const STEP = 0.06;
const MOST_GAIN = 0.2;
const MOST_LOSS = 0.18;

/** +0.06 for each positive one up to 0.20, -0.06 for each negative one down to -0.18. */
export function outcomeBonus({
  positive,
  negative,
}: Pick<OutcomeCount, 'positive' | 'negative'>): number {
  return Math.min(MOST_GAIN, STEP * positive) - Math.min(MOST_LOSS, STEP * negative);
}

/**
 * Whether a person should review it: it was unhelpful at least twice, and as often as it was helpful. Never suppressed
 * automatically.
 */
export function isSuppressionCandidate({
  positive,
  negative,
}: Pick<OutcomeCount, 'positive' | 'negative'>): boolean {
  return negative >= 2 && negative >= positive;
}
