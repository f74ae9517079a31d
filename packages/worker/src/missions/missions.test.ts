import { ARCHIVE } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import { describe, expect, it } from 'vitest';
import { eventsOf, projectedRuntime } from '../../test/fixture.ts';
import type { Caller } from '../operations/context.ts';
import { approvalPacket } from './approval-packet.ts';
import { mergeBrief } from './brief.ts';
import { applyApproval, promoteFinding, reviewFinding } from './decide.ts';
import { handOff } from './handoff.ts';
import { performanceLedger } from './ledger.ts';
import { missionCheckout } from './mission-checkout.ts';
import { proofTrace } from './proof-trace.ts';
import { recordProof } from './record-proof.ts';
import { reportFinding } from './report-finding.ts';
import { assignWork, createWorker, startMission } from './run-mission.ts';
import { inCallScope } from '../call-scope.ts';
import { missionEvents } from './mission-events.ts';
import { foldMission } from './fold-mission.ts';

const lead: Caller = { channel: 'model', client: 'claude-code', clientSession: 'c1' };
const codex: Caller = { channel: 'model', client: 'codex', connection: 'x1' };
const person: Caller = { channel: 'user' };
const mission_id = 'login-bug';

async function started() {
  const { runtime, store } = await projectedRuntime();
  const { context } = runtime;
  await startMission(context, { mission_id, objective: 'Find the cause' }, lead);
  for (const worker_id of ['w1', 'w2'])
    await createWorker(context, { mission_id, worker_id }, lead);
  const note = async (session: string, type = 'note.seen', payload: JsonObject = { text: 'x' }) => {
    const event = { type, actorId: 'a', payload, origin: { channel: 'tool' as const } };
    const [at] = await store.append(session, [event]);
    return `eventloom://${session}/events/${at!.seq}#${at!.hash.slice(7, 19)}`;
  };
  const report = async (worker_id: string, more: JsonObject = {}, caller = codex) =>
    reportFinding(
      context,
      {
        mission_id,
        worker_id,
        summary: `Seen by ${worker_id}`,
        evidence: [{ kind: 'event', reference: 'a note', citation: await note(worker_id) }],
        ...more,
      },
      caller,
    );
  const review = (
    finding_id: string,
    status: 'accepted' | 'rejected' | 'deferred',
    caller = lead,
  ) => reviewFinding(context, { mission_id, finding_id, status }, caller);
  const promote = (finding_id: string) => promoteFinding(context, { mission_id, finding_id }, lead);
  const packet = () => approvalPacket(context, { mission_id }, lead);
  const count = async () => (await eventsOf(store, mission_id)).length;
  return { runtime, context, store, note, report, review, promote, packet, count };
}

describe('a mission', () => {
  it('keeps a finding in the log of its worker until it is promoted', async () => {
    const { context, store, report, review, promote } = await started();
    const { finding_id } = await report('w1', { claim_key: 'ttl', claim_value: '60' });
    expect(finding_id).toBe('w1:finding:1');
    const before = await missionCheckout(context, { mission_id }, lead);
    expect(before).toMatchObject({ accepted_findings: [], excluded_pending_count: 1 });
    expect(before.prompt).not.toContain('Seen by w1');
    expect(await review(finding_id, 'accepted')).toMatchObject({ previous_status: 'pending' });
    await promote(finding_id);
    const after = await missionCheckout(context, { mission_id }, lead);
    expect(after.prompt).toContain('Seen by w1 (ttl = 60) eventloom://login-bug/events/');
    expect(after).toMatchObject({
      excluded_pending_count: 0,
      quality: { answerability: 'answer_from_memory' },
      purpose: { profile: 'coordinate' },
    });
    const types = async (log: string) => (await eventsOf(store, log)).map(({ type }) => type);
    expect(await types('w1')).toContain('coordination.finding.reported');
    expect((await types(mission_id)).slice(-3)).toEqual([
      'coordination.finding.reviewed',
      'coordination.finding.promoted',
      'memory.reinforcement',
    ]);
  });

  it('refuses a promotion and lists everything that is missing', async () => {
    const { report, review, promote, count } = await started();
    const bare = await report('w1', { evidence: [] });
    const before = await count();
    await expect(promote(bare.finding_id)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/an accepted review; evidence/) as string,
    });
    await review(bare.finding_id, 'accepted');
    await expect(promote(bare.finding_id)).rejects.toThrow('Missing: evidence.');
    const gone = await report('w2', { evidence: [{ kind: 'file', reference: 'no/such/file.ts' }] });
    await review(gone.finding_id, 'accepted');
    await expect(promote(gone.finding_id)).rejects.toThrow('no/such/file.ts');
    expect(await count()).toBe(before + 2);
  });

  it('does not let a worker decide, neither by name nor from its own connection', async () => {
    const { context, report, review } = await started();
    const { finding_id } = await report('w1');
    await expect(review(finding_id, 'accepted', codex)).rejects.toMatchObject({
      code: 'permission_denied',
    });
    const asWorker = { mission_id, finding_id, status: 'accepted', actor: 'w1' } as const;
    await expect(reviewFinding(context, asWorker, lead)).rejects.toMatchObject({
      code: 'permission_denied',
    });
    const worker: Caller = { ...codex, role: 'worker' };
    await expect(mergeBrief(context, { mission_id }, worker)).rejects.toMatchObject({
      code: 'permission_denied',
    });
    await review(finding_id, 'accepted', person);
    const { accepted_findings } = await mergeBrief(context, { mission_id }, lead);
    expect(accepted_findings).toMatchObject([{ finding_id, review_by: 'person' }]);
  });

  it('shows a worker its own task, and no pending finding of another worker', async () => {
    const { context, report } = await started();
    const assign = (worker_id: string, assignment: string) =>
      assignWork(context, { mission_id, worker_id, assignment, lease_minutes: 5 }, lead);
    await assign('w1', 'Read the code');
    await assign('w2', 'Read the documents');
    const asWorker = { ...codex, role: 'worker' as const };
    const own = await inCallScope({ session: 'w1' }, () =>
      missionCheckout(context, { mission_id }, asWorker),
    );
    expect(own.assignments).toMatchObject([{ worker_id: 'w1', status: 'assigned' }]);
    expect(own.prompt).toMatch(/- w1 \(assigned, until [^)]+\): Read the code/);
    expect(own.prompt).not.toContain('Read the documents');
    await report('w2');
    for (const read of [mergeBrief, approvalPacket])
      await expect(read(context, { mission_id }, codex)).rejects.toMatchObject({
        code: 'permission_denied',
      });
    expect((await missionCheckout(context, { mission_id }, lead)).assignments).toHaveLength(2);
  });

  it('keeps a conflict open until all sides except one are rejected', async () => {
    const { context, report, review, promote, packet } = await started();
    const a = await report('w1', { claim_key: 'ttl', claim_value: '60' });
    const b = await report('w2', { claim_key: 'ttl', claim_value: '3600' });
    await review(a.finding_id, 'accepted');
    await expect(promote(a.finding_id)).rejects.toThrow(/conflict about ttl with w2:finding:1/);
    const { conflicts } = await packet();
    expect(conflicts).toMatchObject([{ kind: 'exact_claim', subject: 'ttl' }]);
    await review(b.finding_id, 'rejected');
    await promote(a.finding_id);
    expect((await mergeBrief(context, { mission_id }, lead)).conflicts).toEqual([]);
  });

  it('detects that one finding contradicts another', async () => {
    const { report, packet } = await started();
    await report('w1', { summary: 'The session cache is enabled.' });
    await report('w2', { summary: 'The session cache is not enabled' });
    expect((await packet()).conflicts).toMatchObject([{ kind: 'polarity' }]);
  });

  it('retracts a promoted finding for good if it is rejected later', async () => {
    const { runtime, context, report, review, promote } = await started();
    const { finding_id } = await report('w1');
    await review(finding_id, 'accepted');
    await promote(finding_id);
    expect(await review(finding_id, 'rejected')).toMatchObject({ previous_status: 'promoted' });
    const { accepted_findings } = await missionCheckout(context, { mission_id }, lead);
    expect(accepted_findings).toEqual([]);
    await expect(review(finding_id, 'accepted')).rejects.toThrow('is retracted');
    await expect(promote(finding_id)).rejects.toMatchObject({ code: 'conflict' });
    const opened = await runtime.memory.open();
    const facts = opened.ok
      ? await opened.memory.facts({ sessions: [mission_id], types: ['promotion'], limit: 5 })
      : [];
    expect(facts.filter(({ validTo }) => validTo === null)).toEqual([]);
  });

  it('accepts a command as evidence only if it exited 0 and did not fail since', async () => {
    const { context, report, review, promote, note } = await started();
    const run = (exit_code: number) =>
      note('w1', 'command.completed', { command: 'npm test', exit_code });
    const failed = await run(1);
    const evidence = [{ kind: 'test', reference: 'npm test' }];
    const cited = [{ kind: 'test', reference: 'npm test', citation: failed }];
    const bad = await report('w1', { evidence: cited });
    expect(bad.evidence).toMatchObject([{ state: 'unresolved' }]);
    await run(0);
    const good = await report('w1', { evidence });
    expect(good.evidence).toMatchObject([{ state: 'resolved', snapshot: { exit_code: 0 } }]);
    await review(good.finding_id, 'accepted');
    await run(1);
    await expect(promote(good.finding_id)).rejects.toThrow('a later run of the command failed');
    const { workers } = await performanceLedger(context, { mission_id }, lead);
    expect(workers[0]).toMatchObject({ findings: 2, stale: 1, stale_claim_rate: 0.5 });
  });

  it('says in the checkout why no finding is shown: none was promoted, the budget, or the evidence', async () => {
    const { context, report, review, promote, note } = await started();
    const promptOf = async (max_tokens?: number) =>
      (await missionCheckout(context, { mission_id, max_tokens }, lead)).prompt;
    expect(await promptOf()).toContain('No finding was promoted.');
    const run = (exit_code: number) =>
      note('w1', 'command.completed', { command: 'npm test', exit_code });
    await run(0);
    const evidence = [{ kind: 'test', reference: 'npm test' }];
    const { finding_id } = await report('w1', { evidence, summary: 'Long '.repeat(200) });
    await review(finding_id, 'accepted');
    await promote(finding_id);
    expect(await promptOf(200)).toContain('1 left out by the budget');
    await run(1);
    expect(await promptOf()).toContain(`1 no longer supported by evidence: ${finding_id}.`);
  });

  it('refuses evidence that is in no log of the mission, and names it', async () => {
    const { report } = await started();
    const citation = `eventloom://w2/events/1#${'0'.repeat(12)}`;
    const evidence = [{ kind: 'event', reference: 'x', citation }];
    await expect(report('w1', { evidence })).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(citation) as string,
    });
  });

  it('refuses ids that are in use, unknown or of another mission', async () => {
    const { context, report } = await started();
    const start = (id: string) => startMission(context, { mission_id: id, objective: 'x' }, lead);
    const join = (of: string, worker_id: string) =>
      createWorker(context, { mission_id: of, worker_id }, lead);
    await expect(start(mission_id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(start('w1')).rejects.toMatchObject({ code: 'conflict' });
    await expect(join(mission_id, mission_id)).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(join('nowhere', 'w9')).rejects.toMatchObject({ code: 'not_found' });
    await start('second');
    await expect(join('second', 'w1')).rejects.toMatchObject({ code: 'conflict' });
    await expect(report('w9')).rejects.toMatchObject({ code: 'not_found' });
    await expect(join(mission_id, '../evil')).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('a promotion', () => {
  it('of a finding that is already promoted says so', async () => {
    const { context, report } = await started();
    const { finding_id } = await report('w1');
    await reviewFinding(
      context,
      { mission_id, finding_id, status: 'accepted', rationale: 'Seen' },
      lead,
    );
    await promoteFinding(context, { mission_id, finding_id }, lead);
    await expect(promoteFinding(context, { mission_id, finding_id }, lead)).rejects.toThrow(
      'w1:finding:1 cannot be promoted: it is already promoted.',
    );
  });
});

describe('an approval', () => {
  it('applies all its decisions in one batch, and none if one of them is refused', async () => {
    const { context, report, packet, count } = await started();
    const [a, b] = [await report('w1'), await report('w2', { evidence: [] })];
    const { packet_id } = await packet();
    const before = await count();
    const accept = { status: 'accepted', promote: true } as const;
    const both = [a, b].map(({ finding_id }) => ({ finding_id, ...accept }));
    await expect(
      applyApproval(context, { mission_id, packet_id, decisions: both }, lead),
    ).rejects.toThrow('w2:finding:1 cannot be promoted. Missing: evidence.');
    expect(await count()).toBe(before);
    const decisions = [both[0]!, { finding_id: b.finding_id, status: 'deferred' as const }];
    const applied = await applyApproval(context, { mission_id, packet_id, decisions }, lead);
    expect(applied).toMatchObject({ reviewed_count: 2, promoted_count: 1 });
  });

  it('succeeds for one of two coordinators; the other gets both heads', async () => {
    const { context, report, packet } = await started();
    const { finding_id } = await report('w1');
    const { packet_id, head } = await packet();
    const decide = (status: 'accepted' | 'rejected', caller: Caller) =>
      applyApproval(
        context,
        { mission_id, packet_id, decisions: [{ finding_id, status }] },
        caller,
      );
    const outcomes = await Promise.allSettled([
      decide('accepted', lead),
      decide('rejected', person),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const lost = outcomes.find((each) => each.status === 'rejected')!;
    expect(lost.reason).toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(
        new RegExp(`event ${head.seq} .* the mission is at event ${head.seq + 1} `),
      ) as string,
    });
  });
});

describe('a proof', () => {
  it('names every event that it relies on, and each is looked up again', async () => {
    const { context, report, review, promote } = await started();
    const a = await report('w1');
    await report('w2');
    await review(a.finding_id, 'accepted');
    await promote(a.finding_id);
    const { handoff_id } = await handOff(
      context,
      { mission_id, summary: 'Found', next_steps: ['Fix it'] },
      lead,
    );
    const seen = await missionCheckout(context, { mission_id }, lead);
    const request = {
      mission_id,
      checkout: seen as unknown as JsonObject,
      decision_scope: 'handoff' as const,
      handoff_id,
    };
    const proof = await recordProof(context, request, lead);
    expect(proof.accepted_finding_ids).toEqual(['w1:finding:1']);
    expect((await recordProof(context, request, lead)).proof_seq).toBe(proof.proof_seq);
    const trace = await proofTrace(context, { mission_id, handoff_id }, lead);
    expect(trace).toMatchObject({
      verified: true,
      handoff_event: { handoff: { summary: 'Found' } },
      non_authoritative_rows: [{ source_group: 'w2:finding:1', status: 'pending' }],
      changed_since: [],
    });
  });

  it('needs accepted state, a handoff for its scope, and the mission’s session', async () => {
    const { context } = await started();
    const seen = await missionCheckout(context, { mission_id }, lead);
    const checkout = seen as unknown as JsonObject;
    const record = (more: object) => recordProof(context, { mission_id, checkout, ...more }, lead);
    await expect(record({})).rejects.toThrow('No accepted finding');
    await expect(record({ decision_scope: 'handoff' })).rejects.toThrow('needs its handoff_id');
    await expect(record({ checkout: { ...checkout, session_id: 'w1' } })).rejects.toThrow(
      'does not belong to the mission',
    );
  });
});

it('is not made from events of another installation’s log', async () => {
  const { store } = await started();
  const payload = { mission_id: 'copied', objective: 'x' };
  const origin = { channel: 'model' as const, written_by: ARCHIVE };
  const event = { type: 'coordination.mission.created', actorId: 'a', payload, origin };
  await store.append('copied', [event]);
  expect(foldMission('copied', await missionEvents(store, 'copied'), new Map())).toBeNull();
});
