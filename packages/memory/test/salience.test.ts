import type { EventStore } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import { createMemoryStore } from '@hookloom/log';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Memory } from '../src/memory.ts';
import { openMemory } from '../src/open-memory.ts';
import { event } from './agent-events.ts';

let store: EventStore;
let memory: Memory;
let hash: string;
beforeEach(async () => {
  store = createMemoryStore();
  memory = await openMemory({ file: ':memory:', store });
  const [first] = await store.append('s', [event('decision.made', { decision: 'Use JSONL' })]);
  hash = first!.hash.slice(7);
});
afterEach(() => memory.close());

const at = (day: number) => `2026-11-0${day}T00:00:00.000Z`;
const reinforce = (kind: string, day: number, more: JsonObject = {}, channel = 'system') =>
  store.append('s', [
    event(
      'memory.reinforcement',
      { kind, targets: [{ seq: 1, hash }], ...more },
      { timestamp: at(day), origin: { channel: channel as 'system' } },
    ),
  ]);
const salience = async () =>
  (await memory.search({ query: 'jsonl', sessions: ['s'], limit: 5 })).facts[0]?.fact.salience;

test('reinforcement of an event is one row, replayed from the log', async () => {
  await reinforce('surfaced', 1);
  await reinforce('surfaced', 2);
  await reinforce('confirmed', 3);
  await reinforce('promoted', 4);
  await reinforce('surfaced', 5);
  const expected = { surfaced: 3, earned: 3, last: at(5), lastEarned: at(4) };
  expect(await salience()).toEqual(expected);
  await memory.reset();
  expect(await salience()).toEqual(expected);
  expect(await memory.names('s')).toContainEqual({
    type: 'decision',
    name: 'Use JSONL',
    salience: expected,
  });
});

test.each([
  ['a model appended', {}, 'model'],
  ['names another hash', { targets: [{ seq: 1, hash: '0'.repeat(64) }] }, 'system'],
  [
    'names an event that is not a memory',
    { targets: [{ seq: 7, hash: '0'.repeat(64) }] },
    'system',
  ],
])('a reinforcement that %s has no effect', async (_, more, channel) => {
  await reinforce('promoted', 1, more, channel);
  expect(await salience()).toBeUndefined();
});

test('feedback under a purpose counts for that purpose alone, and telemetry is not a memory', async () => {
  const target = { entity_type: 'decision', entity_name: 'Use JSONL', purpose: 'Coding' };
  await store.append('s', [
    event('memory.reinforced', { ...target, feedback: 'used' }),
    event('memory.feedback', { ...target, feedback: 'irrelevant' }),
    event('memory.feedback', { ...target, feedback: 'irrelevant', outcome: 'caused_regression' }),
    event('memory.feedback', { ...target, purpose: 'review', feedback: 'irrelevant' }),
  ]);
  expect(await memory.outcomes(['s'], 'coding')).toEqual([
    { session: 's', entityType: 'decision', entityName: 'Use JSONL', positive: 1, negative: 2 },
  ]);
  const { sources } = await memory.search({ query: 'irrelevant', sessions: ['s'], limit: 5 });
  expect(sources).toEqual([]);
});

test('retention fields of an event apply to its facts', async () => {
  await store.append('s', [
    event('goal.created', { title: 'Ship', pinned: true, expires_at: at(9), importance: 7 }),
  ]);
  const [goal] = await memory.facts({ sessions: ['s'], types: ['goal'], limit: 1 });
  expect(goal).toMatchObject({
    importance: 1,
    properties: { pinned: true, expires_at: at(9), importance: 1 },
  });
});

test('a temporal profile prefers recent findings; balanced is unchanged', async () => {
  await store.append('s', [
    event('decision.made', { decision: 'Relay port is 4455 port relay' }),
    event('decision.made', { decision: 'Colours are blue' }),
    event('decision.made', { decision: 'The relay got a new port, and its name in the catalogue' }),
  ]);
  const best = async (scoring?: 'temporal' | 'precision') => {
    const request = { query: 'relay port', sessions: ['s'], limit: 5 };
    const { facts } = await memory.search(
      scoring === undefined ? request : { ...request, scoring },
    );
    return facts.map(({ fact, parts }) => [fact.seq, 'recency' in parts]);
  };
  expect((await best())[0]).toEqual([2, false]);
  expect((await best('temporal'))[0]?.[1]).toBe(true);
  expect((await best('precision'))[0]).toEqual([2, false]);
});
