import { describe, expect, test } from 'vitest';
import { meantConfidence } from './answer-chance.ts';
import type { Binding } from './binding.ts';
import { planSlots } from './slot-plan.ts';

/** A row that is near in meaning and has two fifths of the words. */
const NEAR: Binding = {
  bound: 0.4,
  heaviestMissing: 0.3,
  numberMissing: false,
  attributeMissing: false,
  similarity: 0.5,
  nearest: 0.5,
};

function confidenceIn(query: string, over: Partial<Binding> = {}, isStrict = false) {
  return meantConfidence([{ ...NEAR, ...over }], planSlots(query, false), isStrict)!;
}

describe('with vectors, the confidence', () => {
  test('in a reason answers where a row is near in meaning', () => {
    expect(confidenceIn('Why did the checks in the browser fail?')).toBeGreaterThanOrEqual(0.75);
  });

  test('in a number, a person or a day does not answer from the same row', () => {
    for (const query of [
      'How many checks failed in the browser?',
      'Who fixed the checks in the browser?',
      'When did the checks in the browser fail?',
    ])
      expect(confidenceIn(query, {}, true)).toBeLessThan(0.75);
  });

  test('falls where the asked attribute or a number of the question is missing', () => {
    const query = 'What is the licence of the checks?';
    const whole = confidenceIn(query);
    expect(confidenceIn(query, { attributeMissing: true })).toBeLessThan(whole);
    expect(confidenceIn(query, { numberMissing: true })).toBeLessThan(whole);
  });

  test('is that of the part which is covered least', () => {
    const slots = planSlots('Why did the checks fail?', false);
    const weak: Binding = { ...NEAR, bound: 0.1, nearest: 0.2 };
    expect(meantConfidence([NEAR, weak], slots, false)).toBe(meantConfidence([weak], slots, false));
  });

  test('grows with the nearness up to 0.95', () => {
    const query = 'Which cache does the service use?';
    const all = [0.1, 0.3, 0.5, 0.7, 1].map((nearest) => confidenceIn(query, { nearest }));
    expect(all).toEqual(all.toSorted((a, b) => a - b));
    expect(all.at(-1)).toBeLessThanOrEqual(0.95);
  });
});

test('without vectors it is left to the words', () => {
  const slots = planSlots('Why did the checks fail?', false);
  expect(meantConfidence([{ ...NEAR, nearest: 0 }], slots, false)).toBeNull();
  expect(meantConfidence([], slots, false)).toBeNull();
});
