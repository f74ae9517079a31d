import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { byOperation, type EventStore, type UnsealedEvent } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import { createMemoryStore } from '@hookloom/log';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { KEEP_ALL, type Retention } from '../src/store/notes/retention.ts';
import { openMemory } from '../src/open-memory.ts';
import { openDatabase } from '../src/store/sqlite/driver.ts';
import { dump } from './dump.ts';

const LOG = 'demo-default';
let dir: string;
let files = 0;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-retention-'));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const freshFile = () => path.join(dir, `${files++}.sqlite`);

function on(day: number, type: string, payload: JsonObject, id?: string): UnsealedEvent {
  const timestamp = new Date(Date.UTC(2026, 0, 1 + day, 12)).toISOString();
  const origin = { channel: 'tool', client: 'claude-code' } as const;
  const event = byOperation({ type, actorId: 'a', payload, origin, timestamp });
  return id === undefined ? event : { ...event, id };
}
const note = (day: number, title: string, more: JsonObject = {}, id?: string) =>
  on(
    day,
    'note.recorded',
    { session_id: 'c-1', type: 'change', title, made_by: 'rules', ...more },
    id,
  );
const say = (day: number, content: string) =>
  on(day, 'transcript.turn', { role: 'user', content, session_id: 'c-1' });

const rule = (more: Partial<Retention>): Retention => ({ ...KEEP_ALL, ...more });

/** A memory whose rule can be changed while it is open. */
async function keeping(store: EventStore, first: Retention, file = ':memory:') {
  let now = first;
  const memory = await openMemory({ file, store, retention: () => now });
  const titles = async (more: object = {}) =>
    (await memory.notes.observations({ log: LOG, limit: 100, ...more })).map(({ title }) => title);
  return { memory, titles, keep: (next: Retention) => (now = next) };
}

it('rows past their retention leave lists, search and files, and return if they are kept longer', async () => {
  const store = createMemoryStore();
  await store.append(LOG, [
    say(0, 'an old heron question'),
    note(0, 'Old heron change', { files_modified: ['src/heron.ts'], concepts: ['gotcha'] }),
    note(0, 'Old heron decision', { type: 'decision' }),
    note(0, 'Old pinned heron', { pinned: true }),
    on(0, 'session.summarized', { session_id: 'c-1', request: 'heron', made_by: 'rules' }),
    note(100, 'New heron change'),
  ]);
  const limits = rule({ notes: 30, types: { decision: 365 }, prompts: 30, summaries: 30 });
  const { memory, titles, keep } = await keeping(store, limits);
  const all = ['New heron change', 'Old pinned heron', 'Old heron decision', 'Old heron change'];
  expect(await titles()).toEqual(all.slice(0, 3));
  expect(await titles({ files: ['src/heron.ts'] })).toEqual([]);
  expect(await titles({ concepts: ['gotcha'] })).toEqual([]);
  const search = async () => {
    const found = await memory.notes.search({ log: LOG, query: 'heron', limit: 20 });
    return [found.observations.length, found.sessions.length, found.prompts.length];
  };
  expect(await search()).toEqual([3, 0, 0]);
  expect(await memory.notes.counts(LOG)).toMatchObject({
    observations: 3,
    prompts: 0,
    summaries: 0,
  });
  expect(await memory.notes.retention(LOG, limits)).toEqual([
    { kind: 'notes:change', days: 30, kept: 2, pinned: 1, retired: 1 },
    { kind: 'notes:decision', days: 365, kept: 1, pinned: 0, retired: 0 },
    { kind: 'prompts', days: 30, kept: 0, pinned: 0, retired: 1 },
    { kind: 'summaries', days: 30, kept: 0, pinned: 0, retired: 1 },
    { kind: 'telemetry', days: 0, kept: 0, pinned: 0, retired: 0 },
  ]);
  keep(KEEP_ALL);
  expect(await titles()).toEqual(all);
  expect(await titles({ files: ['src/heron.ts'] })).toEqual(['Old heron change']);
  expect(await search()).toEqual([4, 1, 1]);
  await memory.close();
});

it('a process whose rule keeps everything shows what another process with another rule retired', async () => {
  const store = createMemoryStore();
  await store.append(LOG, [note(0, 'Old'), note(90, 'New')]);
  const file = freshFile();
  const host = await keeping(store, KEEP_ALL, file);
  expect(await host.titles()).toEqual(['New', 'Old']);
  const container = await keeping(store, rule({ notes: 30 }), file);
  expect(await container.titles()).toEqual(['New']);
  expect(await host.titles()).toEqual(['New', 'Old']);
  expect(await container.titles()).toEqual(['New']);
  await container.memory.close();
  await host.memory.close();
});

it('age is measured from the newest events: an inactive project keeps its rows', async () => {
  const store = createMemoryStore();
  await store.append(LOG, [note(0, 'Of long ago')]);
  const { memory, titles } = await keeping(store, rule({ notes: 30 }));
  expect(await titles()).toEqual(['Of long ago']);
  await store.append(LOG, [say(31, 'somebody works here again')]);
  expect(await titles()).toEqual([]);
  await memory.close();
});

it('pinning a retired note restores it, with changes made meanwhile', async () => {
  const store = createMemoryStore();
  await store.append(LOG, [
    note(0, 'Old', { files_modified: ['a.ts'] }, 'evt_n1'),
    note(90, 'New'),
  ]);
  const { memory, titles } = await keeping(store, rule({ notes: 30 }));
  expect(await titles()).toEqual(['New']);
  await store.append(LOG, [
    on(91, 'note.merged', {
      session_id: 'c-1',
      note: 'evt_n1',
      files_modified: ['b.ts'],
      made_by: 'rules',
    }),
    on(91, 'note.changed', { note: 'evt_n1', pinned: true, title: 'Old and kept' }),
  ]);
  expect(await titles()).toEqual(['New', 'Old and kept']);
  expect(await titles({ files: ['b.ts'] })).toEqual(['Old and kept']);
  await memory.close();
});

it('one event with a time far in the future retires nothing permanently', async () => {
  const store = createMemoryStore();
  await store.append(LOG, [note(0, 'Today'), say(20_000, 'a clock that ran away')]);
  const { memory, titles } = await keeping(store, rule({ notes: 30 }));
  expect(await titles()).toEqual([]);
  await store.append(LOG, [say(1, 'and was set right')]);
  expect(await titles()).toEqual(['Today']);
  await memory.close();
});

it('days of the ledger are retired with their kind, and return with their sums', async () => {
  const store = createMemoryStore();
  const call = (day: number) =>
    on(day, 'summarizer.called', {
      provider: 'p',
      model: 'm',
      ok: true,
      items: 1,
      input_tokens: 10,
    });
  await store.append(LOG, [call(0), call(0), call(50)]);
  const { memory, keep } = await keeping(store, rule({ telemetry: 30 }));
  const days = async () => (await memory.noteQueue.ledger()).map((row) => [row.day, row.calls]);
  await memory.sync();
  expect(await days()).toEqual([['2026-02-20', 1]]);
  await store.append(LOG, [call(0), call(51)]);
  keep(KEEP_ALL);
  await memory.sync();
  expect(await days()).toEqual([
    ['2026-02-21', 1],
    ['2026-02-20', 1],
    ['2026-01-01', 3],
  ]);
  await memory.close();
});

it('a rebuild retires the same rows, whatever rules applied before and however the log was followed', async () => {
  const day = fc.integer({ min: 0, max: 200 });
  const id = fc.integer({ min: 0, max: 5 }).map((at) => `evt_n${at}`);
  const change = fc.record({
    pinned: fc.boolean(),
    concepts: fc.constantFrom<string[]>(['pattern']),
  });
  const step = fc.oneof(
    fc.tuple(day, fc.constantFrom('change', 'decision', 'odd')).map(
      ([at, type]) =>
        (n: number) =>
          note(at, `note ${n}`, { type, files_modified: [`f${n % 3}.ts`] }, `evt_n${n}`),
    ),
    day.map((at) => (n: number) => say(at, `question ${n}`)),
    fc.tuple(day, id, change).map(
      ([at, one, how]) =>
        () =>
          on(at, 'note.changed', { note: one, ...how }),
    ),
    fc.tuple(day, id).map(
      ([at, one]) =>
        () =>
          on(at, 'note.merged', {
            session_id: 'c-1',
            note: one,
            files_modified: ['m.ts'],
            made_by: 'rules',
          }),
    ),
  );
  const limit = fc.constantFrom(0, 10, 60);
  const rules = fc
    .record({ notes: limit, decision: limit, prompts: limit })
    .map(({ notes, decision, prompts }) => rule({ notes, prompts, types: { decision } }));
  const dumped = async (file: string) => {
    const db = await openDatabase(file);
    try {
      return dump(db);
    } finally {
      db.close();
    }
  };
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, fc.option(rules)), { minLength: 1, maxLength: 25 }),
      rules,
      async (steps, last) => {
        const store = createMemoryStore();
        const [live, rebuilt] = [freshFile(), freshFile()];
        const { memory, keep } = await keeping(store, KEEP_ALL, live);
        for (const [at, [make, next]] of steps.entries()) {
          await store.append(LOG, [make(at)]);
          if (next === null) continue;
          keep(next);
          await memory.sync();
        }
        keep(last);
        await memory.sync();
        await memory.close();
        const second = await openMemory({ file: rebuilt, store, retention: () => last });
        await second.sync();
        await second.close();
        expect(await dumped(live)).toEqual(await dumped(rebuilt));
      },
    ),
    { numRuns: 10 },
  );
});
