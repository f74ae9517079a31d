import type { UnavailableEvent } from '@hookloom/core/events';
import { describe, expect, test } from 'vitest';
import { checkout } from './checkout.ts';
import { assembleContext } from './context.ts';
import { factFrom, fakeMemory, fakeStore, fixedClock } from './fixtures/fake-memory.ts';
import { mergeUnavailable, unavailableLines } from './unavailable.ts';

const session = 'demo-default';
const QUERY = 'On which port does the API listen?';
const TEXT = 'The API listens on port 8080.';
const fact = factFrom(session, {
  seq: 7,
  type: 'decision.made',
  kind: 'decision',
  name: 'Port of the API',
  actor: 'user',
  channel: 'user',
  text: TEXT,
});
const refused = (seq: number, over: Partial<UnavailableEvent> = {}): UnavailableEvent => ({
  session,
  seq,
  reason: 'hash_mismatch',
  detail: 'the content does not match the stored hash',
  ...over,
});

/** A log in which event 7 fails verification. */
function damaged() {
  const store = fakeStore(session, 9);
  return {
    ...store,
    check: async (of: string, seqs: readonly number[]) =>
      new Map(
        [...(await store.check(of, seqs))].map(([seq, checked]) => [
          seq,
          seq === 7 ? ({ state: 'unavailable', unavailable: refused(7) } as const) : checked,
        ]),
      ),
  };
}
const deps = { memory: fakeMemory(session, { facts: [fact], last: 9 }), clock: fixedClock };

describe('a fact whose event fails verification', () => {
  test('is not shown, and the answer starts with the seq and the reason', async () => {
    const sound = await checkout(
      { ...deps, store: fakeStore(session, 9) },
      { query: QUERY, session },
    );
    expect(sound.quality.answerability).toBe('answer_from_memory');
    expect(sound).not.toHaveProperty('unavailable');
    const answer = await checkout({ ...deps, store: damaged() }, { query: QUERY, session });
    expect(JSON.stringify(answer)).not.toContain('8080');
    expect(Object.keys(answer)[0]).toBe('unavailable');
    expect(answer.unavailable).toEqual([
      {
        session_id: session,
        seq: 7,
        reason: 'hash_mismatch',
        detail: 'the content does not match the stored hash',
      },
    ]);
    expect(answer.quality.answerability).toBe('refresh_recommended');
    expect(answer.quality.reasons.join()).toContain('This is not an empty result.');
    expect(answer.prompt.split('\n\n')[1]).toMatch(
      /^# Unavailable Events\n- Event 7 of demo-default is unavailable \(hash_mismatch\)/,
    );
  });

  test('is also named at the start of a context', async () => {
    const answer = await assembleContext({ ...deps, store: damaged() }, { query: QUERY, session });
    expect(JSON.stringify(answer)).not.toContain('8080');
    expect(answer.unavailable).toMatchObject([{ seq: 7 }]);
    expect(answer.prompt).toMatch(/^# Unavailable Events\n- Event 7 of demo-default/);
  });
});

test('a checkout cannot answer from other facts alone if following the log skipped an event', async () => {
  const gaps = [refused(8)];
  const stats = async (of: string) => ({ ...(await deps.memory.stats(of)), gaps });
  const memory = { ...deps.memory, stats };
  const answer = await checkout(
    { ...deps, memory, store: fakeStore(session, 9) },
    { query: QUERY, session },
  );
  expect(answer.unavailable).toMatchObject([{ seq: 8 }]);
  expect(answer.current_facts).toHaveLength(1);
  expect(answer.quality.answerability).toBe('refresh_recommended');
});

test('an event that another one replaced is unavailable', async () => {
  const store = fakeStore(session, 9, { over: { 7: { hash: `sha256:${'a'.repeat(64)}` } } });
  const answer = await checkout({ ...deps, store }, { query: QUERY, session });
  expect(answer.current_facts).toEqual([]);
  expect(answer.unavailable).toMatchObject([{ seq: 7, reason: 'replaced' }]);
});

test('names each event once, and neighbours together', () => {
  const merged = mergeUnavailable(
    [refused(3), refused(4, { last: 6 })],
    [refused(5), refused(9), refused(10, { reason: 'cut_tail' })],
  );
  expect(merged.map(({ seq, last }) => [seq, last])).toEqual([
    [3, 6],
    [9, undefined],
    [10, undefined],
  ]);
  const many = Array.from({ length: 20 }, (_, i) => refused(1 + 2 * i));
  expect(unavailableLines(many)).toHaveLength(10);
  expect(unavailableLines(many)[8]).toBe('- 12 more are unavailable.');
});
