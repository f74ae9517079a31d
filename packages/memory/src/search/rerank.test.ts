import { HookloomError } from '@hookloom/core';
import type { Reranker } from '@hookloom/core/events';
import { expect, it } from 'vitest';
import type { SearchRequest, SearchResult, SourceHit } from '../rows.ts';
import { createRerankLane } from './rerank.ts';
import { READ_ROWS, widened } from './signs.ts';

const REQUEST: SearchRequest = { query: 'the best one', sessions: ['s'], limit: 2 };
let now = 0;
const clock = { now: () => now };

function found(...contents: string[]): SearchResult {
  const sources = contents.map(
    (content, at) =>
      ({
        lane: 'verbatim',
        source: { content, session: 's', seq: at + 1 },
        score: 1 - at / 1000,
        parts: { own: 1 - at / 1000 },
        coverage: 0.5,
      }) as unknown as SourceHit,
  );
  return { facts: [], sources, terms: [], degraded: [] };
}

/** Prefers longer texts. */
const byLength: Reranker = {
  model: 'length',
  score: (_, texts) => Promise.resolve(texts.map(({ length }) => length)),
};
const contentsOf = ({ sources }: SearchResult): string[] =>
  sources.map(({ source }) => source.content);

it('puts the rows that the reranker prefers first, and its part adds up to the score', async () => {
  const lane = createRerankLane(byLength, clock);
  expect(widened(REQUEST).limit).toBe(READ_ROWS);
  const result = await lane.reorder(REQUEST, found('a', 'a longer one', 'the longest one'));
  expect(contentsOf(result)).toEqual(['the longest one', 'a longer one']);
  for (const { score, parts } of result.sources)
    expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(score, 5);
});

it('keeps the rows beyond the first fifty after them, in their order', async () => {
  const many = Array.from({ length: 60 }, (_, at) => `row ${at}`);
  const seen: number[] = [];
  const lane = createRerankLane(
    {
      model: 'm',
      score: (_, texts) => {
        seen.push(texts.length);
        return Promise.resolve(texts.map((_, at) => at));
      },
    },
    clock,
  );
  const contents = contentsOf(await lane.reorder({ ...REQUEST, limit: 60 }, found(...many)));
  expect(seen).toEqual([50]);
  expect(contents[0]).toBe('row 49');
  expect(contents.slice(50)).toEqual(many.slice(50));
});

it('leaves rows of a requested time in their order', async () => {
  const timed = { ...found('a', 'longer'), time: {} } as SearchResult;
  expect(contentsOf(await createRerankLane(byLength, clock).reorder(REQUEST, timed))).toEqual([
    'a',
    'longer',
  ]);
});

it('keeps the order if the reranker fails, says why, and does not call it again at once', async () => {
  let asked = 0;
  const lane = createRerankLane(
    {
      model: 'm',
      score: () => {
        asked++;
        return Promise.reject(new HookloomError('unavailable', 'It is broken.', 'Repair it.'));
      },
    },
    clock,
  );
  for (const ms of [0, 1_000, 40_000]) {
    now = ms;
    const result = await lane.reorder(REQUEST, found('a', 'longer', 'the longest'));
    expect(contentsOf(result)).toEqual(['a', 'longer']);
    expect(result.degraded).toEqual([{ lane: 'rerank', reason: 'It is broken.' }]);
  }
  expect(asked).toBe(2);
});
