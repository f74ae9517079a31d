import { describe, expect, test } from 'vitest';
import { readComposedQuestion } from './composed-question.ts';

const read = (query: string): string | null => {
  const question = readComposedQuestion(query);
  if (question === null) return null;
  const { mode, operation, measure, noun, record, outcome, unclear } = question;
  return [
    mode === 'multi_source_aggregation' ? null : mode,
    operation,
    measure,
    noun,
    record,
    outcome,
    unclear,
  ]
    .filter((part) => part !== null)
    .join(' ');
};

describe('a question asks for', () => {
  test.each([
    ['How many times did npm test fail?', 'count failed'],
    ['How many failed runs of npm test were there?', 'count command failed'],
    ['How many decisions did we make about auth?', 'count decision'],
    ['How long did the migrations take in total?', 'sum duration'],
    ['How many hours did we spend on auth in total?', 'sum duration'],
    ['How much did the evaluations cost altogether?', 'sum money'],
    ['How many tests did we add in total?', 'sum test'],
    ['What is the average build time?', 'average duration'],
    ['By how much did the bundle size shrink?', 'difference size'],
    [
      'What is the difference between the webpack build time and the vite build time?',
      'difference duration',
    ],
    ['How long was it between the outage and the fix?', 'interval'],
    ['How many days after the outage did we ship the fix?', 'interval'],
    ['Which files did we edit for the parser?', 'list file'],
    ['List the open tasks', 'list task'],
    ['What are my preferences?', 'preference_profile list preference'],
    ['Did we ever use Redis?', 'absence_check'],
    ['Compare Fastify and Express', 'source_synthesis'],
    ['How many times did npm test fail yesterday?', 'count failed scope_not_understood'],
    ['What is the total time per run?', 'sum duration scope_not_understood'],
    ['What is the total of the parser?', 'sum no_measure'],
    ['What are the total time and size of the build?', 'sum duration several_measures'],
  ])('%s → %s', (query, expected) => {
    expect(read(query)).toBe(expected);
  });
});

describe('does not compose an answer for', () => {
  test.each([
    'Which HTTP server framework did we choose?',
    'How often are position inserts batched?',
    'How many tests passed in the last npm test run?',
    'How long do tokens live?',
    'How many machines run in the Singapore region?',
    'Why did migration 0007 fail?',
    'Why was the cart total wrong by a cent?',
    'Which map library do we use?',
    'When do device tokens expire?',
  ])('%s', (query) => {
    expect(read(query)).toBeNull();
  });
});
