import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assembleContext } from './context.ts';
import { arbitraryQuery, arbitraryRows, LAST, SESSION } from './fixtures/arbitrary-rows.ts';
import { factFrom, fakeMemory, fakeStore, fixedClock } from './fixtures/fake-memory.ts';

function assembled(
  rows: Parameters<typeof fakeMemory>[1],
  request: { query: string; maxTokens: number },
) {
  const memory = fakeMemory(SESSION, { last: LAST, ...rows });
  const deps = { memory, store: fakeStore(SESSION, LAST), clock: fixedClock };
  return assembleContext(deps, { session: SESSION, ...request });
}

test('the complete bundle stays within every budget from 200 tokens on', async () => {
  const budget = fc.oneof(fc.integer({ min: 200, max: 900 }), fc.integer({ min: 900, max: 4000 }));
  await fc.assert(
    fc.asyncProperty(arbitraryRows, arbitraryQuery, budget, async (rows, query, maxTokens) => {
      const answer = await assembled(rows, { query, maxTokens });
      expect(Math.ceil(Buffer.byteLength(JSON.stringify(answer)) / 4)).toBeLessThanOrEqual(
        maxTokens,
      );
      expect(answer.budget!.budget_used).toBeLessThanOrEqual(maxTokens);
    }),
    { numRuns: 25 },
  );
});

test('a larger budget never shows fewer rows', async () => {
  const budget = fc.integer({ min: 200, max: 3000 });
  await fc.assert(
    fc.asyncProperty(arbitraryRows, arbitraryQuery, budget, budget, async (rows, query, a, b) => {
      const shown = async (maxTokens: number) =>
        (await assembled(rows, { query, maxTokens })).recall.shown;
      expect(await shown(Math.min(a, b))).toBeLessThanOrEqual(await shown(Math.max(a, b)));
    }),
    { numRuns: 12 },
  );
});

test('a budget of 300 tokens keeps the best fact with its citation, and counts what is left out', async () => {
  const facts = ['SQLite', 'Postgres', 'files'].map((store, at) =>
    factFrom(SESSION, {
      seq: at + 1,
      type: 'decision.made',
      kind: 'decision',
      name: `store ${at}`,
      actor: 'user',
      channel: 'user',
      text: `The log store of part ${at} is ${store}`,
    }),
  );
  const answer = await assembled({ facts }, { query: 'Postgres log store', maxTokens: 300 });
  expect(answer.prompt).toContain('Postgres (eventloom://');
  expect(answer.recall).toEqual({ status: 'found', found: 3, shown: 1 });
  expect(answer.budget!.elided['count']).toBe(2);
});
