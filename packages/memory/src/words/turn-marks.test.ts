import { expect, test } from 'vitest';
import { asksSomething, asksWhen, endsAsking, tellsTime, turnMarks } from './marks.ts';

const form = (text: string, isTurn = true) => {
  const kept = turnMarks(text, isTurn).join(' ');
  return [asksSomething(kept), endsAsking(kept), tellsTime(kept)];
};

test('a turn with a question asks, and ends asking if nothing follows the question', () => {
  expect(form('Why JSONL? Because it appends.')).toEqual([true, false, false]);
  expect(form('Shall we take "JSONL?" [shares a picture]')).toEqual([true, true, false]);
  expect(form('We take JSONL.')).toEqual([false, false, false]);
});

test('a question mark in output is not a question', () => {
  expect(form('overwrite file?', false)).toEqual([false, false, false]);
});

test('a day, a month or a distance marks a text as naming a time', () => {
  for (const text of [
    'done yesterday',
    'two weeks ago',
    'since Friday',
    'in November',
    'Last week',
  ])
    expect(form(text), text).toEqual([false, false, true]);
  expect(form('we agreed on it')).toEqual([false, false, false]);
});

test('distinguishes a question about a time from other questions', () => {
  expect(['When was it?', 'which day', 'For how long?'].map(asksWhen)).toEqual([true, true, true]);
  expect(['What was it?', 'whenever'].map(asksWhen)).toEqual([false, false]);
});
