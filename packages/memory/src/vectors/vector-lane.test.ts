import { expect, test } from 'vitest';
import { isCodeLike } from './vector-lane.ts';

test.each([
  'why does parseConfig fail?',
  'what calls read_file',
  'error in src/app.ts',
  'what is in package.json',
  'where is `main`',
  'foo() returns undefined',
  'what does --force do',
  'std::vector growth',
])('recognises a question about code: %s', (query) => {
  expect(isCodeLike(query)).toBe(true);
});

test.each([
  'What did we decide about retries?',
  "Which of Caroline's kids likes hiking, and since when?",
  'Who said e.g. that tests are slow?',
  'and/or: which one did we take?',
  'what happened on 2026-05-08?',
  'Which version of PostgreSQL runs on macOS?',
  'Who pays for GitHub and OpenAI?',
  'Do we deploy Next.js to Fly.io?',
  'Which separator does the tasks.csv backend use?',
])('does not mistake prose for code: %s', (query) => {
  expect(isCodeLike(query)).toBe(false);
});
