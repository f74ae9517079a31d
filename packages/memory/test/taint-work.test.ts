/** Following outside text through a log: the work for an event does not grow with the log. */
import type { Channel, UnsealedEvent } from '@hookloom/core/events';
import { createMemoryStore } from '@hookloom/log';
import { expect, test } from 'vitest';
import { createProjector } from '../src/project/projector.ts';
import type { Database } from '../src/store/port.ts';
import { memoryProjection } from '../src/store/projection-in.ts';

const session = 'demo-default';
const THINGS = ['queue', 'worker', 'gateway', 'cache', 'index', 'lease', 'journal', 'bucket'];

/** A page, an assistant's version of it, and a person's turn, all in the same few words. */
function round(n: number): UnsealedEvent[] {
  const [thing, other] = [THINGS[n % 8]!, THINGS[(n >> 3) % 8]!];
  const heard = (role: string, channel: Channel, content: string): UnsealedEvent => ({
    type: 'transcript.turn',
    actorId: role,
    payload: { role, content },
    origin: { channel, session_id: 'c1' },
  });
  const claim = `The ${thing} of the ${other} listens on port ${9000 + (n % 64)} and retries each request.`;
  return [
    {
      type: 'tool.call.completed',
      actorId: 'web',
      payload: {
        tool_name: 'WebFetch',
        result_summary: `${claim} The ${other} needs more memory.`,
      },
      origin: { channel: 'web', session_id: 'c1' },
    },
    heard('user', 'user', `Please check the ${thing} of the ${other}, and each request to it.`),
    heard('assistant', 'model', `I read it. ${claim} I keep the ${other} as it is.`),
  ];
}

/** Counts the queries to the search table, and the documents that are read. */
function counted(db: Database): { db: Database; reads: () => number } {
  let reads = 0;
  const isCounted = /^SELECT content FROM docs/;
  return {
    reads: () => reads,
    db: {
      ...db,
      postings: {
        ...db.postings,
        find: (...asked) => (reads++, db.postings.find(...asked)),
      },
      prepare(sql) {
        const statement = db.prepare(sql);
        if (!isCounted.test(sql)) return statement;
        return {
          run: (...values) => statement.run(...values),
          get: (...values) => (reads++, statement.get(...values)),
          all: (...values) => (reads++, statement.all(...values)),
        };
      },
    },
  };
}

test('compares sentences in words that the log already has without searching it again', async () => {
  const { db, reads } = counted(await memoryProjection().open());
  const store = createMemoryStore();
  const projector = createProjector(db, store);
  const follow = async (from: number, to: number): Promise<number> => {
    const before = reads();
    for (let n = from; n < to; n++) await store.append(session, round(n));
    await projector.follow(session, Number.MAX_SAFE_INTEGER);
    return reads() - before;
  };
  const first = await follow(0, 64);
  expect(first).toBeGreaterThan(0);
  // Each new turn of a person is read at most once; a new page is compared with what was used before it.
  expect(await follow(64, 128)).toBeLessThanOrEqual(2 * 64);
  expect(await follow(128, 192)).toBeLessThanOrEqual(2 * 64);
  await db.close();
});
