import { beforeEach, describe, expect, test } from 'vitest';
import type { AppendResult, EventStore, UnsealedEvent } from '@hookloom/core/events';
import { createMemoryStore } from '../stores/memory/index.ts';
import { isRefName, listRefs, resolveRef, updateRef, type RefUpdate } from './refs.ts';

const origin = { channel: 'user' } as const;
const event: UnsealedEvent = {
  type: 'decision.made',
  actorId: 'user',
  payload: { decision: 'x' },
  origin,
};
const code = (wanted: string) => expect.objectContaining({ code: wanted });

let store: EventStore;
let logs: Map<string, string[]>;
let first: AppendResult;
let second: AppendResult;
beforeEach(async () => {
  logs = new Map();
  store = createMemoryStore({ logs });
  [first, second] = (await store.append('demo', [event, event])) as [AppendResult, AppendResult];
});

const update = (more: Partial<RefUpdate> = {}): RefUpdate => ({
  name: 'refs/heads/main',
  session: 'demo',
  targetSeq: 1,
  targetHash: first.hash,
  origin,
  ...more,
});

test('accepts HEAD and refs/ paths without .. as names', () => {
  for (const name of [
    'HEAD',
    'refs/heads/main',
    'refs/a',
    `refs/${'x'.repeat(240)}`,
    'refs/v1.2-rc_3',
  ])
    expect([name, isRefName(name)]).toEqual([name, true]);
  for (const name of [
    '',
    'head',
    'refs/',
    'refs//a',
    'refs/a/',
    'refs/./a',
    'refs/../a',
    'refs/a..b/..',
    'main',
    'refs/ä',
    `refs/${'x'.repeat(241)}`,
    'refs/a\n',
  ])
    expect([name, isRefName(name)]).toEqual([name, false]);
});

test('resolves HEAD to the end of the session', async () => {
  expect(await resolveRef(store, 'HEAD', 'demo')).toEqual({
    name: 'HEAD',
    session_id: 'demo',
    target_seq: 2,
    target_hash: second.hash.slice(7),
    ref_type: 'head',
  });
  await expect(resolveRef(store, 'HEAD', 'empty')).rejects.toEqual(code('not_found'));
});

test('resolves a ref to where it was last set', async () => {
  const set = await updateRef(store, update());
  expect(set).toEqual({
    name: 'refs/heads/main',
    session_id: 'demo',
    target_seq: 1,
    target_hash: first.hash.slice(7),
    ref_type: 'head',
  });
  expect(await resolveRef(store, 'refs/heads/main', 'another')).toEqual(set);
  const moved = await updateRef(
    store,
    update({ targetSeq: 2, targetHash: second.hash.slice(7, 19), refType: 'tag' }),
  );
  expect(moved).toMatchObject({
    target_seq: 2,
    target_hash: second.hash.slice(7),
    ref_type: 'tag',
  });
  await updateRef(store, update({ name: 'refs/a' }));
  expect(await resolveRef(store, 'refs/heads/main', 'demo')).toEqual(moved);
  expect((await listRefs(store)).map(({ name, target_seq }) => [name, target_seq])).toEqual([
    ['refs/a', 1],
    ['refs/heads/main', 2],
  ]);
  expect(await store.verify('__refs__')).toMatchObject({ ok: true, total_events: 3 });
});

describe('a ref is refused', () => {
  test.each([
    [{ name: 'HEAD' }, 'invalid_request'],
    [{ name: 'refs/../x' }, 'invalid_request'],
    [{ refType: 'a b' }, 'invalid_request'],
    [{ targetHash: 'abc' }, 'invalid_request'],
    [{ session: '../x' }, 'invalid_request'],
    [{ targetSeq: 3 }, 'not_found'],
    [{ session: 'empty' }, 'not_found'],
    [{ targetSeq: 2 }, 'conflict'],
    [{ targetHash: '0'.repeat(12) }, 'conflict'],
  ])('for %j', async (more, expected) => {
    await expect(updateRef(store, update(more))).rejects.toEqual(code(expected));
    expect(await listRefs(store)).toEqual([]);
  });
});

test('reports an unknown ref as not found', async () => {
  await expect(resolveRef(store, 'refs/heads/main', 'demo')).rejects.toEqual(code('not_found'));
});

test('does not resolve a ref whose target is no longer in the log', async () => {
  await updateRef(store, update({ targetSeq: 2, targetHash: second.hash }));
  logs.get('demo')!.pop();
  await expect(resolveRef(store, 'refs/heads/main', 'demo')).rejects.toEqual(code('conflict'));
  await store.append('demo', [{ ...event, payload: { decision: 'another' } }]);
  await expect(resolveRef(store, 'refs/heads/main', 'demo')).rejects.toEqual(code('conflict'));
});
