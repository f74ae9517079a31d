/**
 * What every `EventStore` promises, whatever it stores in. A driver's test calls `describeEventStore` with a factory:
 *
 * @example describeEventStore('memory', async () => ({ store: createMemoryStore(), close: async () => {} }));
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AppendResult, Cursor, EventStore, UnsealedEvent } from '@hookloom/core/events';
import { event, isChain, readAll, S, type StoreUnderTest } from './store-under-test.ts';
import { describeVerification } from './verification-contract.ts';

export function describeEventStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`an event store in ${name}`, () => {
    let under: StoreUnderTest;
    let store: EventStore;
    beforeEach(async () => {
      under = await open();
      store = under.store;
    });
    afterEach(() => under.close());

    const append = async (...events: UnsealedEvent[]): Promise<AppendResult[]> =>
      store.append(S, events);
    const appendOne = async (n: number, more: Partial<UnsealedEvent> = {}): Promise<AppendResult> =>
      (await append(event({ n }, more)))[0]!;

    test('has no head, no events and nothing to verify before the first append', async () => {
      expect({
        head: await store.head(S),
        events: await readAll(store),
        at: await store.at(S, 1),
        sessions: await store.sessions(),
        ok: (await store.verify(S)).ok,
      }).toEqual({ head: null, events: [], at: null, sessions: [], ok: true });
    });

    test('returns appended events with their position in the chain', async () => {
      const payload = {
        text: 'café ✓ 𝛀 \u2028',
        b: { y: 1, x: [1e-7, -0, 1e21] },
        A: null,
        __proto: true,
      };
      const origin = {
        channel: 'tool',
        client: 'claude-code',
        session_id: 'c1',
        tool: 'Bash',
      } as const;
      const first = await appendOne(1);
      const [second] = await append(
        event(payload, {
          origin,
          parentEventId: first.id,
          causedBy: [first.id],
          timestamp: '2026-01-01T02:00:00.5+02:00',
          id: 'evt_given',
        }),
      );
      expect(second).toEqual({
        seq: 2,
        hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        previousHash: first.hash,
        id: 'evt_given',
        duplicate: false,
      });
      expect(await store.at(S, 2)).toEqual({
        seq: 2,
        id: 'evt_given',
        type: 'decision.made',
        actorId: 'assistant',
        threadId: S,
        timestamp: '2026-01-01T00:00:00.500Z',
        payload: { ...payload, b: { y: 1, x: [1e-7, 0, 1e21] } },
        parentEventId: first.id,
        causedBy: [first.id],
        hash: second!.hash,
        previousHash: first.hash,
        form: 'hookloom.v1',
        security: { sensitivity: 'public', redacted_paths: [] },
        origin,
        shredded: null,
      });
      expect(await store.head(S)).toEqual({ seq: 2, hash: second!.hash });
      expect(await store.sessions()).toEqual([
        { session: S, head: { seq: 2, hash: second!.hash } },
      ]);
    });

    test('accepts a payload of one megabyte', async () => {
      const text = '0123456789abcdef'.repeat(62_500);
      await append(event({ text }));
      expect((await store.at(S, 1))?.payload).toEqual({ text });
    });

    test('refuses invalid events, and writes nothing of their batch', async () => {
      const bad: UnsealedEvent[] = [
        event({}, { type: 'single' }),
        event({}, { type: 'Upper.case' }),
        event({}, { actorId: '' }),
        event({}, { id: 'x' }),
        event({}, { causedBy: [''] }),
        event({}, { timestamp: 'yesterday' }),
        event({}, { origin: { channel: 'other' as never } }),
        event({}, { id: 'evt_a', delivery: { scope: 's', key: 'k' } }),
        event({ __origin: { channel: 'user' } }),
        event({ __zaxy_security: {} }),
        event({ __batch: {} }),
        event({ __shredded: {} }),
        event({ text: 'x'.repeat(1_048_577) }),
        event({ text: '\ud800' }),
        event({ n: Number.POSITIVE_INFINITY }),
        event([] as never),
      ];
      for (const wrong of bad) {
        await expect(append(event({ fine: true }), wrong)).rejects.toMatchObject({
          code: 'invalid_request',
        });
      }
      for (const session of ['', '.', '..', 'a/b', 'a\\b', 'x'.repeat(129), 'a\0'])
        await expect(store.append(session, [event({})])).rejects.toMatchObject({
          code: 'invalid_request',
        });
      expect(await readAll(store)).toEqual([]);
    });

    test('appends a batch completely and in order', async () => {
      await appendOne(0);
      const results = await append(event({ n: 1 }), event({ n: 2 }), event({ n: 3 }));
      const events = await readAll(store);
      expect(results.map(({ seq }) => seq)).toEqual([2, 3, 4]);
      expect(events.map(({ payload }) => payload)).toEqual([
        { n: 0 },
        { n: 1 },
        { n: 2 },
        { n: 3 },
      ]);
      expect(isChain(events)).toBe(true);
      expect(await append()).toEqual([]);
    });

    test('appends a delivery once, however often it arrives and in whatever batch', async () => {
      const delivery = { scope: 'client-session', key: 'tool-1' };
      const first = await appendOne(1, { delivery });
      const again = await appendOne(1, { delivery });
      expect(again).toEqual({ ...first, duplicate: true });
      const other = await appendOne(1, { delivery: { scope: 'other-session', key: 'tool-1' } });
      expect(other.duplicate).toBe(false);
      const mixed = await append(
        event({ n: 1 }, { delivery }),
        event({ n: 2 }, { delivery: { ...delivery, key: 'tool-2' } }),
        event({ n: 3 }),
        event({ n: 2 }, { delivery: { ...delivery, key: 'tool-2' } }),
      );
      expect(mixed.map(({ seq, duplicate }) => [seq, duplicate])).toEqual([
        [1, true],
        [3, false],
        [4, false],
        [3, true],
      ]);
      expect((await readAll(store)).length).toBe(4);
    });

    test('appends only at the expected head', async () => {
      await expect(store.append(S, [event({})], { expectHead: 'sha256:0' })).rejects.toMatchObject({
        code: 'conflict',
      });
      const [first] = await store.append(S, [event({ n: 1 })], { expectHead: null });
      await expect(store.append(S, [event({})], { expectHead: null })).rejects.toMatchObject({
        code: 'conflict',
      });
      const [second] = await store.append(S, [event({ n: 2 })], { expectHead: first!.hash });
      await expect(store.append(S, [event({})], { expectHead: first!.hash })).rejects.toMatchObject(
        {
          code: 'conflict',
        },
      );
      expect(await store.head(S)).toEqual({ seq: 2, hash: second!.hash });
    });

    test('lets one of many writers with the same expected head win', async () => {
      const { hash } = await appendOne(0);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 10 }, (_, n) => store.append(S, [event({ n })], { expectHead: hash })),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1);
    });

    test('makes one chain of concurrent appends', async () => {
      const results = await Promise.all(Array.from({ length: 60 }, (_, n) => appendOne(n)));
      const events = await readAll(store);
      expect(isChain(events)).toBe(true);
      expect(new Set(results.map(({ seq }) => seq)).size).toBe(60);
      for (const { seq, hash, id } of results) {
        const stored = events[seq - 1]!;
        expect({ hash: stored.hash, id: stored.id }).toEqual({ hash, id });
      }
    });

    test('separates sessions', async () => {
      await appendOne(1);
      await store.append('other', [event({ n: 2 })]);
      expect((await store.sessions()).map(({ session }) => session)).toEqual([S, 'other']);
      expect((await readAll(store, 'other')).map(({ seq, payload }) => ({ seq, payload }))).toEqual(
        [{ seq: 1, payload: { n: 2 } }],
      );
    });

    test('reads windows', async () => {
      await append(...Array.from({ length: 10 }, (_, i) => event({ n: i + 1 })));
      const window = async (options: object) => {
        const seqs: number[] = [];
        for await (const { seq } of store.read(S, options)) seqs.push(seq);
        return seqs;
      };
      expect(await window({ fromSeq: 3, toSeq: 5 })).toEqual([3, 4, 5]);
      expect(await window({ fromSeq: 8 })).toEqual([8, 9, 10]);
      expect(await window({ fromSeq: 2, limit: 2 })).toEqual([2, 3]);
      expect(await window({ fromSeq: 11 })).toEqual([]);
    });

    test('returns all events of the requested types, and no changed one', async () => {
      const types = ['goal.created', 'memory.released'];
      const sealed = Array.from({ length: 200 }, (_, n) =>
        event({ n, say: '"type":"goal.created"}' }, n % 40 === 7 ? { type: types[n % 2]! } : {}),
      );
      for (const each of sealed.slice(0, 60)) await append(each);
      await append(...sealed.slice(60));
      const seqs = async () => {
        const found: number[] = [];
        for await (const { seq, type } of store.read(S, { types }))
          if (types.includes(type)) found.push(seq);
        return found;
      };
      expect(await seqs()).toEqual([8, 48, 88, 128, 168]);
      if (under.damage === undefined) return;
      await under.damage(S, (lines) =>
        lines.map((line, at) => (at === 87 ? line.replace('"n":87', '"n":86') : line)),
      );
      expect(await seqs()).toEqual([8, 48, 128, 168]);
    });

    test('lets a follower continue where it stopped, without gaps or repetitions', async () => {
      const seen: number[] = [];
      let after: Cursor | undefined;
      for (let round = 0; round < 5; round++) {
        await append(...Array.from({ length: 7 }, (_, i) => event({ n: round * 7 + i })));
        for await (const batch of store.readBatches(S, {
          maxEvents: 3,
          ...(after === undefined ? {} : { after }),
        })) {
          seen.push(...batch.events.map(({ payload }) => payload['n'] as number));
          after = batch.cursor;
          if (round % 2 === 1) break;
        }
      }
      const rest = store.readBatches(S, after === undefined ? {} : { after });
      for await (const batch of rest)
        seen.push(...batch.events.map(({ payload }) => payload['n'] as number));
      expect(seen).toEqual(Array.from({ length: 35 }, (_, i) => i));
      const lost: Cursor = { ...after!, hash: `sha256:${'0'.repeat(64)}` };
      const follow = async () => {
        for await (const _ of store.readBatches(S, { after: lost }));
      };
      await expect(follow()).rejects.toMatchObject({ code: 'conflict' });
    });

    describeVerification(() => under);

    test('combines several openers of the same data into one log', async () => {
      if (under.openAnother === undefined) return;
      const other = await under.openAnother();
      for (let n = 0; n < 20; n++)
        await (n % 2 === 0 ? store : other).append(S, [event({ n })], { durability: 'os' });
      const events = await readAll(other);
      expect(events.map(({ payload }) => payload['n'])).toEqual(
        Array.from({ length: 20 }, (_, i) => i),
      );
      expect(isChain(events)).toBe(true);
      await other.close();
    });
  });
}
