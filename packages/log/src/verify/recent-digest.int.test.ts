import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJsonlStore, type JsonlStore } from '../stores/jsonl/index.ts';

let dir: string;
let store: JsonlStore;
const HOUR = 3_600_000;
const recently = { incremental: true, withinMs: HOUR };

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'hookloom-recent-'));
  store = openJsonlStore({ dir, installation: 'any' });
  await append('first');
  await append('second');
});
afterEach(async () => {
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

function append(title: string) {
  const event = {
    type: 'decision.made',
    actorId: 'user',
    payload: { title },
    origin: { channel: 'user' as const },
  };
  return store.append('demo', [event]);
}

function changeFirst() {
  const path = join(dir, 'demo.jsonl');
  writeFileSync(path, readFileSync(path, 'utf8').replace('first', 'FIRST'));
}

test('does not read recently verified events again after an append', async () => {
  expect(await store.verify('demo', recently)).toMatchObject({ ok: true, trusted_prefix: 0 });
  changeFirst();
  await append('third');
  expect(await store.verify('demo', recently)).toMatchObject({
    ok: true,
    trusted_prefix: 2,
    total_events: 3,
  });
});

test('the next verification finds a change in them, and the changed event is never returned', async () => {
  await store.verify('demo', recently);
  changeFirst();
  await append('third');
  const found = { ok: false, broken_at_seq: 1 };
  expect(await store.verify('demo', { ...recently, withinMs: -1 })).toMatchObject(found);
  expect(await store.verify('demo', { incremental: true })).toMatchObject(found);
  expect((await store.check('demo', [1])).get(1)).toMatchObject({ state: 'unavailable' });
});

test('reads a file that replaced the log from its beginning', async () => {
  await store.verify('demo', recently);
  const path = join(dir, 'demo.jsonl');
  const text = readFileSync(path, 'utf8').replace('first', 'FIRST');
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
  expect(await store.verify('demo', recently)).toMatchObject({ ok: false, broken_at_seq: 1 });
});
