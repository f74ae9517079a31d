/** What every projection store promises. The answers of the one without a file are the reference. */
import type { EventStore } from '@hookloom/core/events';
import { createMemoryStore } from '@hookloom/log';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Memory } from '../src/memory.ts';
import { openMemory } from '../src/open-memory.ts';
import type { ProjectionStore } from '../src/store/port.ts';
import { event } from './agent-events.ts';
import { answersOf } from './memory-answers.ts';
import { corpusEvents, corpusLog } from './projection-corpus.ts';
import { createToyEmbedder } from './toy-embedder.ts';

export interface ProjectionPlace {
  /** Another object for the same projection, as another process opens it. */
  projection(): ProjectionStore;
}

/**
 * @param place A separate projection for each test.
 * @param isShared Whether two may be open at once.
 */
export function projectionStoreContract(
  name: string,
  {
    place,
    isKept = true,
    isShared = isKept,
  }: { place: () => ProjectionPlace; isKept?: boolean; isShared?: boolean },
): void {
  const embedder = createToyEmbedder();
  const options = { file: ':memory:', embedder, embedAhead: false };
  const events = corpusEvents('a', 300);
  const others = corpusEvents('b', 0).slice(0, 20);
  let log: EventStore;

  async function withMemory<T>(
    projection: ProjectionStore | null,
    store: EventStore,
    use: (memory: Memory) => Promise<T>,
  ): Promise<T> {
    const memory = await openMemory({
      ...options,
      store,
      ...(projection !== null && { projection }),
    });
    try {
      return await use(memory);
    } finally {
      await memory.close();
    }
  }
  const readAll = async (memory: Memory, sessions = ['a', 'b']): Promise<unknown> => {
    await memory.vectors!.embedAll();
    return answersOf(memory, sessions);
  };

  describe(`a projection in ${name}`, () => {
    let expected: unknown;
    beforeAll(async () => {
      const { store, record } = corpusLog();
      await record('a', events);
      await record('b', others);
      log = store;
      expected = await withMemory(null, log, readAll);
    });
    afterAll(() => log.close());

    test('gives the same answers as a projection without a file', async () => {
      expect(await withMemory(place().projection(), log, readAll)).toEqual(expected);
    });

    test('gives the same answers after following the log in small steps', async () => {
      const { store, record } = corpusLog();
      await withMemory(place().projection(), store, async (memory) => {
        for (let from = 0; from < events.length; from += 37) {
          await record('a', events.slice(from, from + 37));
          await memory.sync(undefined, { maxEvents: 11 });
        }
        await record('b', others);
        expect(await readAll(memory)).toEqual(expected);
      });
    });

    test('contains nothing of a forgotten event, like a projection that never had it', async () => {
      const store = createMemoryStore();
      const [kept, secret] = await store.append('a', [
        event('decision.made', { decision: 'lock', rationale: 'keep this' }),
        event('decision.made', {
          decision: 'heron',
          rationale: 'the heron nests in building nine',
        }),
      ]);
      await withMemory(place().projection(), store, async (memory) => {
        const before = await memory.search({ query: 'heron nests', sessions: ['a'], limit: 5 });
        expect(before.sources[0]?.source.seq).toBe(secret!.seq);
        await store.append('a', [
          event('memory.forgotten', {
            events: [{ seq: secret!.seq, id: secret!.id, hash: secret!.hash }],
          }),
        ]);
        const after = await memory.search({ query: 'heron nests', sessions: ['a'], limit: 5 });
        expect([...after.sources, ...after.facts]).toEqual([]);
        const found = await memory.search({ query: 'keep this', sessions: ['a'], limit: 5 });
        expect(found.sources[0]?.source.seq).toBe(kept!.seq);
      });
    });

    test('moves notes out of the lists and back according to the retention rule', async () => {
      const rule = { notes: 0, types: {}, prompts: 0, summaries: 0, telemetry: 0 };
      const read = async (projection: ProjectionStore | null): Promise<unknown[]> => {
        const now = { ...rule };
        const memory = await openMemory({
          ...options,
          store: log,
          retention: () => now,
          ...(projection !== null && { projection }),
        });
        const page = { log: 'a', limit: 50 };
        const lists = async () => [
          await memory.notes.observations({ ...page, includeSuperseded: true }),
          await memory.notes.search({ query: 'leases', ...page }),
        ];
        try {
          const answers = [await lists()];
          now.notes = 0.01;
          now.prompts = 0.01;
          answers.push(await lists());
          now.notes = 0;
          now.prompts = 0;
          answers.push(await lists());
          expect(answers[2]).toEqual(answers[0]);
          expect(answers[1]).not.toEqual(answers[0]);
          return answers;
        } finally {
          await memory.close();
        }
      };
      expect(await read(place().projection())).toEqual(await read(null));
    });

    test.runIf(isKept)(
      'still exists after it was closed, and is rebuilt after it was deleted',
      async () => {
        const { projection } = place();
        const first = await withMemory(projection(), log, readAll);
        const again = await withMemory(projection(), log, async (memory) => {
          const cursor = await memory.stats('a', { fresh: false });
          expect(cursor.eventCount).toBe(events.length);
          return readAll(memory);
        });
        expect(again).toEqual(first);
        const anew = await withMemory(projection(), log, async (memory) => {
          await memory.reset();
          return readAll(memory);
        });
        expect(anew).toEqual(first);
      },
    );

    test.runIf(isKept)('keeps nothing of a transaction that failed in the middle', async () => {
      const { projection } = place();
      const opened = projection();
      const failing: ProjectionStore = {
        ...opened,
        async open() {
          const db = await opened.open();
          let left = 400;
          const add = db.postings.add.bind(db.postings);
          db.postings.add = (...row) => {
            if (left-- === 0) throw new Error('the process ended');
            add(...row);
          };
          return { ...db, batch: 64 };
        },
      };
      const broken = await openMemory({ ...options, store: log, projection: failing });
      await expect(broken.sync())
        .resolves.toBeDefined()
        .catch(() => {});
      await broken.close();
      expect(await withMemory(projection(), log, readAll)).toEqual(expected);
    });

    test.runIf(isShared)('accepts two processes that follow the same log at once', async () => {
      const { projection } = place();
      const both = await Promise.all([
        withMemory(projection(), log, readAll),
        withMemory(projection(), log, readAll),
      ]);
      expect(both[0]).toEqual(expected);
      expect(both[1]).toEqual(expected);
    });

    test('is rebuilt if it is damaged', async () => {
      const opened = place().projection();
      let damage = (): void => {};
      const watched: ProjectionStore = {
        ...opened,
        async open() {
          const db = await opened.open();
          damage = () => db.exec('DROP TABLE facts');
          return db;
        },
      };
      await withMemory(watched, log, async (memory) => {
        await memory.sync();
        damage();
        await memory.facts({ sessions: ['a'], limit: 1 });
        expect(await readAll(memory)).toEqual(expected);
      });
    });
  });
}
