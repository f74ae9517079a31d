/** Retention when a question is asked: expired rows rank lower or are left out. Nothing is ever deleted. */
import { faded, HALF_LIFE_DAYS } from '../salience/salience.ts';
import type { Candidate } from './candidate.ts';

/** `RETENTION_POLICY`: do nothing, leave out what has expired, or also let age reduce the rank. */
export const RETENTION_POLICIES = ['none', 'filter_expired', 'decay'] as const;
export type RetentionPolicy = (typeof RETENTION_POLICIES)[number];

/** The maximum loss in rank value by age: less than the gain for covering the question. */
const MOST_LOSS = 0.25;
const MOST_COUNTED = 5;

/**
 * From 0 (new, or pinned) to -0.25 (very old). Importance (0.5 is neutral) and up to five reinforcements extend the
 * half-life of 30 days.
 */
export function decayPenalty(row: Candidate, nowMs: number): number {
  if (row.properties['pinned'] === true) return 0;
  const { importance = 0.5, reinforcementCount = 0, salience } = row;
  const since = salience?.lastEarned ?? row.validFrom;
  const stretch = (0.5 + importance) * (1 + Math.min(MOST_COUNTED, reinforcementCount));
  return -MOST_LOSS * (1 - faded(since, nowMs, HALF_LIFE_DAYS * stretch));
}
