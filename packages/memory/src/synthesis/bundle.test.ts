/** Composed questions over a coding session, through the real projection. */
import { byOperation, type UnsealedEvent } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import { createMemoryStore } from '@hookloom/log';
import { afterEach, expect, test } from 'vitest';
import { checkout } from '../checkout/checkout.ts';
import type { Memory } from '../memory.ts';
import { openMemory } from '../open-memory.ts';
import type { AnswerCandidate, LedgerRow } from './ledger-row.ts';

const session = 'demo-default';
const clock = { now: () => Date.parse('2026-11-21T10:00:00.000Z') };
const open: Memory[] = [];
afterEach(async () => {
  for (const memory of open.splice(0)) await memory.close();
});

let minute = 0;
function event(
  type: string,
  payload: JsonObject,
  more: Partial<UnsealedEvent> = {},
): UnsealedEvent {
  const timestamp = new Date(Date.UTC(2026, 10, 1, 9, minute++)).toISOString();
  const origin = { channel: 'model' } as const;
  return byOperation({ type, actorId: 'assistant', payload, origin, timestamp, ...more });
}
const tool = { origin: { channel: 'tool' as const } };
const run = (command: string, exit_code: number | null, more: JsonObject = {}): UnsealedEvent => {
  const outcome = exit_code === null ? 'unknown' : exit_code === 0 ? 'passed' : 'failed';
  return event('command.completed', { command, exit_code, outcome, ...more }, tool);
};
const said = (content: string, at?: string): UnsealedEvent =>
  event(
    'transcript.turn',
    { role: 'assistant', content },
    at === undefined ? {} : { timestamp: at },
  );

interface Synthesis {
  mode: string;
  answer_candidates: AnswerCandidate[];
  ledger_rows: LedgerRow[];
  operations: { operation: string; fact_ids: string[] }[];
  result: { status: string };
}

async function ask(query: string, events: UnsealedEvent[]) {
  const store = createMemoryStore();
  await store.append(session, [
    event('goal.created', { title: 'Ship the parcel tracker' }),
    ...events,
  ]);
  const memory = await openMemory({ file: ':memory:', store });
  open.push(memory);
  const answer = await checkout({ memory, store, clock }, { query, session });
  const synthesis = answer.diagnostics['synthesis'] as Synthesis | undefined;
  return {
    answer,
    synthesis,
    status: synthesis?.result.status,
    best: synthesis?.answer_candidates[0]?.answer,
    excluded: (synthesis?.ledger_rows ?? []).flatMap(({ exclude_reason: why }) => why ?? []),
  };
}

test('counts failures of a command run by run; the same output twice is two runs', async () => {
  const { best, synthesis, answer } = await ask('How many times did npm run migrate fail?', [
    run('npm run migrate', 1, { stderr: 'relation overlaps' }),
    run('npm run migrate', 1, { stderr: 'relation overlaps' }),
    run('npm run migrate', 0),
    run('npm run build', 1),
    run('npm run migrate', 1, { stderr: 'lock timeout' }),
  ]);
  expect(best).toBe('3');
  expect(synthesis?.ledger_rows.map(({ exclude_reason }) => exclude_reason)).toEqual([
    null,
    null,
    'other_outcome',
    null,
  ]);
  expect(answer.quality.answerability).toBe('answer_from_memory');
});

test('does not count another command that contains the same words', async () => {
  const events = [run('npm test', 1), run('npm run test:e2e', 1), run('npm test -- ingest', 1)];
  expect((await ask('How often did npm test fail?', events)).best).toBe('1');
});

test('averages measured timings', async () => {
  const { best, synthesis } = await ask('What was the average duration of npm test?', [
    run('npm test', 0, { duration_ms: 12_000 }),
    run('npm test', 0, { duration_ms: 14_500 }),
    run('npm test', 1, { duration_ms: 9000 }),
    run('npm run build', 0, { duration_ms: 60_000 }),
  ]);
  expect(best).toBe('11.833 s');
  expect(synthesis?.operations[0]?.fact_ids).toHaveLength(3);
});

test('adds up amounts from several turns', async () => {
  const { best } = await ask('How much did the model evaluation cost in total?', [
    said('The first model evaluation cost $4.10.'),
    said('The second model evaluation cost $3.25, on the smaller set.'),
    said('The model evaluation with retries cost about $9.'),
  ]);
  expect(best).toBe('7.35 USD');
});

test('counts a repetition on one day once, and leaves the sum open if it is on another day', async () => {
  const cost = 'The nightly model evaluation cost $4.10.';
  const question = 'How much did the model evaluation cost in total?';
  const other = said('The morning model evaluation cost $2.00.');
  const twice = await ask(question, [said(cost), other, said(cost)]);
  expect([twice.best, twice.excluded]).toEqual(['6.10 USD', ['duplicate']]);
  const later = await ask(question, [said(cost), other, said(cost, '2026-11-05T09:00:00.000Z')]);
  expect([later.best, later.status]).toEqual([undefined, 'uncertain_rows']);
});

test('reads the difference between before and after from one sentence', async () => {
  const { best } = await ask('By how much did the bundle size drop?', [
    said('Tree shaking brought the bundle size from 412 kB to 318 kB.'),
  ]);
  expect(best).toBe('-94 kB (412 kB → 318 kB)');
});

test('computes the time between two recorded events', async () => {
  const { best, synthesis } = await ask(
    'How long was it between the decision to adopt Fastify and the fix of the login loop?',
    [
      event(
        'decision.made',
        { decision: 'Adopt Fastify' },
        { timestamp: '2026-11-01T09:00:00.000Z' },
      ),
      event(
        'issue.diagnosed',
        { issue: 'Login loop', fix: 'store the refresh token' },
        { timestamp: '2026-11-03T12:30:00.000Z' },
      ),
    ],
  );
  expect(synthesis?.ledger_rows.map(({ label }) => label)).toEqual(['start', 'end']);
  expect(best).toBe('2 d 3 h');
});

test('does not answer if the value cannot be computed, however well a fact matches', async () => {
  const { answer, status } = await ask('By how much did the bundle size change?', [
    event('decision.made', { decision: 'Keep the bundle size change under 412 kB' }),
  ]);
  expect(status).toBe('not_enough_rows');
  expect(answer.quality.answerability).toBe('refresh_recommended');
  expect(answer.quality.required_action).toMatchObject({
    missing_slots: ['numeric'],
    suggested_queries: [{ slot: 'numeric' }],
  });
});

test('reports that something was never recorded, and that this is not a proof', async () => {
  const events = [run('npm run migrate', 1), said('We talked about Redis streams.')];
  const never = await ask('Did we ever deploy to Singapore?', events);
  expect([never.synthesis?.mode, never.status, never.best]).toEqual([
    'absence_check',
    'not_recorded',
    undefined,
  ]);
  expect((await ask('Did we ever use Redis streams?', events)).status).toBe('mentioned');
  expect((await ask('Did npm run migrate ever fail?', events)).status).toBe('recorded');
});

test('never sums values from untrusted channels, guesses, rules or closed facts', async () => {
  const { best, excluded } = await ask('What did the staging migration take in total time?', [
    event('verification.recorded', {
      command: 'staging migration one',
      summary: 'Took 12 seconds.',
    }),
    event('verification.recorded', {
      command: 'staging migration two',
      summary: 'Took 30 seconds.',
    }),
    event('verification.recorded', {
      command: 'staging migration two',
      summary: 'Took 33 seconds.',
    }),
    event('issue.diagnosed', { issue: 'Staging migration waits', cause: 'A lock took 8 seconds' }),
    event('issue.diagnosed', { issue: 'Staging migration waits', cause: 'Nobody knows' }),
    said('I expect the staging migration to take 5 minutes.'),
    event('decision.made', { decision: 'Abort a staging migration time of 10 minutes' }),
    event(
      'tool.call.completed',
      {
        tool_name: 'WebFetch',
        status: 'ok',
        result_summary: 'A staging migration takes 7 minutes.',
      },
      { origin: { channel: 'web' } },
    ),
  ]);
  expect(best).toBe('75 s');
  expect([...excluded].sort()).toEqual([
    'not_a_measurement',
    'not_a_measurement',
    'superseded',
    'untrusted_channel',
  ]);
});

test.each([
  ['How many times did npm test fail this week?', 'scope_not_understood'],
  ['How many times did npm test fail after the upgrade?', 'scope_not_understood'],
  ['What is the total of npm test?', 'no_measure'],
  ['What are the total time and cost of npm test?', 'several_measures'],
  ['How long did npm test take in total?', 'not_enough_rows'],
])('leaves %s open: %s', async (query, status) => {
  const found = await ask(query, [run('npm test', 1, { duration_ms: 900 })]);
  expect([found.best, found.status]).toEqual([undefined, status]);
});

test('a run with an unknown outcome leaves the count open', async () => {
  const events = [run('npm test', 1), run('npm test', null), run('npm test | tail -5', 0)];
  const found = await ask('How many times did npm test fail?', events);
  expect([found.best, found.status]).toEqual([undefined, 'uncertain_rows']);
});

test('a retracted run does not count', async () => {
  const { best } = await ask('How many times did npm run build fail?', [
    run('npm run build', 1),
    event('fact.invalidated', {
      entity_name: 'npm run build',
      entity_type: 'command_run',
      invalid_at: '2026-11-21T09:00:00.000Z',
    }),
    run('npm run build', 1),
  ]);
  expect(best).toBe('1');
});

test('lists and counts current decisions by their subject', async () => {
  const events = [
    event('decision.made', { decision: 'Store positions in PostgreSQL' }),
    event('decision.made', { decision: 'Batch position inserts every 250 ms' }),
    event('decision.made', { decision: 'Draw the map with MapLibre' }),
  ];
  expect((await ask('How many decisions did we make about positions?', events)).best).toBe('2');
  expect((await ask('Which decisions did we make about positions?', events)).best).toBe(
    'Store positions in PostgreSQL; Batch position inserts every 250 ms',
  );
});
