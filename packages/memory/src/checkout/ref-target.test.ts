import { describe, expect, test } from 'vitest';
import { checkout, type CheckoutDeps } from './checkout.ts';
import log from './fixtures/coding-log.json' with { type: 'json' };
import {
  codingLog,
  fakeMemory,
  fakeStore,
  fixedClock,
  hashOf,
  type PlainEvent,
} from './fixtures/fake-memory.ts';

const rows = codingLog(log as unknown as { session: string; events: PlainEvent[] });
const { session } = rows;
const query = 'Where does the staging deploy go, and why did its health check fail?';

const deps = (over: Partial<CheckoutDeps> = {}): CheckoutDeps => ({
  memory: fakeMemory(session, rows),
  store: fakeStore(session, rows.last),
  clock: fixedClock,
  ...over,
});

const pointing = (
  seq: number,
  hash = hashOf(session, seq),
  of = session,
): Partial<CheckoutDeps> => ({
  resolveRef: () => Promise.resolve({ session: of, seq, hash }),
});

const seqs = (text: string): number[] =>
  [...text.matchAll(/eventloom:\/\/[^/]+\/events\/(\d+)#/g)].map(([, seq]) => Number(seq));

describe('a checkout with a ref', () => {
  test('shows nothing beyond the target', async () => {
    const answer = await checkout(deps(pointing(22)), { query, session, ref: 'refs/heads/main' });
    expect(Math.max(...seqs(JSON.stringify(answer)))).toBeLessThanOrEqual(22);
    expect(answer.replay_event_count).toBe(20);
    expect(answer.ref).toEqual({
      name: 'refs/heads/main',
      session_id: session,
      target_seq: 22,
      target_hash: hashOf(session, 22).slice(7),
    });
    expect(answer.prompt).toContain('As of refs/heads/main: event 22 of parcels-default.');
  });

  test('drops what a memory returns beyond the target', async () => {
    const memory = fakeMemory(session, rows);
    const careless: CheckoutDeps['memory'] = {
      ...memory,
      search: ({ query, sessions, limit }) => memory.search({ query, sessions, limit }),
      workingSet: (of) => memory.workingSet(of),
      recent: (of, limit) => memory.recent(of, limit),
    };
    const answer = await checkout(deps({ ...pointing(22), memory: careless }), {
      query,
      session,
      ref: 'refs/heads/main',
    });
    expect(Math.max(...seqs(JSON.stringify(answer)))).toBeLessThanOrEqual(22);
  });

  test('returns a fact that was superseded later as the current one of its time', async () => {
    const before = await checkout(deps(pointing(18)), {
      query: 'npm run typecheck',
      session,
      ref: 'refs/heads/main',
    });
    expect(before.evidence.map(({ content }) => content).join()).toContain('TS2345');
    const now = await checkout(deps(), { query: 'npm run typecheck', session });
    expect(now.current_facts.map(({ content }) => content).join()).not.toContain('TS2345');
  });

  test('HEAD is the end of the log', async () => {
    const { ref } = await checkout(deps(), { query, session, ref: 'HEAD' });
    expect(ref).toMatchObject({ name: 'HEAD', target_seq: 60 });
  });

  test.each([
    ['another hash', pointing(22, `sha256:${'0'.repeat(64)}`)],
    ['an event that does not exist', pointing(900)],
    ['a hash that is too short', pointing(22, hashOf(session, 22).slice(7, 12))],
  ])('is a conflict if the target names %s', async (_, over) => {
    await expect(
      checkout(deps(over), { query, session, ref: 'refs/heads/main' }),
    ).rejects.toMatchObject({ code: 'conflict' });
  });

  test('never reads a session outside the scope', async () => {
    await expect(
      checkout(deps(pointing(1, hashOf('other', 1), 'other')), {
        query,
        session,
        ref: 'refs/heads/main',
      }),
    ).rejects.toMatchObject({ code: 'permission_denied' });
  });

  test('that was never stored is not found', async () => {
    await expect(
      checkout(deps(), { query, session, ref: 'refs/heads/main' }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});
