import type { UnsealedEvent } from '@hookloom/core/events';
import { createMemoryStore } from '@hookloom/log';
import { expect, it } from 'vitest';
import { readTail } from './tail.ts';

const LOG = 'demo-default';

async function logOf(count: number) {
  const store = createMemoryStore();
  const events = Array.from({ length: count }, (_, at): UnsealedEvent => ({
    type: at % 10 === 0 ? 'decision.made' : 'file.edit.applied',
    actorId: 'user',
    payload: { title: `event ${at + 1}` },
    origin: { channel: 'user' },
  }));
  await store.append(LOG, events);
  return store;
}

const seqs = ({ events }: { events: { seq: number }[] }) => events.map(({ seq }) => seq);

it('returns the newest events first, and the next page starts where the last one ended', async () => {
  const store = await logOf(30);
  const first = await readTail(store, { log: LOG, limit: 4, look: 1000 });
  expect([seqs(first), first.before, first.head]).toEqual([[30, 29, 28, 27], 27, 30]);
  const second = await readTail(store, { log: LOG, limit: 100, look: 1000, before: 4 });
  expect([seqs(second), second.before]).toEqual([[3, 2, 1], null]);
});

it('reads up to a limit to find events that pass a filter', async () => {
  const store = await logOf(2000);
  const wanted = ({ type }: { type: string }) => type === 'decision.made';
  const found = await readTail(store, { log: LOG, limit: 5, look: 1000, wanted });
  expect(seqs(found)).toEqual([1991, 1981, 1971, 1961, 1951]);
  const none = await readTail(store, { log: LOG, limit: 5, look: 600, wanted: () => false });
  expect([none.events, none.looked, none.before]).toEqual([[], 600, 1401]);
});

it('an empty log has no events', async () => {
  const store = createMemoryStore();
  expect(await readTail(store, { log: LOG, limit: 5, look: 100 })).toEqual({
    events: [],
    before: null,
    looked: 0,
    since: null,
    head: 0,
  });
});
