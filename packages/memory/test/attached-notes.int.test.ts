import type { Channel, EventStore, UnsealedEvent } from '@hookloom/core/events';
import { createMemoryStore } from '@hookloom/log';
import fc from 'fast-check';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openMemory } from '../src/open-memory.ts';
import { openDatabase } from '../src/store/sqlite/driver.ts';
import { event } from './agent-events.ts';
import { dump } from './dump.ts';

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-memory-'));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const turn = (content: string, channel: Channel = 'user') =>
  event('transcript.turn', { role: 'user', content }, { actorId: 'user', origin: { channel } });
const note = (covers: string[], title: string, channel: Channel = 'model', more = {}) =>
  event('note.recorded', { type: 'discovery', title, covers, ...more }, { origin: { channel } });

const QUERY = 'heron migration ladder';

async function found(store: EventStore): Promise<number[]> {
  const memory = await openMemory({ file: ':memory:', store });
  const { sources } = await memory.search({ query: QUERY, sessions: ['a'], limit: 20 });
  await memory.close();
  return sources.filter(({ parts }) => (parts['own'] ?? 0) > 0).map(({ source }) => source.seq);
}

async function logOf(...events: UnsealedEvent[]) {
  const store = createMemoryStore();
  const appended = await store.append('a', events);
  const add = (more: UnsealedEvent) => store.append('a', [more]);
  const { id, hash } = appended[0]!;
  return { store, add, id, citation: `eventloom://a/events/1#${hash.slice(7, 19)}` };
}

test('finds the named event by the words of a note, by id or by citation, with the note itself', async () => {
  for (const by of ['id', 'citation'] as const) {
    const log = await logOf(turn('We move it step by step.'), turn('Lunch is at noon.'));
    expect(await found(log.store)).toEqual([]);
    await log.add(note([log[by]], 'Heron migration ladder'));
    expect(new Set(await found(log.store))).toEqual(new Set([1, 3]));
  }
});

test('keeps the words in the note, and shows the event as recorded', async () => {
  const { store, add, id } = await logOf(turn('We move it step by step.'));
  await add(note([id], 'Heron migration ladder'));
  const memory = await openMemory({ file: ':memory:', store });
  const { sources } = await memory.search({ query: QUERY, sessions: ['a'], limit: 20 });
  await memory.close();
  const { content, metadata } = sources.find(({ source }) => source.seq === 1)!.source;
  expect(JSON.stringify({ content, metadata })).not.toMatch(/heron|ladder/i);
});

test.each([
  ['names an event of no log', ['evt_nobody'], 'model', {}],
  [
    'names the right position with another hash',
    ['eventloom://a/events/1#000000000000'],
    'model',
    {},
  ],
  ['is reported, about what a person said', null, 'web', {}],
  ['was made by rules', null, 'model', { made_by: 'rules' }],
] as const)('a note that %s does not change the event', async (_, covers, channel, more) => {
  const { store, add, id } = await logOf(turn('We move it step by step.'));
  await add(note([...(covers ?? [id])], 'Heron migration ladder', channel, more));
  expect(await found(store)).not.toContain(1);
});

test('a forgotten note removes its words, and no note restores a forgotten event', async () => {
  const { store, add, id } = await logOf(turn('We move it step by step.'));
  const noteId = (await add(note([id], 'Heron migration ladder')))[0]!.id;
  const forget = (events: string[]) =>
    add(
      event(
        'memory.forgotten',
        { events: events.map((each) => ({ id: each })) },
        { origin: { channel: 'user' } },
      ),
    );
  expect(await found(store)).toContain(1);
  await forget([noteId]);
  expect(await found(store)).not.toContain(1);
  await add(note([id], 'Heron migration ladder, again'));
  expect(await found(store)).toContain(1);
  await forget([id]);
  expect(await found(store)).not.toContain(1);
});

test('a rebuilt projection equals the live one, whenever notes arrive and their events end', async () => {
  let runs = 0;
  const step = fc.constantFrom('decide', 'end', 'note', 'turn', 'sync');
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const store = createMemoryStore();
      const [live, rebuilt] = ['live', 'rebuilt'].map((name) => path.join(dir, `${++runs}${name}`));
      const memory = await openMemory({ file: live!, store });
      const ids: string[] = [];
      const ends = {
        entity_type: 'decision',
        entity_name: 'Ship',
        invalid_at: '2026-11-21T00:00:00.000Z',
      };
      const made: Record<string, () => UnsealedEvent> = {
        decide: () => event('decision.made', { decision: 'Ship', rationale: `${ids.length}` }),
        end: () => event('fact.invalidated', ends),
        note: () => note(ids, `heron ${ids.length} ladder`),
        turn: () => turn(`said ${ids.length}`),
      };
      for (const each of steps) {
        if (each === 'sync') await memory.sync();
        else ids.push((await store.append('a', [made[each]!()]))[0]!.id);
      }
      await memory.sync();
      await memory.close();
      const second = await openMemory({ file: rebuilt!, store });
      await second.sync();
      await second.close();
      expect(await dumpOf(live!)).toEqual(await dumpOf(rebuilt!));
    }),
    { numRuns: 25 },
  );
});

async function dumpOf(file: string): Promise<unknown> {
  const db = await openDatabase(file);
  try {
    return dump(db);
  } finally {
    db.close();
  }
}
