import { describe, expect, test } from 'vitest';
import { meantConfidence, type AskedWith } from './answer-chance.ts';
import type { Binding } from './binding.ts';

/** A row that is close in meaning and contains half of the words. */
const NEAR: Binding = {
  bound: 0.5,
  heaviestMissing: 0.3,
  numberMissing: false,
  attributeMissing: false,
  topicMissing: false,
  similarity: 0.5,
  nearest: 0.5,
  answers: undefined,
};

const PLAIN: AskedWith = { isStrict: false, oddsOfRecord: 1.5 };

function confidenceIn(over: Partial<Binding> = {}, asked: Partial<AskedWith> = {}) {
  return meantConfidence([{ ...NEAR, ...over }], { ...PLAIN, ...asked })!;
}

describe('the confidence with vectors', () => {
  test('answers common statements from a similar row, but not rare ones', () => {
    expect(confidenceIn()).toBeGreaterThanOrEqual(0.75);
    expect(confidenceIn({}, { oddsOfRecord: -1.5 })).toBeLessThan(0.75);
  });

  test('answers a rare statement from a similar row that has the words', () => {
    const found = { bound: 1, heaviestMissing: 0, similarity: 0.8, nearest: 0.8 };
    expect(confidenceIn(found, { oddsOfRecord: -3 })).toBeGreaterThanOrEqual(0.75);
  });

  test('falls if a name or another part of the question is missing', () => {
    const whole = confidenceIn();
    expect(confidenceIn({ attributeMissing: true })).toBeLessThan(whole);
    expect(confidenceIn({ numberMissing: true })).toBeLessThan(whole);
    expect(confidenceIn({}, { isStrict: true })).toBeLessThan(whole);
  });

  test('is that of the least covered part', () => {
    const weak: Binding = { ...NEAR, bound: 0.1, nearest: 0.2 };
    expect(meantConfidence([NEAR, weak], PLAIN)).toBe(meantConfidence([weak], PLAIN));
  });

  test('answers if the similar row contains what the question asks for, but not if it only has the same subject', () => {
    const asked = { oddsOfRecord: 1 };
    expect(confidenceIn({ answers: 9 }, asked)).toBeGreaterThanOrEqual(0.75);
    expect(confidenceIn({ answers: 1 }, asked)).toBeLessThan(0.75);
  });

  test('never answers if a number of the question is missing, however similar the row is', () => {
    const near = { bound: 0.9, nearest: 0.9, answers: 15 };
    expect(confidenceIn(near)).toBeGreaterThanOrEqual(0.75);
    expect(confidenceIn({ ...near, numberMissing: true })).toBeLessThan(0.75);
  });

  test('grows with the similarity up to 0.95', () => {
    const all = [0.1, 0.3, 0.5, 0.7, 1].map((nearest) => confidenceIn({ nearest }));
    expect(all).toEqual(all.toSorted((a, b) => a - b));
    expect(all.at(-1)).toBeLessThanOrEqual(0.95);
  });
});

test('leaves the confidence to the words without vectors', () => {
  expect(meantConfidence([{ ...NEAR, nearest: 0 }], PLAIN)).toBeNull();
  expect(meantConfidence([], PLAIN)).toBeNull();
});
