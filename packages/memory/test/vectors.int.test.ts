import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { byOperation, type Embedder } from '@hookloom/core/events';
import { HookloomError } from '@hookloom/core';
import { createMemoryStore } from '@hookloom/log';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openMemory } from '../src/open-memory.ts';
import { openDatabase } from '../src/store/sqlite/driver.ts';
import { event } from './agent-events.ts';
import { createToyEmbedder } from './toy-embedder.ts';

let dir: string;
let file: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-vectors-'));
  file = path.join(dir, 'memory.sqlite');
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const said = (content: string) =>
  event('transcript.turn', { role: 'user', content, session_id: 'talk' });
const TALK = [
  'The invoice of March is paid',
  'Her children went to the zoo',
  'The build is slow on Mondays',
  'Somebody left a bicycle in the hall',
  'The printer wants yellow ink',
  'Lunch is at noon today',
  'The lift is being mended',
  'A parcel came for the neighbour',
];

async function logOf(texts: readonly string[] = TALK) {
  const store = createMemoryStore();
  const appended = await store.append('s', texts.map(said));
  return { store, appended };
}

/** Acts like a user's model: slow enough to wait for, and able to fail. */
function model(name: string, dimensions: number) {
  const state = { fails: false, calls: 0, gate: Promise.resolve() };
  const toy = createToyEmbedder(name, dimensions);
  const embedder: Embedder = {
    model: name,
    async embed(texts) {
      state.calls++;
      await state.gate;
      if (state.fails) throw new HookloomError('unavailable', 'The model is away.', 'Wait.');
      return toy.embed(texts);
    },
  };
  return { state, embedder };
}

async function vectorsIn(): Promise<{ tag: unknown; count: number }[]> {
  const db = await openDatabase(file);
  const rows = db
    .prepare(
      'SELECT t.name AS tag, COUNT(*) AS n FROM vectors v JOIN vector_tags t USING (tag) GROUP BY 1 ORDER BY 1',
    )
    .all();
  db.close();
  return rows.map((row) => ({ tag: row['tag'], count: Number(row['n']) }));
}

const ask = (query: string, limit = 3) => ({ query, sessions: ['s'], limit });

describe('with vectors for all texts', () => {
  test('finds a text in other words, and the score names the part', async () => {
    const { store } = await logOf();
    const memory = await openMemory({ file, store, embedder: createToyEmbedder() });
    await memory.vectors!.embedAll();
    const { sources, degraded } = await memory.search(ask('infants tigers'));
    expect(sources[0]!.source.content).toContain('children');
    expect(sources[0]!.parts['vector']).toBeGreaterThan(0);
    expect(degraded).toEqual([]);
    await memory.close();
    const plain = await openMemory({ file, store });
    expect((await plain.search(ask('infants tigers'))).sources).toEqual([]);
    expect(plain.vectors).toBeNull();
    await plain.close();
  });

  test("finds a trusted writer's shared text in other words, and other writers by their words", async () => {
    const { store } = await logOf();
    const [ann, eve] = ['share-3f2a9c1d4b5e6f70-0a1b2c3d', 'share-4f2a9c1d4b5e6f70-0a1b2c3d'];
    const shared = (text: string, channel: 'model' | 'file') =>
      event('share.said', { kind: 'fact', text, by: 'user' }, { origin: { channel } });
    await store.append(ann, [shared('The kids of the team went home', 'model')]);
    await store.append(eve, [shared('The animals of the team went home', 'file')]);
    const team = { ...store, shared: () => [ann, eve] };
    const memory = await openMemory({ file, store: team, embedder: createToyEmbedder() });
    expect(await memory.vectors!.embedAll()).toMatchObject({ waiting: 0 });
    const sessions = ['s', ann, eve];
    const found = await memory.search({ query: 'infants tigers', sessions, limit: 9 });
    const from = found.sources.map(({ source }) => source.session);
    expect(found.degraded).toEqual([]);
    expect(from).toContain(ann);
    expect(from).not.toContain(eve);
    const byWord = await memory.search({ query: 'team animals', sessions, limit: 9 });
    expect(byWord.sources.map(({ source }) => source.session)).toContain(eve);
    await memory.close();
  });

  test("does not find an agent's proposal by its meaning", async () => {
    const { store } = await logOf();
    const proposed = {
      candidate_id: 'consolidation:claim:children',
      candidate_type: 'claim',
      title: 'The children go to the zoo on Mondays',
      summary: 'They said so.',
      source_events: [],
      confidence: 0.5,
      method: 'manual',
    };
    const origin = { channel: 'model' } as const;
    const candidate = { type: 'consolidation.candidate.created', actorId: 'a', origin };
    await store.append('s', [byOperation({ ...candidate, payload: proposed })]);
    const memory = await openMemory({ file, store, embedder: createToyEmbedder() });
    expect(await memory.vectors!.embedAll()).toMatchObject({ waiting: 0 });
    const { facts, sources } = await memory.search(ask('zoo children', 9));
    const found = [...facts.map(({ fact }) => fact), ...sources.map(({ source }) => source)];
    expect(found.map(({ content }) => content)).toContainEqual(expect.stringContaining('zoo'));
    expect(found.map(({ eventType }) => eventType)).not.toContain(candidate.type);
    await memory.close();
  });

  test('answers a question that looks like code only by its words', async () => {
    const { store } = await logOf([...TALK, 'parse_config reads the settings']);
    const memory = await openMemory({ file, store, embedder: createToyEmbedder() });
    await memory.vectors!.embedAll();
    const [first] = (await memory.search(ask('parse_config'))).sources;
    expect(first!.source.content).toContain('parse_config');
    expect(first!.parts).not.toHaveProperty('vector');
    await memory.close();
  });

  test('gives the same bytes for a question in a new process and after a rebuild', async () => {
    const { store } = await logOf();
    const answers = [];
    for (const rebuild of [false, false, true]) {
      const memory = await openMemory({ file, store, embedder: createToyEmbedder() });
      if (rebuild) await memory.reset();
      await memory.vectors!.embedAll();
      answers.push(JSON.stringify(await memory.search(ask('a vehicle in the building'))));
      await memory.close();
    }
    expect(new Set(answers).size).toBe(1);
  });

  test('never returns another session or a later event', async () => {
    const { store } = await logOf();
    await store.append('other', [said('kids and animals everywhere')]);
    const memory = await openMemory({ file, store, embedder: createToyEmbedder() });
    await memory.vectors!.embedAll();
    const found = (await memory.search(ask('infants tigers', 10))).sources;
    expect(found.every(({ source }) => source.session === 's')).toBe(true);
    const before = await memory.search({ ...ask('infants tigers', 10), asOfSeq: 1 });
    expect(before.sources.every(({ source }) => source.seq <= 1)).toBe(true);
    await memory.close();
  });

  test('deletes the vector of a forgotten text at once', async () => {
    const { store, appended } = await logOf();
    const memory = await openMemory({ file, store, embedder: createToyEmbedder() });
    await memory.vectors!.embedAll();
    await memory.search(ask('infants tigers'));
    const { id, seq } = appended[1]!;
    await store.append('s', [
      event('memory.forgotten', { events: [{ id, seq, digest: 'sha256:00' }] }),
    ]);
    const { sources } = await memory.search(ask('infants tigers', 10));
    expect(sources.map(({ source }) => source.content).join()).not.toContain('children');
    await memory.close();
    const db = await openDatabase(file);
    const left = db.prepare('SELECT doc & 4294967295 AS seq FROM vectors ORDER BY 1').all();
    db.close();
    expect(left.map((row) => row['seq'])).not.toContain(seq);
    expect(left.length).toBe(TALK.length - 1);
  });
});

describe("with the user's model", () => {
  test('reports vectors of another length, answers by words, and rebuilds all vectors', async () => {
    const { store } = await logOf();
    const first = await openMemory({ file, store, embedder: model('mine', 16).embedder });
    await first.vectors!.embedAll();
    await first.close();
    const memory = await openMemory({ file, store, embedder: model('mine', 24).embedder });
    const { sources, degraded } = await memory.search(ask('paid invoice'));
    expect(sources[0]!.source.content).toContain('invoice');
    expect(degraded).toEqual([
      { lane: 'vector', reason: expect.stringContaining('another length (mine@16)') as string },
    ]);
    expect(await memory.vectors!.embedAll()).toMatchObject({ embedded: 8, dropped: 8, waiting: 0 });
    expect((await memory.search(ask('infants tigers'))).degraded).toEqual([]);
    await memory.close();
    expect(await vectorsIn()).toEqual([{ tag: 'mine@24', count: 8 }]);
  });

  test('answers by words while vectors are still being made, and says so', async () => {
    const { store } = await logOf();
    const { embedder, state } = model('m', 64);
    let open = () => {};
    const memory = await openMemory({ file, store, embedder });
    const first = memory.search(ask('invoice march'));
    expect((await first).sources[0]!.source.content).toContain('invoice');
    state.gate = new Promise((resolve) => (open = () => resolve()));
    open();
    const { embedded, waiting } = await memory.vectors!.embedAll();
    expect({ waiting, most: embedded <= TALK.length }).toEqual({ waiting: 0, most: true });
    const { sources, degraded } = await memory.search(ask('infants tigers'));
    expect(sources[0]!.source.content).toContain('children');
    expect(degraded).toEqual([]);
    await memory.close();
    expect(await vectorsIn()).toEqual([{ tag: 'm@64', count: TALK.length }]);
  });

  test('names a failed model in the answer and pauses it, while words still answer', async () => {
    const { store } = await logOf();
    const { embedder, state } = model('m', 64);
    state.fails = true;
    let nowMs = 1_000_000;
    const memory = await openMemory({ file, store, embedder, clock: { now: () => nowMs } });
    const { sources, degraded } = await memory.search(ask('invoice march'));
    expect(sources[0]!.source.content).toContain('invoice');
    expect(degraded).toEqual([{ lane: 'vector', reason: 'The model is away.' }]);
    const calls = state.calls;
    await memory.search(ask('bicycle'));
    expect(state.calls).toBe(calls);
    state.fails = false;
    nowMs += 60_000;
    await memory.search(ask('bicycle'));
    expect(state.calls).toBeGreaterThan(calls);
    await memory.close();
  });

  test('making vectors again does nothing, and an interrupted run continues', async () => {
    const { store } = await logOf(Array.from({ length: 100 }, (_, i) => `text ${i} of a boat`));
    const { embedder, state } = model('m', 64);
    state.fails = true;
    const memory = await openMemory({ file, store, embedder });
    await expect(memory.vectors!.embedAll()).rejects.toMatchObject({ code: 'unavailable' });
    state.fails = false;
    const stop = new AbortController();
    const part = await memory.vectors!.embedAll({
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    expect(part.embedded).toBeLessThan(100);
    const rest = await memory.vectors!.embedAll();
    expect(part.embedded + rest.embedded).toBe(100);
    expect(rest.waiting).toBe(0);
    expect(await memory.vectors!.embedAll()).toEqual({ embedded: 0, dropped: 0, waiting: 0 });
    await memory.close();
  });

  test('vectors of another model or length never match, and are deleted once all are rebuilt', async () => {
    const { store } = await logOf();
    const first = await openMemory({ file, store, embedder: model('m', 64).embedder });
    await first.vectors!.embedAll();
    await first.close();
    const other = model('n', 32);
    const second = await openMemory({ file, store, embedder: other.embedder });
    other.state.fails = true;
    await expect(second.vectors!.embedAll()).rejects.toMatchObject({ code: 'unavailable' });
    other.state.fails = false;
    expect((await second.vectors!.status()).embedded).toBe(0);
    const { dropped } = await second.vectors!.embedAll();
    expect(dropped).toBe(TALK.length);
    await second.close();
    expect(await vectorsIn()).toEqual([{ tag: 'n@32', count: TALK.length }]);
  });

  test('answers by words after a model change until its vectors exist, and names the change', async () => {
    const { store } = await logOf();
    const first = await openMemory({ file, store, embedder: model('m', 64).embedder });
    await first.vectors!.embedAll();
    await first.close();
    const other = model('n', 32);
    let open = () => {};
    other.state.gate = new Promise((resolve) => (open = () => resolve()));
    const second = await openMemory({ file, store, embedder: other.embedder });
    await second.sync();
    other.state.gate = Promise.resolve();
    const { sources, degraded } = await second.search(ask('invoice march'));
    expect(sources[0]!.source.content).toContain('invoice');
    expect(degraded).toEqual([
      { lane: 'vector', reason: expect.stringContaining('embedding model has changed to n.') },
    ]);
    open();
    await expect
      .poll(async () => (await second.search(ask('infants tigers'))).degraded)
      .toEqual([]);
    expect((await second.search(ask('infants tigers'))).sources[0]!.source.content).toContain(
      'children',
    );
    await second.close();
  });

  test('one process makes vectors at a time, and another one waits, sees the progress and can stop', async () => {
    const { store } = await logOf();
    const { embedder, state } = model('m', 64);
    let isTaken = true;
    const embeddingTurn = { take: () => !isTaken, give: () => (isTaken = false) };
    const memory = await openMemory({ file, store, embedder, embeddingTurn });
    await memory.sync();
    const stop = new AbortController();
    const seen: string[] = [];
    const stopped = await memory.vectors!.embedAll({
      signal: stop.signal,
      onProgress(done, total) {
        seen.push(`${done} of ${total}`);
        stop.abort();
      },
    });
    expect(stopped).toEqual({ embedded: 0, dropped: 0, waiting: TALK.length });
    expect(seen).toEqual([`0 of ${TALK.length}`]);
    expect(state.calls).toBe(0);
    const { embedded } = await memory.vectors!.embedAll({ onProgress: () => (isTaken = false) });
    expect(embedded).toBe(TALK.length);
    await memory.close();
  });

  test('leaves no vector of a text that is forgotten while its vector is being made', async () => {
    const { store, appended } = await logOf();
    const { embedder, state } = model('m', 64);
    let open = () => {};
    state.gate = new Promise((resolve) => (open = () => resolve()));
    const memory = await openMemory({ file, store, embedder });
    await memory.sync();
    expect(state.calls).toBe(1);
    const { id, seq } = appended[1]!;
    await store.append('s', [
      event('memory.forgotten', { events: [{ id, seq, digest: 'sha256:00' }] }),
    ]);
    await memory.sync();
    open();
    await memory.vectors!.embedAll();
    await memory.close();
    const db = await openDatabase(file);
    const left = db.prepare('SELECT doc & 4294967295 AS seq FROM vectors').all();
    db.close();
    expect(left.map((row) => row['seq'])).not.toContain(seq);
    expect(left.length).toBe(TALK.length - 1);
  });
});
