/** A composed answer from the checkout to the log and back, over the real projection. */
import type { JsonObject } from '@hookloom/core';
import type { UnsealedEvent } from '@hookloom/core/events';
import { createMemoryStore } from '@hookloom/log';
import { openMemory, type AnswerCandidate, type LedgerRow } from '@hookloom/memory';
import { afterEach, describe, expect, it } from 'vitest';
import { clock, eventsOf, workspace } from '../../test/fixture.ts';
import { openRuntime } from '../compose.ts';
import type { Runtime } from '../runtime.ts';
import type { Caller } from './context.ts';
import { synthesisArtifact, synthesisEvidence } from './synthesis.ts';

const caller: Caller = { channel: 'model', client: 'claude-code' };
const open: Runtime[] = [];
afterEach(async () => {
  for (const runtime of open.splice(0)) await runtime.close();
});

const run = (command: string, exit_code: number): UnsealedEvent => ({
  type: 'command.completed',
  actorId: 'zaxy-observer',
  payload: { command, exit_code, outcome: exit_code === 0 ? 'passed' : 'failed' },
  origin: { channel: 'tool' },
});

const EVENTS = [
  run('npm run migrate', 1),
  run('npm run migrate', 0),
  run('npm run migrate', 1),
  run('npm run build', 1),
];

interface Synthesis {
  answer_candidates: AnswerCandidate[];
  ledger_rows: LedgerRow[];
}

async function setUp(query = 'How many times did npm run migrate fail?') {
  const store = createMemoryStore({ clock });
  await store.append(workspace.session, EVENTS);
  const memory = () => openMemory({ file: ':memory:', store });
  const runtime = await openRuntime(workspace, { store, clock, openMemory: memory });
  open.push(runtime);
  const checkout = JSON.parse(
    JSON.stringify(await runtime.checkout({ query, detail: 'full' })),
  ) as JsonObject;
  const { synthesis } = checkout['diagnostics'] as unknown as { synthesis: Synthesis };
  const added = async () =>
    (await eventsOf(store)).filter(({ type }) => /synthesis|evidence/.test(type));
  return { runtime, store, checkout, synthesis, added, context: runtime.context };
}

type Change = (checkout: JsonObject, synthesis: Synthesis) => void;

describe('a composed answer', () => {
  it('is stored with its ledger and its use, both in the session of the checkout', async () => {
    const { context, checkout, synthesis, added } = await setUp();
    const candidate = synthesis.answer_candidates[0]! as unknown as JsonObject;
    expect(candidate['answer']).toBe('2');

    const answer = await synthesisArtifact(
      context,
      { checkout, candidate, outcome: 'helpful', reason: 'asked for' },
      caller,
    );

    const events = await added();
    expect(events.map(({ type, origin }) => [type, origin?.channel])).toEqual([
      ['memory.synthesis.artifact.created', 'tool'],
      ['memory.synthesis.used', 'tool'],
    ]);
    expect(answer).toMatchObject({
      artifact_id: expect.stringMatching(/^synthesis_[0-9a-f]{16}$/),
      artifact_event: { seq: events[0]!.seq, event_type: 'memory.synthesis.artifact.created' },
      candidate_event: { seq: events[1]!.seq, event_type: 'memory.synthesis.used' },
    });
    expect(Object.keys(events[0]!.payload)).toEqual([
      'answer_candidates',
      'artifact_id',
      'authority_status',
      'checkout',
      'ledger_rows',
      'operations',
      'plan',
      'purpose',
      'query',
      'result',
      'schema',
      'session_id',
      'support_packet',
      'verification',
    ]);
    expect(events[1]!.payload).toMatchObject({
      artifact_id: answer.artifact_id,
      outcome: 'helpful',
      candidate,
      reason: 'asked for',
      authority_status: 'non_authoritative',
    });
  });

  it('is stored once, and a candidate has one outcome: a later one supersedes it and says so', async () => {
    const { context, checkout, added } = await setUp();
    const candidate = { answer_key: 'count:run:2' };
    const keep = (outcome: 'used' | 'rejected', reason?: string) =>
      synthesisArtifact(
        context,
        { checkout, candidate, outcome, ...(reason !== undefined && { reason }) },
        caller,
      );
    const first = await synthesisArtifact(context, { checkout }, caller);
    const used = await keep('used');
    expect(used).toMatchObject({ artifact_event: first.artifact_event });
    expect(used).not.toHaveProperty('supersedes');
    expect(await keep('used')).toEqual(used);
    const rejected = await keep('rejected', 'one run was a test');
    const { seq, hash } = used.candidate_event!;
    expect(rejected.supersedes).toEqual({ outcome: 'used', seq, hash });
    const events = await added();
    expect(events.map(({ type }) => type)).toEqual([
      'memory.synthesis.artifact.created',
      'memory.synthesis.used',
      'memory.synthesis.rejected',
    ]);
    expect(events.at(-1)!.payload).toMatchObject({
      supersedes: `eventloom://${workspace.session}/events/${seq}#${hash.slice(0, 12)}`,
      superseded_outcome: 'used',
    });
  });

  it('is found by its id, and never as an answer to its own question', async () => {
    const { runtime, context, checkout, synthesis: before } = await setUp();
    const { answer_candidates, ledger_rows } = before;
    const { artifact_id } = await synthesisArtifact(context, { checkout }, caller);
    const again = await runtime.checkout({
      query: 'How many times did npm run migrate fail?',
      detail: 'full',
    });
    expect(JSON.stringify([again.current_facts, again.evidence])).not.toContain('synthesis_');
    expect(again.diagnostics['synthesis']).toMatchObject({ answer_candidates, ledger_rows });
    const [found] = (await runtime.query({ query: artifact_id })) as { content: string }[];
    expect(found?.content).toContain(artifact_id);
  });

  it('with an additional field, or identified only by its key, is taken from the checkout', async () => {
    const { context, checkout, added } = await setUp();
    const candidate = { answer_key: 'count:run:2' };
    await synthesisArtifact(context, { checkout, candidate, outcome: 'excluded' }, caller);
    const [, excluded] = await added();
    expect(excluded).toMatchObject({
      type: 'memory.evidence.excluded',
      payload: { candidate: { answer: '2', rank: 1 } },
    });
  });

  const changes: [string, Change, string][] = [
    [
      'an answer that was changed',
      (_, { answer_candidates: [first] }) => (first!.answer = '3'),
      'invalid_request',
    ],
    [
      'a row that was made up',
      (_, { ledger_rows: [first] }) => (first!.raw_span = 'outcome: passed'),
      'invalid_request',
    ],
    [
      'a citation of an unknown event',
      (_, { ledger_rows: [first] }) =>
        (first!.citation = `eventloom://${workspace.session}/events/1#000000000000`),
      'not_found',
    ],
    [
      'a citation of another event',
      (_, { ledger_rows: [first, second] }) => (first!.citation = second!.citation),
      'invalid_request',
    ],
    [
      'sources that its rows do not name',
      (_, { answer_candidates: [first] }) => first!.support_source_ids.push('elsewhere'),
      'invalid_request',
    ],
    [
      'a session without a log',
      (checkout) => (checkout['session_id'] = 'other-default'),
      'not_found',
    ],
    ['a path for a session', (checkout) => (checkout['session_id'] = '../x'), 'invalid_request'],
    ['no synthesis', (checkout) => (checkout['diagnostics'] = {}), 'invalid_request'],
    [
      'more than fits into a checkout',
      (checkout) => (checkout['prompt'] = 'x'.repeat(600_000)),
      'invalid_request',
    ],
    [
      'a quality that did not allow it',
      (checkout) =>
        (checkout['quality'] = {
          ...(checkout['quality'] as JsonObject),
          answerability: 'ask_user',
        }),
      'conflict',
    ],
  ];
  it.each(changes)('with %s is refused and nothing is written', async (_, change, code) => {
    const { context, checkout, synthesis, added } = await setUp();
    const candidate = { answer_key: synthesis.answer_candidates[0]!.answer_key };
    change(checkout, synthesis);
    const request = { checkout, candidate, outcome: 'used' as const };
    await expect(synthesisArtifact(context, request, caller)).rejects.toMatchObject({ code });
    expect(await added()).toEqual([]);
  });

  it('with a candidate of another checkout, or an outcome without one, is refused', async () => {
    const { context, checkout, added } = await setUp();
    const other = { checkout, candidate: { rank: 1, answer: '7' }, outcome: 'rejected' as const };
    await expect(synthesisArtifact(context, other, caller)).rejects.toMatchObject({
      code: 'invalid_request',
    });
    await expect(
      synthesisArtifact(context, { checkout, outcome: 'used' }, caller),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await added()).toEqual([]);
  });
});

describe('a ledger row', () => {
  it('that was used is reinforced with the event that it cites', async () => {
    const { context, checkout, synthesis, store } = await setUp();
    const [row] = synthesis.ledger_rows;
    const sent = row as unknown as JsonObject;
    expect(
      await synthesisEvidence(context, { checkout, row: sent, outcome: 'used' }, caller),
    ).toEqual({
      seq: expect.any(Number),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      event_type: 'memory.evidence.reinforced',
      outcome: 'used',
      source_group: `${workspace.session}/command_run:npm run migrate`,
      fact_id: `${workspace.session}/1#1`,
    });
    expect((await eventsOf(store)).at(-1)).toMatchObject({
      type: 'memory.reinforcement',
      payload: { kind: 'confirmed', targets: [{ seq: 1 }] },
    });
  });

  it('that the ledger excluded can be excluded and never used', async () => {
    const { context, checkout, synthesis, added } = await setUp();
    const excluded = synthesis.ledger_rows.find(({ exclude_reason: why }) => why !== null)!;
    const row = { fact_id: excluded.fact_id };
    await expect(
      synthesisEvidence(context, { checkout, row, outcome: 'used' }, caller),
    ).rejects.toMatchObject({ code: 'conflict' });
    expect(
      await synthesisEvidence(context, { checkout, row, outcome: 'excluded' }, caller),
    ).toMatchObject({ event_type: 'memory.evidence.excluded' });
    expect(await added()).toHaveLength(1);
  });

  it('that was excluded is left out next time, citing the feedback, until it is used again', async () => {
    const { runtime, context, checkout, synthesis } = await setUp();
    const row = { fact_id: synthesis.ledger_rows[0]!.fact_id };
    const query = 'How many times did npm run migrate fail?';
    const again = async () => {
      const answer = JSON.parse(
        JSON.stringify(await runtime.checkout({ query, detail: 'full' })),
      ) as JsonObject;
      const found = (answer['diagnostics'] as unknown as { synthesis: Synthesis }).synthesis;
      const shown = found.ledger_rows.find(({ fact_id }) => fact_id === row.fact_id);
      return { answer, shown, candidate: found.answer_candidates[0]?.answer };
    };
    const excluded = await synthesisEvidence(
      context,
      { checkout, row, outcome: 'excluded', reason: 'a dry run' },
      caller,
    );
    const left = await again();
    expect([left.candidate, left.shown]).toMatchObject([
      '1',
      {
        exclude_reason: 'excluded_by_feedback',
        excluded_by: `eventloom://${workspace.session}/events/${excluded.seq}#${excluded.hash.slice(0, 12)}`,
      },
    ]);
    await synthesisEvidence(context, { checkout: left.answer, row, outcome: 'used' }, caller);
    expect(await again()).toMatchObject({ candidate: '2', shown: { exclude_reason: null } });
  });

  it('that is not in the checkout is refused', async () => {
    const { context, checkout, added } = await setUp();
    const row = { fact_id: `${workspace.session}/4#1` };
    await expect(
      synthesisEvidence(context, { checkout, row, outcome: 'used' }, caller),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await added()).toEqual([]);
  });
});
