import { expect, test } from 'vitest';
import { relatedTo } from './related-words.ts';
import { wordStem } from './word-stem.ts';

const related = (asked: string, said: string) => relatedTo(wordStem(asked)).get(wordStem(said));

test('words that stand for each other are related both ways, for less than the word itself', () => {
  expect([related('bug', 'defect'), related('defect', 'bug')]).toEqual([0.25, 0.25]);
});

test('a class is answered by its members and not the other way', () => {
  expect([related('pets', 'dog'), related('dog', 'pets')]).toEqual([0.35, undefined]);
});

test('forms that follow no rule come to one term', () => {
  expect(['bought', 'buying', 'buys'].map(wordStem)).toEqual(['bui', 'bui', 'bui']);
  expect(wordStem('children')).toBe(wordStem('child'));
});

test('a word that nothing is known of is related to nothing', () => {
  expect([...relatedTo('parseconfig'), ...relatedTo('constructor')]).toEqual([]);
});
