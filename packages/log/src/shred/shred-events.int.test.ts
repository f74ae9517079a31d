import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Cursor, UnsealedEvent } from '@hookloom/core/events';
import { olderLines } from '../envelope/legacy-lines.fixture.ts';
import { readBatches } from '../read/read-batches.ts';
import { readEvents } from '../read/read-events.ts';
import { openJsonlStore, type JsonlStore } from '../stores/jsonl/index.ts';
import { verifyLog } from '../verify/verify-log.ts';
import { describeForgotten, shredEvents } from './shred-events.ts';

const CANARY = 'the canary sings at noon';
let dir: string;
let path: string;
let store: JsonlStore;
beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), 'hookloom-shred-')), '.eventloom');
  path = join(dir, 'demo.jsonl');
  store = openJsonlStore({ dir, installation: 'any' });
});
afterEach(async () => {
  await store.close();
  rmSync(join(dir, '..'), { recursive: true, force: true });
});

function event(text: string, more: Partial<UnsealedEvent> = {}): UnsealedEvent {
  return {
    type: 'decision.made',
    actorId: 'assistant',
    payload: { text },
    origin: { channel: 'user' },
    ...more,
  };
}

async function forget(seqs: number[]): Promise<string> {
  const events = describeForgotten(dir, 'demo', seqs) as unknown as UnsealedEvent['payload'][];
  const payload = { events, reason: 'asked by the user' };
  const [result] = await store.append('demo', [
    event('', { type: 'memory.forgotten', actorId: 'user', payload }),
  ]);
  return result!.id;
}

const shred = (seqs: number[], by: string) => shredEvents({ dir, session: 'demo', seqs, by });

function filesHolding(text: string): string[] {
  return readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => statSync(join(dir, name)).isFile() && readFileSync(join(dir, name)).includes(text),
  );
}

test('a shredded text is in no file, and the log still verifies', async () => {
  await store.append('demo', [event('one'), event(CANARY), event('three')]);
  await store.append('demo', [event('four')]);
  expect(await verifyLog(dir, 'demo', { incremental: true })).toMatchObject({
    ok: true,
    shredded: 0,
  });
  const hashes = [...readEvents(path)].map(({ hash }) => hash);
  const by = await forget([2, 4]);
  expect(await shred([2, 4, 2], by)).toEqual({ shredded: [2, 4], already: [] });

  expect(filesHolding(CANARY)).toEqual([]);
  const head = await store.head('demo');
  expect(await verifyLog(dir, 'demo')).toMatchObject({
    ok: true,
    shredded: 2,
    total_events: 5,
    head,
  });
  expect(await verifyLog(dir, 'demo', { incremental: true })).toMatchObject({
    ok: true,
    shredded: 2,
    trusted_prefix: 5,
  });
  expect(await verifyLog(dir, 'demo', { thorough: true })).toMatchObject({ ok: true, shredded: 2 });
  const events = [...readEvents(path)];
  expect(events.slice(0, 4).map(({ hash }) => hash)).toEqual(hashes);
  expect(events[1]).toMatchObject({ seq: 2, type: 'decision.made', payload: {}, shredded: { by } });
  expect(events.map(({ payload }) => payload['text'])).toEqual([
    'one',
    undefined,
    'three',
    undefined,
    undefined,
  ]);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await shred([2], by)).toEqual({ shredded: [], already: [2] });
});

test('writers and followers continue after shredding', async () => {
  const delivery = { scope: 'client', key: 'once' };
  await store.append('demo', [event(CANARY), event('two')]);
  const [first] = await store.append('demo', [event('three', { delivery })]);
  let cursor: Cursor | undefined;
  for await (const batch of readBatches(path)) ({ cursor } = batch);
  await shred([1], await forget([1]));
  const [again] = await store.append('demo', [event('three', { delivery })]);
  expect(again).toMatchObject({ seq: first!.seq, hash: first!.hash, duplicate: true });
  await store.append('demo', [event('four')]);
  const seen: number[] = [];
  for await (const { events } of readBatches(path, { after: cursor! }))
    seen.push(...events.map(({ seq }) => seq));
  expect(seen).toEqual([4, 5]);
  expect(await verifyLog(dir, 'demo')).toMatchObject({ ok: true, total_events: 5, recovered: 0 });
});

test('shreds recovered torn bytes with the event', async () => {
  await store.append('demo', [event('one')]);
  writeFileSync(path, `{"actorId":"x","payload":{"text":"${CANARY}`, { flag: 'a' });
  await store.append('demo', [event(CANARY)]);
  expect(await verifyLog(dir, 'demo')).toMatchObject({ ok: true, recovered: 1 });
  await shred([3], await forget([3]));
  expect(filesHolding(CANARY)).toEqual([]);
  expect(await verifyLog(dir, 'demo')).toMatchObject({ ok: true, recovered: 1, shredded: 1 });
});

test('can shred older lines too', async () => {
  mkdirSync(dir, { mode: 0o700 });
  writeFileSync(path, `${olderLines.zaxyFirst}\n${olderLines.zaxySecond}\n`, { mode: 0o600 });
  await shred([1, 2], await forget([1, 2]));
  expect(filesHolding('Ship it')).toEqual([]);
  expect(await verifyLog(dir, 'demo')).toMatchObject({ ok: true, shredded: 2, total_events: 3 });
});

describe('refuses to shred', () => {
  beforeEach(async () => {
    await store.append('demo', [event(CANARY), event('two')]);
  });
  const code = (wanted: string) => expect.objectContaining({ code: wanted });

  test('without an event that certifies it', async () => {
    await expect(shred([1], 'evt_none')).rejects.toEqual(code('not_found'));
    const by = await forget([1]);
    await expect(shred([1, 2], by)).rejects.toEqual(code('conflict'));
    expect(filesHolding(CANARY)).toEqual(['demo.jsonl']);
  });

  test('events that certify others, and events that do not exist', async () => {
    const by = await forget([1]);
    expect(() => describeForgotten(dir, 'demo', [3])).toThrowError(code('invalid_request'));
    expect(() => describeForgotten(dir, 'demo', [9])).toThrowError(code('not_found'));
    expect(() => describeForgotten(dir, 'other', [1])).toThrowError(code('not_found'));
    await expect(shred([9], by)).rejects.toEqual(code('not_found'));
  });

  test('an event that does not verify', () => {
    writeFileSync(path, readFileSync(path, 'utf8').replace('noon', 'dusk'));
    expect(() => describeForgotten(dir, 'demo', [1])).toThrowError(code('corrupt'));
  });
});

describe('detects forged shredding', () => {
  test('that no event certifies', async () => {
    await store.append('demo', [event(CANARY), event('two')]);
    const text = readFileSync(path, 'utf8');
    const stub = `{"__batch":{"first":1,"size":2},"__shredded":{"by":"evt_x","digest":"sha256:${'0'.repeat(64)}"}}`;
    writeFileSync(
      path,
      text.replace(/"payload":\{.*?\},"threadId"/, `"payload":${stub},"threadId"`),
    );
    expect(await verifyLog(dir, 'demo')).toMatchObject({
      ok: false,
      broken_at_seq: 1,
      broken_reason: 'unvouched_shredding',
    });
  });

  test('by any flipped byte of a shredded log', async () => {
    await store.append('demo', [event(CANARY)]);
    await store.append('demo', [event('two')]);
    await shred([1], await forget([1]));
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length; at++) {
      bytes[at]! ^= 1;
      writeFileSync(path, bytes);
      bytes[at]! ^= 1;
      const { ok } = await verifyLog(dir, 'demo');
      if (ok) expect.fail(`byte ${at} went unnoticed`);
    }
  });
});
