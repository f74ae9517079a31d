import { createMemoryStore } from '@hookloom/log';
import type { AppendResult, EventStore, UnsealedEvent } from '@hookloom/core/events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Memory } from '../src/memory.ts';
import { openMemory } from '../src/open-memory.ts';
import type { FactHit, SearchRequest } from '../src/rows.ts';
import { event } from './agent-events.ts';

let store: EventStore;
let memory: Memory;
beforeEach(async () => {
  store = createMemoryStore();
  memory = await openMemory({ file: ':memory:', store });
});
afterEach(() => memory.close());

const at = (day: number) => ({
  timestamp: `2026-11-${String(day).padStart(2, '0')}T00:00:00.000Z`,
});
const append = (...events: UnsealedEvent[]) => store.append('s', events);

async function facts(query: string, more: Partial<SearchRequest> = {}): Promise<FactHit[]> {
  const { facts: hits } = await memory.search({ query, sessions: ['s'], limit: 20, ...more });
  return hits.toSorted((a, b) => a.fact.seq - b.fact.seq);
}

const versions = (hits: FactHit[]) =>
  hits.map(({ fact }) => [fact.seq, fact.properties['status'], fact.validFrom, fact.validTo]);

const DAY_1 = '2026-11-01T00:00:00.000Z';
const DAY_5 = '2026-11-05T00:00:00.000Z';

test('returns a complete fact with the event that asserted it', async () => {
  const [{ id, hash }] = (await append(
    event('decision.made', { decision: 'Use JSONL', rationale: 'append-only' }, at(1)),
  )) as [AppendResult];
  expect((await facts('jsonl'))[0]).toEqual({
    lane: 'graph',
    fact: {
      session: 's',
      seq: 1,
      hash,
      eventId: id,
      eventType: 'decision.made',
      entityName: 'Use JSONL',
      entityType: 'decision',
      content: 'Decision: Use JSONL. Rationale: append-only.',
      properties: { decision: 'Use JSONL' },
      validFrom: DAY_1,
      validTo: null,
      actor: 'assistant',
      channel: 'model',
      authority: 'accepted',
      importance: 0.5,
      reinforcementCount: 0,
      supersededBy: null,
    },
    score: 3.75,
    parts: { own: 1, window1: 1, window3: 1, window5: 0.5, accepted: 0.25 },
    coverage: 1,
  });
});

test('asserting again closes the older version and names the event that superseded it', async () => {
  const [, second] = await append(
    event('task.proposed', { taskId: 'T-1', summary: 'parser' }, at(1)),
    event('task.claimed', { taskId: 'T-1', summary: 'parser' }, at(5)),
  );
  expect(versions(await facts('parser'))).toEqual([[2, 'claimed', DAY_5, null]]);
  const all = await facts('parser', { includeSuperseded: true });
  expect(versions(all)).toEqual([
    [1, 'proposed', DAY_1, DAY_5],
    [2, 'claimed', DAY_5, null],
  ]);
  expect(all[0]!.fact.supersededBy).toEqual({ session: 's', seq: 2, hash: second!.hash });
});

test('answers about the past from the past, by time', async () => {
  await append(
    event('task.proposed', { taskId: 'T-1', summary: 'parser' }, at(1)),
    event('task.claimed', { taskId: 'T-1', summary: 'parser' }, at(5)),
  );
  const then = async (asOfTime: string) =>
    versions(await facts('parser', { asOfTime })).map(([seq]) => seq);
  expect(await then('2026-10-31T00:00:00Z')).toEqual([]);
  expect(await then('2026-11-03T00:00:00Z')).toEqual([1]);
  expect(await then('2026-11-05T01:00:00+02:00')).toEqual([1]);
  expect(await then(DAY_5)).toEqual([2]);
});

test('answers about the past from the past, by log position: what was closed later was current then', async () => {
  await append(
    event('task.proposed', { taskId: 'T-1', summary: 'parser' }, at(1)),
    event('task.claimed', { taskId: 'T-1', summary: 'parser' }, at(5)),
  );
  const then = await facts('parser', { asOfSeq: 1 });
  expect(versions(then)).toEqual([[1, 'proposed', DAY_1, null]]);
  expect(then[0]!.fact.supersededBy).toBeNull();
  expect((await memory.workingSet('s', { asOfSeq: 1 })).map(({ status }) => status)).toEqual([
    'proposed',
  ]);
  expect((await memory.workingSet('s')).map(({ status }) => status)).toEqual(['claimed']);
  expect((await memory.recent('s', 5, { asOfSeq: 1 })).map(({ seq }) => seq)).toEqual([1]);
});

test('an invalidated fact is not current, but was current until the given time', async () => {
  await append(
    event('decision.made', { decision: 'Use JSONL' }, at(1)),
    event(
      'fact.invalidated',
      {
        entity_type: 'decision',
        entity_name: 'Use JSONL',
        invalid_at: '2026-11-05T02:00:00+02:00',
      },
      at(9),
    ),
  );
  expect(await facts('jsonl')).toEqual([]);
  expect(await memory.workingSet('s')).toEqual([]);
  expect(versions(await facts('jsonl', { includeSuperseded: true }))).toEqual([
    [1, undefined, DAY_1, DAY_5],
  ]);
  expect(await facts('jsonl', { asOfTime: '2026-11-04T00:00:00Z' })).toHaveLength(1);
});

test('replaces an invalid time with the time of the event', async () => {
  await append(
    event('decision.made', { decision: 'Use JSONL' }, at(1)),
    event(
      'fact.invalidated',
      { entity_type: 'decision', entity_name: 'Use JSONL', invalid_at: 'soon' },
      at(5),
    ),
  );
  expect((await facts('jsonl', { includeSuperseded: true }))[0]!.fact.validTo).toBe(DAY_5);
});

test('the same words again reinforce a fact instead of replacing it, and so does a reinforcement', async () => {
  const decision = event('decision.made', { decision: 'Use JSONL' }, at(1));
  await append(
    decision,
    decision,
    event('memory.reinforced', {
      entity_type: 'decision',
      entity_name: 'Use JSONL',
      importance: 7,
    }),
  );
  expect(
    (await facts('jsonl', { includeSuperseded: true })).map(({ fact }) => [
      fact.seq,
      fact.validTo,
      fact.reinforcementCount,
      fact.importance,
    ]),
  ).toEqual([[1, null, 2, 1]]);
});

test('the working set contains open goals, decisions, tasks and blockers, newest first', async () => {
  await append(
    event('goal.created', { title: 'Ship it' }),
    event('task.proposed', { taskId: 'T-1' }),
    event('task.proposed', { taskId: 'T-2' }),
    event('task.completed', { taskId: 'T-1' }),
    event('issue.diagnosed', { issue: 'Login fails' }),
    event('issue.diagnosed', { issue: 'Slow start', fix: 'lazy imports' }),
  );
  expect(
    (await memory.workingSet('s')).map(({ kind, content, channel }) => [kind, content, channel]),
  ).toEqual([
    ['goal', 'Goal: Ship it.', 'model'],
    ['task', 'Task T-2 is proposed.', 'model'],
    ['blocker', 'Issue: Login fails.', 'model'],
  ]);
});

test('facts that may be kept are the same as facts that are read again', async () => {
  const request = {
    sessions: ['s'],
    types: ['task', 'decision'],
    limit: 4,
    includeSuperseded: true,
  };
  const steps: UnsealedEvent[][] = [
    [event('task.proposed', { taskId: 'T-1', summary: 'parser' }, at(1))],
    [event('decision.made', { decision: 'Use JSONL' }, at(4))],
    // Older than what is known, at the same time, and newer.
    [
      event('decision.made', { decision: 'Use UTC' }, at(2)),
      event('decision.made', { decision: 'Use Node' }, at(4)),
      event('task.proposed', { taskId: 'T-2', summary: 'reader' }, at(5)),
    ],
    // Ends a version, and says a decision once more.
    [event('task.claimed', { taskId: 'T-1', summary: 'parser' }, at(6))],
    [event('decision.made', { decision: 'Use JSONL' }, at(7))],
    [event('decision.made', { decision: 'Use ESM' }, at(7))],
  ];
  for (const step of steps) {
    await append(...step);
    const read = await memory.facts(request);
    expect(await memory.facts({ ...request, mayBeKept: true })).toEqual(read);
    expect(await memory.facts({ ...request, mayBeKept: true })).toEqual(read);
  }
});
