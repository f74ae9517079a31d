import { expect, test } from 'vitest';
import { bm25, coverage, weigh } from './bm25.ts';

const terms = weigh(['rare', 'common', 'unseen'], () => [1, 90, 0], 100);

test('a term weighs more the fewer documents contain it', () => {
  expect(terms.map(({ df, idf }) => [df, Number(idf.toFixed(4))])).toEqual([
    [1, 4.2097],
    [90, 0.1098],
    [0, 5.3083],
  ]);
});

test('rare terms, repetition and short texts score higher', () => {
  const score = (counts: number[], length: number) => bm25(terms, counts, length, 10);
  expect(score([1, 0, 0], 10)).toBeGreaterThan(score([0, 1, 0], 10));
  expect(score([2, 0, 0], 10)).toBeGreaterThan(score([1, 0, 0], 10));
  expect(score([1, 0, 0], 5)).toBeGreaterThan(score([1, 0, 0], 20));
  expect(score([0, 0, 0], 10)).toBe(0);
});

test('coverage is the share of the weight; an unknown word counts against it', () => {
  expect(coverage(terms, [1, 1, 0])).toBeCloseTo((4.2097 + 0.1098) / 9.6278, 3);
  expect(coverage([], [])).toBe(0);
});
