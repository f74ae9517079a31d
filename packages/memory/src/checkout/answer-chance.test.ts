import { describe, expect, test } from 'vitest';
import { meantConfidence, type AskedWith } from './answer-chance.ts';
import type { Binding } from './binding.ts';

/** A row that is near in meaning and has half of the words. */
const NEAR: Binding = {
  bound: 0.5,
  heaviestMissing: 0.3,
  numberMissing: false,
  attributeMissing: false,
  topicMissing: false,
  similarity: 0.5,
  nearest: 0.5,
};

const PLAIN: AskedWith = { isStrict: false, oddsOfRecord: 1.5 };

function confidenceIn(over: Partial<Binding> = {}, asked: Partial<AskedWith> = {}) {
  return meantConfidence([{ ...NEAR, ...over }], { ...PLAIN, ...asked })!;
}

describe('with vectors, the confidence', () => {
  test('answers from a near row what people mostly say, and not what they seldom say', () => {
    expect(confidenceIn()).toBeGreaterThanOrEqual(0.75);
    expect(confidenceIn({}, { oddsOfRecord: -1.5 })).toBeLessThan(0.75);
  });

  test('answers what people seldom say from a row that has the words and is near', () => {
    const found = { bound: 1, heaviestMissing: 0, similarity: 0.8, nearest: 0.8 };
    expect(confidenceIn(found, { oddsOfRecord: -3 })).toBeGreaterThanOrEqual(0.75);
  });

  test('falls where something is missing that the question asks for or names', () => {
    const whole = confidenceIn();
    expect(confidenceIn({ attributeMissing: true })).toBeLessThan(whole);
    expect(confidenceIn({ numberMissing: true })).toBeLessThan(whole);
    expect(confidenceIn({}, { isStrict: true })).toBeLessThan(whole);
  });

  test('is that of the part which is covered least', () => {
    const weak: Binding = { ...NEAR, bound: 0.1, nearest: 0.2 };
    expect(meantConfidence([NEAR, weak], PLAIN)).toBe(meantConfidence([weak], PLAIN));
  });

  test('grows with the nearness up to 0.95', () => {
    const all = [0.1, 0.3, 0.5, 0.7, 1].map((nearest) => confidenceIn({ nearest }));
    expect(all).toEqual(all.toSorted((a, b) => a - b));
    expect(all.at(-1)).toBeLessThanOrEqual(0.95);
  });
});

test('without vectors it is left to the words', () => {
  expect(meantConfidence([{ ...NEAR, nearest: 0 }], PLAIN)).toBeNull();
  expect(meantConfidence([], PLAIN)).toBeNull();
});
