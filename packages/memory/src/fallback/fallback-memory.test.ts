import { createMemoryStore } from '@hookloom/log';
import { expect, test } from 'vitest';
import type { Memory, MemoryReads } from '../memory.ts';
import type { SearchRequest } from '../rows.ts';
import { openMemory } from '../open-memory.ts';
import { ProjectionError } from '../store/postgres/projection-error.ts';
import { openWithFallback, REST_MS } from './fallback-memory.ts';

const DOWN = new ProjectionError('08006', 'unavailable', 'The server is down.', 'Start it.');

async function setUp() {
  const store = createMemoryStore();
  await store.append('s', [
    {
      type: 'decision.made',
      actorId: 'user',
      payload: { title: 'Use leases' },
      origin: { channel: 'user' },
    },
  ]);
  const state = { now: 0, asked: [] as string[], failsAt: null as 'open' | 'read' | null };
  const watched = <T extends MemoryReads>(name: string, reads: T): T => ({
    ...reads,
    search: (request: SearchRequest) => {
      state.asked.push(name);
      if (name === 'remote' && state.failsAt === 'read') return Promise.reject(DOWN);
      return reads.search(request);
    },
  });
  const open = async (name: string): Promise<Memory> => {
    const memory = await openMemory({ file: ':memory:', store });
    return {
      ...watched(name, memory),
      snapshot: async (sessions) => watched(name, await memory.snapshot!(sessions)),
    };
  };
  const memory = await openWithFallback({
    clock: { now: () => state.now },
    remote: () => (state.failsAt === 'open' ? Promise.reject(DOWN) : open('remote')),
    embedded: () => open('embedded'),
  });
  const ask = async () => {
    const { sources } = await memory.search({ query: 'leases', sessions: ['s'], limit: 3 });
    return { found: sources.length, fallback: memory.fallback!() };
  };
  return { state, memory, ask };
}

test('answers from the server while it is available', async () => {
  const { state, memory, ask } = await setUp();
  expect(await ask()).toEqual({ found: 1, fallback: null });
  expect(state.asked).toEqual(['remote']);
  await memory.close();
});

test.each(['open', 'read'] as const)(
  'if the server fails at %s, the local memory gives the answer and says why',
  async (failsAt) => {
    const { state, memory, ask } = await setUp();
    await ask();
    Object.assign(state, { failsAt, asked: [] });
    // An open connection is reopened only after a failure.
    if (failsAt === 'open') state.failsAt = 'read';
    const down = { found: 1, fallback: { backend: 'postgres', reason: 'The server is down.' } };
    expect(await ask()).toEqual(down);
    expect(state.asked.at(-1)).toBe('embedded');
    state.failsAt = failsAt;
    state.now = REST_MS;
    expect(await ask()).toEqual(down);
    await memory.close();
  },
);

test('does not ask the server for half a minute after a failure, and then tries again', async () => {
  const { state, memory, ask } = await setUp();
  state.failsAt = 'read';
  await ask();
  state.asked = [];
  state.failsAt = null;
  state.now = REST_MS - 1;
  expect((await ask()).fallback).not.toBeNull();
  expect(state.asked).toEqual(['embedded']);
  state.now = REST_MS;
  expect(await ask()).toEqual({ found: 1, fallback: null });
  expect(state.asked).toEqual(['embedded', 'remote']);
  await memory.close();
});

test('reads the rest of a question locally if the server fails during it', async () => {
  const { state, memory } = await setUp();
  const reads = await memory.snapshot!(['s']);
  const ask = async () =>
    (await reads.search({ query: 'leases', sessions: ['s'], limit: 3 })).sources.length;
  expect([await ask(), reads.fallback!()]).toEqual([1, null]);
  state.failsAt = 'read';
  expect(await ask()).toBe(1);
  expect(reads.fallback!()).toMatchObject({ backend: 'postgres' });
  expect(state.asked).toEqual(['remote', 'remote', 'embedded']);
  await memory.close();
});
