import { describe, expect, test } from 'vitest';
import { meantBy, type AskedWith } from './answer-chance.ts';
import type { Binding } from './binding.ts';
import type { Row } from './select.ts';

/** A row that is close in meaning and contains half of the words. */
const NEAR: Binding = {
  row: { content: 'near' } as Row,
  bound: 0.5,
  heaviestMissing: 0.3,
  numberMissing: false,
  attributeMissing: false,
  topicMissing: false,
  isOneOfMany: false,
  similarity: 0.5,
  answers: undefined,
};

const PLAIN: AskedWith = { isStrict: false, oddsOfRecord: 1.5 };

function confidenceIn(over: Partial<Binding> = {}, asked: Partial<AskedWith> = {}) {
  return meantBy([[{ ...NEAR, ...over }]], { ...PLAIN, ...asked })!.confidence;
}

describe('the confidence with vectors', () => {
  test('answers common statements from a similar row, but not rare ones', () => {
    expect(confidenceIn()).toBeGreaterThanOrEqual(0.75);
    expect(confidenceIn({}, { oddsOfRecord: -1.5 })).toBeLessThan(0.75);
  });

  test('answers a rare statement from a similar row that has the words', () => {
    const found = { bound: 1, heaviestMissing: 0, similarity: 0.8 };
    expect(confidenceIn(found, { oddsOfRecord: -3 })).toBeGreaterThanOrEqual(0.75);
  });

  test('falls if a name or another part of the question is missing', () => {
    const whole = confidenceIn();
    expect(confidenceIn({ attributeMissing: true })).toBeLessThan(whole);
    expect(confidenceIn({ numberMissing: true })).toBeLessThan(whole);
    expect(confidenceIn({}, { isStrict: true })).toBeLessThan(whole);
  });

  test('is that of the least covered part', () => {
    const weak: Binding = { ...NEAR, bound: 0.1, similarity: 0.2 };
    expect(meantBy([[NEAR], [weak]], PLAIN)!.confidence).toBe(confidenceIn(weak));
  });

  test('is that of one row, which has both the words and the meaning', () => {
    const words = { ...NEAR, row: { content: 'words' } as Row, bound: 1, similarity: 0.1 };
    const meaning = { ...NEAR, row: { content: 'meaning' } as Row, bound: 0, similarity: 0.6 };
    const both = { ...NEAR, row: { content: 'both' } as Row, bound: 1, similarity: 0.6 };
    const apart = meantBy([[words, meaning]], PLAIN)!;
    const together = meantBy([[words, both, meaning]], PLAIN)!;
    expect(apart.confidence).toBeLessThan(together.confidence);
    expect([...together.rows].map(({ content }) => content)).toEqual(['both']);
  });

  test('answers if the similar row contains what the question asks for, but not if it only has the same subject', () => {
    const asked = { oddsOfRecord: 1 };
    expect(confidenceIn({ answers: 9 }, asked)).toBeGreaterThanOrEqual(0.75);
    expect(confidenceIn({ answers: 1 }, asked)).toBeLessThan(0.75);
  });

  test('never answers if a number of the question is missing, however similar the row is', () => {
    const near = { bound: 0.9, similarity: 0.9, answers: 15 };
    expect(confidenceIn(near)).toBeGreaterThanOrEqual(0.75);
    expect(confidenceIn({ ...near, numberMissing: true })).toBeLessThan(0.75);
  });

  test('grows with the similarity up to 0.95', () => {
    const all = [0.1, 0.3, 0.5, 0.7, 1].map((similarity) => confidenceIn({ similarity }));
    expect(all).toEqual(all.toSorted((a, b) => a - b));
    expect(all.at(-1)).toBeLessThanOrEqual(0.95);
  });
});

test('leaves the confidence to the words without vectors', () => {
  expect(meantBy([[{ ...NEAR, similarity: 0 }]], PLAIN)).toBeNull();
  expect(meantBy([[]], PLAIN)).toBeNull();
});
