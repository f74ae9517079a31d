import { expect, test } from 'vitest';
import { relatedTo } from './related-words.ts';
import { wordStem } from '../words/analyze.ts';

const related = (asked: string, said: string) => relatedTo(wordStem(asked)).get(wordStem(said));

test('synonyms are related both ways, with less weight than the word itself', () => {
  expect([related('bug', 'defect'), related('defect', 'bug')]).toEqual([0.25, 0.25]);
});

test('a member matches its class, but not the other way', () => {
  expect([related('pets', 'dog'), related('dog', 'pets')]).toEqual([0.35, undefined]);
});

test('a product matches its kind, and a term its meaning', () => {
  expect([related('database', 'postgresql'), related('database', 'oracle')]).toEqual([
    0.35,
    undefined,
  ]);
  expect(related('linter', 'oxlint')).toBe(0.35);
  expect(related('retention', 'purge')).toBeUndefined();
  expect(related('invoice', 'rechnung')).toBe(0.2);
});

test('irregular forms reduce to one term', () => {
  expect(['bought', 'buying', 'buys'].map(wordStem)).toEqual(['bui', 'bui', 'bui']);
  expect(wordStem('children')).toBe(wordStem('child'));
});

test('an unknown word is related to nothing', () => {
  expect([...relatedTo('parseconfig'), ...relatedTo('constructor')]).toEqual([]);
});
