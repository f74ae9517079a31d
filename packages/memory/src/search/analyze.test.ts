import { expect, test } from 'vitest';
import { analyze, questionTerms } from './analyze.ts';

test('stop words go, English words become stems, identifiers stay whole beside their parts', () => {
  expect(analyze('We decided to use parseConfig')).toEqual([
    'decid',
    'us',
    'parseconfig',
    'pars',
    'config',
  ]);
});

test('a text is analysed the same whether its words were met before or not', () => {
  expect(analyze('retries retried retrying')).toEqual(analyze('retries retried retrying'));
});

test('a question counts each term once', () => {
  expect(questionTerms('locks, lock and locking')).toEqual(['lock']);
});

test('a question of stop words alone is searched by them', () => {
  expect(questionTerms('Who are you?')).toEqual(['who', 'are', 'you']);
  expect(questionTerms('?!')).toEqual([]);
});
