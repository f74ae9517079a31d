import { benignLines, seeded } from '@hookloom/core/testing';
import { redactText } from '@hookloom/core/redact';
import { expect, test } from 'vitest';
import { measureMasking } from './measure.ts';
import { runnerLines } from './runner-lines.ts';

/** `npm run verify:secrets` measures more, on values that are new each time. */
const SEED = 20_261_122;

test('masks at least 98 of 100 secrets of every kind, in every sentence and position', () => {
  const { contexts, missed } = measureMasking({ values: 1, seed: SEED });
  const low = [...contexts].filter(([, { all, missed: count }]) => 1 - count / all < 0.98);
  expect(low, JSON.stringify([...missed.keys()])).toEqual([]);
  expect(contexts.size).toBe(3 + 12 + 6);
});

test('changes at most 5 of 10,000 lines of code, configuration and prose', () => {
  const lines = benignLines(10_000, seeded(SEED));
  const touched = lines.filter((line) => redactText(line).count > 0);
  expect(touched.length / lines.length, touched.slice(0, 20).join('\n')).toBeLessThanOrEqual(
    0.0005,
  );
});

test('changes no line of a test runner', () => {
  const lines = runnerLines(seeded(SEED));
  expect(lines.length).toBeGreaterThan(2_000);
  expect(lines.filter((line) => redactText(line).count > 0)).toEqual([]);
});
