import { expect, test } from 'vitest';
import { PRODUCT_KINDS } from '../search/related-words.ts';
import { gloss } from './gloss.ts';

test('reads a text with the kinds of the products that it names', () => {
  expect(gloss('We moved to RabbitMQ')).toBe(
    'We moved to RabbitMQ (message queue, message broker, event streaming)',
  );
  expect(gloss('The CI is GitHub Actions')).toContain('continuous integration');
});

test('a product name that is also a word counts only in its exact spelling', () => {
  expect(gloss('Jobs are run by Temporal')).toContain('workflow orchestration');
  expect(gloss('a temporal question')).toBe('a temporal question');
});

test('reads German words with their English meaning', () => {
  expect(gloss('Die Rechnungen sind da')).toContain('invoice');
});

test('leaves a text without technical words unchanged, and cuts a long list of products', () => {
  expect(gloss('Lunch is at noon')).toBe('Lunch is at noon');
  const names = PRODUCT_KINDS.map(({ members }) => members[0]).join(' ');
  expect(gloss(names).length - names.length).toBeLessThan(500);
});

test('the table has at least 600 products of 60 kinds, none twice in a kind', () => {
  const members = PRODUCT_KINDS.flatMap((kind) => kind.members);
  expect(new Set(members).size).toBeGreaterThan(600);
  expect(PRODUCT_KINDS.length).toBeGreaterThan(60);
  for (const kind of PRODUCT_KINDS) expect(new Set(kind.members).size).toBe(kind.members.length);
});
