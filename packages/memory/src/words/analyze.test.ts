import { expect, test } from 'vitest';
import { analyze, questionTerms } from './analyze.ts';

test('drops stop words, stems English words, and keeps complete identifiers and their parts', () => {
  expect(analyze('We decided to use parseConfig')).toEqual([
    'decid',
    'us',
    'parseconfig',
    'pars',
    'config',
  ]);
});

test('analyses a text the same way whether its words are cached or not', () => {
  expect(analyze('retries retried retrying')).toEqual(analyze('retries retried retrying'));
});

test('counts each term of a question once', () => {
  expect(questionTerms('locks, lock and locking')).toEqual(['lock']);
});

test('searches for stop words if a question has no others', () => {
  expect(questionTerms('Who are you?')).toEqual(['who', 'are', 'you']);
  expect(questionTerms('?!')).toEqual([]);
});
