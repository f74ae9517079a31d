/** Remembered texts and recorded decisions: what each ends, and what it keeps. */
import { renderCitation } from '@hookloom/core';
import type { Channel, EventStore, UnsealedEvent } from '@hookloom/core/events';
import { createMemoryStore } from '@hookloom/log';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Memory } from '../src/memory.ts';
import { openMemory } from '../src/open-memory.ts';

let store: EventStore;
let memory: Memory;
beforeEach(async () => {
  store = createMemoryStore();
  memory = await openMemory({ file: ':memory:', store });
});
afterEach(() => memory.close());

const append = (...events: UnsealedEvent[]) => store.append('s', events);
const say = (content: string): UnsealedEvent => ({
  type: 'transcript.turn',
  actorId: 'user',
  payload: { role: 'user', content, session_id: 'c1' },
  origin: { channel: 'user', session_id: 'c1' },
});
const decide = (payload: {
  decision: string;
  rationale?: string;
  supersedes?: string[];
}): UnsealedEvent => ({
  type: 'decision.made',
  actorId: 'assistant',
  payload,
  origin: { channel: 'model' },
});

const remember = (text: string, channel: Channel): UnsealedEvent => ({
  type: 'memory.remembered',
  actorId: channel === 'user' ? 'user' : 'assistant',
  payload: { text, pinned: true },
  origin: { channel, written_by: 'memory_remember' },
});

/** The remembered or spoken texts that still hold. */
async function current(): Promise<string[]> {
  const types = ['memory', 'decision', 'fact', 'rule'];
  const rows = await memory.facts({ sessions: ['s'], types, limit: 100 });
  return rows.toSorted((a, b) => a.seq - b.seq).map(({ content }) => content);
}

test('a remembered text ends the remembered text that it changes', async () => {
  await append(
    remember('We decided to use PostgreSQL 16 as the database.', 'model'),
    remember('We decided to deploy on Fly.io.', 'model'),
    remember('We switched from PostgreSQL to MySQL 8 as the database.', 'model'),
  );
  expect(await current()).toEqual([
    'We decided to deploy on Fly.io.',
    'We switched from PostgreSQL to MySQL 8 as the database.',
  ]);
});

test('what an agent remembers does not end what a person said, but what a person remembers does', async () => {
  const said = "Let's use Memcached for the sessions.";
  const changed = "Let's use Redis instead of Memcached for the sessions.";
  await append(say(said), remember(changed, 'model'));
  expect(await current()).toEqual([said, changed]);
  await append(remember(changed, 'user'));
  expect(await current()).toEqual([changed]);
});

test('a recorded decision ends the recorded decision that it changes', async () => {
  await append(
    decide({ decision: 'Use Memcached for the sessions', rationale: 'It is simpler' }),
    decide({ decision: 'Use Memcached for the page cache' }),
    decide({ decision: 'Use Redis instead of Memcached for the sessions' }),
  );
  expect(await current()).toEqual([
    'Decision: Use Memcached for the page cache.',
    'Decision: Use Redis instead of Memcached for the sessions.',
  ]);
});

test('two recorded decisions that only differ both stay, for a person to decide', async () => {
  await append(
    decide({ decision: 'Telemetry is enabled in production' }),
    decide({ decision: 'Telemetry is disabled in production' }),
  );
  expect(await current()).toHaveLength(2);
});

test('a decision ends the one that it supersedes, by title or by citation', async () => {
  await append(decide({ decision: 'Use Redis' }), say("Let's use Memcached for the sessions."));
  const [, said] = await append(say('Hello there.'), say('We want a second queue.'));
  const supersedes = ['Use Redis', renderCitation('s', said!.seq, said!.hash)];
  await append(decide({ decision: 'Use Valkey', supersedes }));
  expect((await current()).toSorted()).toEqual([
    'Decision: Use Valkey.',
    "Let's use Memcached for the sessions.",
  ]);
});
