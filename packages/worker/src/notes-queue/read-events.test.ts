import { createMemoryStore } from '@hookloom/log';
import { expect, it } from 'vitest';
import { readEvents } from './read-events.ts';

it('reads adjacent events together and distant ones separately, however many others wait', async () => {
  const store = createMemoryStore();
  await store.append(
    's',
    Array.from({ length: 1000 }, (_, at) => ({
      type: 'goal.created',
      actorId: 'a',
      payload: { title: `goal ${at + 1}` },
      origin: { channel: 'user' } as const,
    })),
  );
  const reads: unknown[] = [];
  const counting: typeof store = {
    ...store,
    at: (session, seq) => {
      reads.push(seq);
      return store.at(session, seq);
    },
    read: (session, options) => {
      reads.push([options?.fromSeq, options?.toSeq]);
      return store.read(session, options);
    },
  };
  const found = await readEvents(counting, 's', [3, 1, 40, 900, 2, 5000]);
  expect(reads).toEqual([[1, 40], 900, 5000]);
  for (const seq of [1, 2, 3, 40, 900])
    expect(found.get(seq)?.payload).toEqual({ title: `goal ${seq}` });
  expect(found.has(5000)).toBe(false);
});
