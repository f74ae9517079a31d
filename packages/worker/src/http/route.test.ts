/** One definition of a route validates its requests and describes them. */
import { expect, it } from 'vitest';
import { z } from 'zod';
import { flag, instant, integer, names, paths, text, word, type QueryShape } from './parameters.ts';
import { defineRoute, type Admitted } from './route.ts';

const ask = (query: QueryShape, sent: string) =>
  defineRoute({ route: 'GET /test', does: '', query, json: async (call) => call.query })
    .reply({ params: {} } as Admitted, new URLSearchParams(sent))
    .then(({ json }) => json);

it.each([
  ['a text', text(), 'of=+a+b+', 'a b'],
  ['no text', text(), 'of=', undefined],
  ['another spelling', text({ spellings: ['about'] }), 'about=tests', 'tests'],
  ['the default of a number', integer({ byDefault: 20 }), '', 20],
  ['a number that is capped', integer({ max: 100, isCapped: true }), 'of=500', 100],
  ['a flag', flag(), 'of=Yes', true],
  ['the default of a word', word(['up', 'down'], 'up'), '', 'up'],
  ['names with commas, once each', names(), 'of=a,b&of=b', ['a', 'b']],
  ['a path with a comma', paths(), 'of=a,b.ts', ['a,b.ts']],
  ['a day as an end', instant('end'), 'of=2026-03-01', Date.parse('2026-03-01T23:59:59.999Z')],
])('a query can have %s', async (_, schema, sent, value) => {
  expect(await ask({ of: schema }, sent)).toEqual({ of: value });
});

it.each([
  ['a long text', text({ most: 3 }), 'of=abcd'],
  ['a number out of range', integer({ min: 1, max: 9 }), 'of=10'],
  ['a number with a sign', integer(), 'of=-1'],
  ['an unknown word', word(['up', 'down'], 'up'), 'of=left'],
  ['a date that is none', instant('start'), 'of=tomorrow'],
])('%s is refused, and the error names the parameter', async (_, schema, sent) => {
  await expect(ask({ of: schema }, sent)).rejects.toThrow(/: of must be /);
});

it('the reference lists parameters, fields of the body and defaults', () => {
  const { takes } = defineRoute({
    route: 'POST /test',
    does: '',
    query: { limit: integer({ byDefault: 20, max: 100 }), path: paths() },
    body: z.object({ id: z.string() }),
    json: async () => null,
  });
  expect(takes).toBe('`limit` (20, at most 100), `path` (repeatable), `id`');
});
