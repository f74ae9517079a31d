import { expect, test } from 'vitest';
import { outcomeBonus, outcomeSign, isSuppressionCandidate } from './outcomes.ts';
import { isAttenuated, salienceBonus, salienceScore, type Reinforcement } from './salience.ts';

const NOW = Date.parse('2026-11-21T00:00:00Z');
const DAY = 86_400_000;
const ago = (days: number): string => new Date(NOW - days * DAY).toISOString();
const record = (over: Partial<Reinforcement>): Reinforcement => ({
  surfaced: 0,
  earned: 1,
  last: ago(0),
  lastEarned: null,
  ...over,
});

test.each([
  ['shown twice', { surfaced: 2 }, 1.1025],
  ['confirmed, a half-life ago', { earned: 1.5, last: ago(30), lastEarned: ago(30) }, 0.75],
  ['confirmed and promoted', { earned: 3, lastEarned: ago(0) }, 3],
  ['never below the minimum', { earned: 0.2, last: ago(900), lastEarned: ago(900) }, 0.01],
  ['never above the maximum', { earned: 500, lastEarned: ago(0) }, 10],
])('the score of an event that was %s is the documented product', (_, over, score) => {
  expect(salienceScore(record(over), NOW)).toBeCloseTo(score, 10);
});

test('showing a row, however often, does not change its rank', () => {
  expect(salienceBonus(record({ surfaced: 10_000 }), NOW)).toBe(0);
});

test('a positive score raises a row by a bounded amount that fades; a negative score stays', () => {
  const fresh = salienceBonus(record({ earned: 1e6, lastEarned: ago(0) }), NOW);
  const old = salienceBonus(record({ earned: 1e6, lastEarned: ago(120) }), NOW);
  expect(fresh).toBeCloseTo(0.1, 10);
  expect(old).toBeGreaterThan(0);
  expect(old).toBeLessThan(fresh / 2);
  const lost = record({ earned: 0.2, last: ago(400), lastEarned: ago(400) });
  expect(salienceBonus(lost, NOW)).toBeLessThan(-0.29);
  expect(salienceBonus(record({ earned: 1e-6, lastEarned: ago(0) }), NOW)).toBe(-0.3);
});

test('age alone fades nothing; an invalidated row falls below the threshold', () => {
  expect(isAttenuated(record({ surfaced: 1, last: ago(2000) }), NOW)).toBe(false);
  expect(isAttenuated(record({ earned: 0.2, last: ago(1), lastEarned: ago(1) }), NOW)).toBe(false);
  expect(isAttenuated(record({ earned: 0.2, last: ago(90), lastEarned: ago(90) }), NOW)).toBe(true);
});

test('feedback under a purpose counts for or against, up to its limits', () => {
  expect(['used', 'Blocked unsafe-action', 'caused_regression', 'nice'].map(outcomeSign)).toEqual([
    'positive',
    'positive',
    'negative',
    null,
  ]);
  expect(outcomeBonus({ positive: 1, negative: 0 })).toBeCloseTo(0.06, 10);
  expect(outcomeBonus({ positive: 50, negative: 0 })).toBeCloseTo(0.2, 10);
  expect(outcomeBonus({ positive: 0, negative: 50 })).toBeCloseTo(-0.18, 10);
  expect(isSuppressionCandidate({ positive: 2, negative: 2 })).toBe(true);
  expect(isSuppressionCandidate({ positive: 0, negative: 1 })).toBe(false);
  expect(isSuppressionCandidate({ positive: 3, negative: 2 })).toBe(false);
});
