import { createMemoryStore } from '@hookloom/log';
import { openMemory } from '@hookloom/memory';
import { HookloomError } from '@hookloom/core';
import { resolveWorkspace } from '@hookloom/core/settings';
import type { EventStore, UnsealedEvent } from '@hookloom/core/events';
import { beforeEach, expect, test } from 'vitest';
import { openRuntime } from '../compose.ts';
import type { OpenWorkspace } from '../workspaces/workspaces.ts';
import { newHolder } from './holder.ts';
import { rulesNotes } from './rules-notes.ts';
import { processQueue, type MakeNotes } from './process-queue.ts';

let store: EventStore;
let open: OpenWorkspace;
let nowMs: number;
const holder = newHolder();
beforeEach(async () => {
  nowMs = 0;
  store = createMemoryStore();
  const workspace = resolveWorkspace({ cwd: '/nowhere', env: { ZAXY_DOMAIN: 'demo' } });
  const runtime = await openRuntime(workspace, {
    store,
    openMemory: (log) => openMemory({ file: ':memory:', store: log }),
  });
  open = { slot: 1, workspace, project: { id: 'p', alias: 'demo' }, runtime };
  await store.append(
    'demo-default',
    ['a', 'b', 'c'].map((name): UnsealedEvent => ({
      type: 'file.edit.applied',
      actorId: 'zaxy-observer',
      payload: { path: `${name}.ts`, operation: 'modified', tool_use_id: name, session_id: 'c1' },
      origin: { channel: 'tool', client: 'claude-code', session_id: 'c1' },
    })),
  );
});

const run = (make: MakeNotes): Promise<number> =>
  processQueue(open, {
    holder: holder.name,
    monotonic: () => nowMs,
    batch: 40,
    make,
    mayGoOn: () => true,
    onAppended: () => {},
  });
const titles = async (): Promise<unknown[]> => {
  const found: unknown[] = [];
  for await (const { type, payload } of store.read('demo-default'))
    if (type.startsWith('note.')) found.push(payload['title'] ?? payload['reason']);
  return found;
};

test('retries a failed piece a limited number of times with growing delays, without delaying others', async () => {
  let tries = 0;
  const make: MakeNotes = async (batch) => {
    if (batch.work.some(({ id }) => id === 'b')) {
      if (batch.work.length === 1) tries++;
      throw new Error('a defect that quotes b.ts');
    }
    return rulesNotes(batch);
  };
  expect(await run(make)).toBe(2);
  expect(await titles()).toEqual(['Changed a.ts', 'Changed c.ts']);
  const seen: [number, number][] = [];
  for (const at of [500, 1_000, 5_000, 6_000, 35_999, 36_000, 155_999, 156_000, 999_000]) {
    nowMs = at;
    await run(make);
    seen.push([at, tries]);
  }
  expect(seen).toEqual([
    [500, 1],
    [1_000, 2],
    [5_000, 2],
    [6_000, 3],
    [35_999, 3],
    [36_000, 4],
    [155_999, 4],
    [156_000, 5],
    [999_000, 5],
  ]);
  expect(await titles()).toEqual(['Changed a.ts', 'Changed c.ts', 'internal_error']);
});

test('a log that cannot be written costs the work no attempt', async () => {
  const make: MakeNotes = () =>
    Promise.reject(new HookloomError('unavailable', 'Locked.', 'Wait.'));
  for (nowMs = 0; nowMs < 100_000; nowMs += 10_000)
    await expect(run(make)).rejects.toThrow('Locked.');
  expect(await run(async (batch) => rulesNotes(batch))).toBe(3);
  expect(await titles()).toHaveLength(3);
});

test('a holder that is too slow for its lease appends nothing', async () => {
  const other = newHolder();
  const slow = run(async (batch) => {
    nowMs += 60 * 60_000;
    await processQueue(open, {
      holder: other.name,
      monotonic: () => nowMs,
      batch: 40,
      make: async (same) => rulesNotes(same),
      mayGoOn: () => true,
      onAppended: () => {},
    });
    return rulesNotes(batch).map((event) => ({ ...event, delivery: { scope: 'x', key: 'other' } }));
  });
  expect(await slow).toBe(0);
  other.end();
  expect(await titles()).toHaveLength(3);
});

test('lets other requests in between the pieces of a batch', async () => {
  let turns = 0;
  let ticking = setImmediate(function tick() {
    turns++;
    ticking = setImmediate(tick);
  });
  let before = 0;
  expect(
    await run(async (batch) => {
      before = turns;
      return rulesNotes(batch);
    }),
  ).toBe(3);
  clearImmediate(ticking);
  expect(before).toBeGreaterThan(3);
});
