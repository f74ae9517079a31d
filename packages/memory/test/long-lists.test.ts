/** Lists of many rows. */
import { createMemoryStore } from '@hookloom/log';
import { expect, test } from 'vitest';
import { openMemory } from '../src/open-memory.ts';
import { event } from './agent-events.ts';

const QUERY = 'parser case';

async function memoryOf(count: number) {
  const store = createMemoryStore();
  await store.append(
    'a',
    Array.from({ length: count }, (_, at) =>
      event(
        'transcript.turn',
        { role: 'user', content: `The parser met case ${at} after ${'so '.repeat(at % 7)}long` },
        // A separate conversation: no row comes as a neighbour.
        { actorId: 'user', origin: { channel: 'user', session_id: `s-${at}` } },
      ),
    ),
  );
  const memory = await openMemory({ file: ':memory:', store });
  const list = async (limit: number) => {
    const { sources } = await memory.search({ query: QUERY, sessions: ['a'], limit });
    return sources.map(({ source, score }) => ({ seq: source.seq, score }));
  };
  return { memory, list };
}

test('a limit of 100 returns 100 rows if as many match, each once and best first', async () => {
  const { memory, list } = await memoryOf(180);
  const rows = await list(100);
  expect(rows).toHaveLength(100);
  expect(new Set(rows.map(({ seq }) => seq)).size).toBe(100);
  const scores = rows.map(({ score }) => score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  await memory.close();
});

test('a longer list begins like a shorter one', async () => {
  const { memory, list } = await memoryOf(300);
  const longest = await list(200);
  expect(longest).toHaveLength(200);
  for (const limit of [5, 10, 49, 50, 51, 80, 120])
    expect(await list(limit)).toEqual(longest.slice(0, limit));
  await memory.close();
});

test('a list ends when nothing else matches', async () => {
  const { memory, list } = await memoryOf(70);
  expect(await list(100)).toHaveLength(70);
  await memory.close();
});
