import type { EventStore } from '@hookloom/core/events';
import { createMemoryStore } from '@hookloom/log';
import { expect, test } from 'vitest';
import { openMemory } from '../open-memory.ts';
import { leanCheckout } from './lean/lean-checkout.ts';
import { why } from './why.ts';

const said = (title: string) => ({
  type: 'decision.made',
  actorId: 'user',
  payload: { title },
  origin: { channel: 'user' as const },
});
const SESSIONS = ['a', 'b', 'c'];

async function remembered() {
  const log = createMemoryStore();
  for (const session of SESSIONS)
    await log.append(session, [said(`Use leases in ${session}`), said('Keep the queue short')]);
  const asked: string[] = [];
  const store: EventStore = {
    ...log,
    head: (session, since) => {
      asked.push(session);
      return log.head(session, since);
    },
  };
  const memory = await openMemory({ file: ':memory:', store });
  await memory.sync();
  asked.length = 0;
  const looks = () => Math.max(...SESSIONS.map((name) => asked.filter((s) => s === name).length));
  const deps = { memory, store, clock: { now: () => Date.UTC(2026, 9, 1) } };
  return { log, deps, memory, looks };
}

test('a checkout reads the head of each log once at the start and once at the end', async () => {
  const { deps, memory, looks } = await remembered();
  const { current_facts } = await leanCheckout(deps, {
    query: 'What do we use leases in?',
    session: 'a',
    sessions: SESSIONS,
  });
  expect(current_facts.length).toBeGreaterThan(0);
  expect(looks()).toBe(2);
  await memory.close();
});

test('an explanation follows the log once, although it computes both the answer and its ranking', async () => {
  const { deps, memory, log, looks } = await remembered();
  const event = (await log.at('a', 1))!;
  const { rule } = await why(
    deps,
    { query: 'What do we use leases in?', session: 'a' },
    { session: 'a', event },
  );
  expect(rule).toBe('shown');
  expect(looks()).toBeLessThanOrEqual(3);
  await memory.close();
});

test('an event appended during a question appears in the next one', async () => {
  const { memory, log } = await remembered();
  const count = async (reads: Pick<typeof memory, 'search'>) =>
    (await reads.search({ query: 'backoff', sessions: ['a'], limit: 5 })).sources.length;
  const now = await memory.snapshot!(['a']);
  await log.append('a', [said('Retry with backoff')]);
  expect(await count(now)).toBe(0);
  expect(await count(await memory.snapshot!(['a']))).toBeGreaterThan(0);
  await memory.close();
});
