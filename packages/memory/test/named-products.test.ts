/** What a checkout adds for "Which databases did we consider?": a row for each product, and how often each is named. */
import { expect, test } from 'vitest';
import { askedProducts } from '../src/checkout/named-products.ts';
import { append, ask, turn, withStatementMemory } from './statement-memory.ts';

withStatementMemory();

test('a question for all products of a kind finds a row for each and counts the rows that name it', async () => {
  await append(
    turn('user', 'Could we keep the queue in Redis?'),
    turn('assistant', 'SQLite would do for a queue of this size.'),
    turn('user', 'I read that Redis loses writes; what about PostgreSQL?'),
    turn('assistant', 'The importer reads the files in parallel.'),
  );
  const asked = await ask('Which databases did we look at?');
  expect(asked.quality.reasons.at(-1)).toBe('Named in the rows: PostgreSQL (1), SQLite (1).');
  const shown = asked.current_facts.map(({ content }) => content).join('\n');
  expect(shown).toContain('what about PostgreSQL');
  expect(shown).toContain('SQLite would do');
});

test('a checkout whose rows name such a product does not say that nothing is known', async () => {
  await append(turn('user', 'Add PostgreSQL for the gauges, or would SQLite do?'));
  const { quality } = await ask('Which databases did we look at?');
  expect(quality.answerability).not.toBe('ask_user');
});

test('a product that is also a word counts only in its spelling, and C# is not counted by its letter', async () => {
  await append(
    turn('user', 'Rust would be fast, but the rust on the gate is another matter.'),
    turn('user', 'Plan C is to rewrite the go part.'),
  );
  const { quality } = await ask('Which programming languages did we discuss?');
  expect(quality.reasons).toContain('Named in the rows: Rust (1).');
  await append(turn('user', 'Wait a moment, we format dates with Luxon.'));
  const dates = await ask('Which date libraries do we use?');
  expect(dates.quality.reasons).toContain('Named in the rows: Luxon (1).');
});

test.each([
  ['Which databases do we use?', 'database'],
  ['What hosting providers did you look at?', 'hosting'],
  ['Which test frameworks were considered?', 'unit test framework'],
  ['Which frameworks are used here?', 'web framework'],
  ['Which programming languages do we use?', 'programming language'],
  ['List all package managers', 'package manager'],
])('%s asks for each %s', (question, kind) => {
  expect(askedProducts(question).map(({ names }) => names[0])).toContain(kind);
});

test.each([
  'Which database do we use?',
  'Which charts does the page show?',
  'Which metrics do we collect?',
  'Which tests failed?',
  'Which tasks are open?',
  'Which files did we change?',
  'Why do we use databases?',
])('%s asks for no products', (question) => {
  expect(askedProducts(question)).toEqual([]);
});
