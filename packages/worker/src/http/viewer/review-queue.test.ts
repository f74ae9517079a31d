import { describe, expect, it } from 'vitest';
import { eventsOf, projectedRuntime, workspace } from '../../../test/fixture.ts';
import { mergeBrief } from '../../missions/brief.ts';
import { reportFinding } from '../../missions/report-finding.ts';
import { createWorker, startMission } from '../../missions/run-mission.ts';
import { proposeCandidate } from '../../operations/consolidation.ts';
import type { Caller } from '../../operations/context.ts';
import { recordUnknown } from '../../operations/reasoning-records.ts';
import { decideOnItem, reviewQueue } from './review-queue.ts';

const model: Caller = { channel: 'model', client: 'claude-code', clientSession: 'c1' };
const worker: Caller = { channel: 'model', client: 'codex', connection: 'x1' };
const person: Caller = { channel: 'user', client: 'viewer' };
const mission_id = 'login-bug';

async function waiting() {
  const { runtime, store } = await projectedRuntime();
  const { context } = runtime;
  const append = async (session: string, payload: { [key: string]: string }) => {
    const event = { type: 'transcript.turn', actorId: 'user', payload };
    const [at] = await store.append(session, [{ ...event, origin: { channel: 'user' as const } }]);
    return { seq: at!.seq, hash: at!.hash.slice(7) };
  };
  const source = await append(workspace.session, {
    role: 'user',
    content: 'We release on Fridays.',
  });
  const title = 'Releases are cut on Fridays';
  const summary = 'The user said so.';
  const candidate = { candidate_type: 'claim' as const, confidence: 0.6, method: 'manual' };
  const source_events = [source];
  await proposeCandidate(context, { ...candidate, title, summary, source_events }, model);
  const question = 'Who releases when the lead is away?';
  const gap = { question, reason: 'Nobody said.', claim_key: 'release.deputy', source_events };
  await recordUnknown(context, gap, model);
  await startMission(context, { mission_id, objective: 'Find the cause' }, model);
  await createWorker(context, { mission_id, worker_id: 'w1' }, model);
  const at = await append('w1', { role: 'user', content: 'The token expires after an hour.' });
  const citation = `eventloom://w1/events/${at.seq}#${at.hash.slice(0, 12)}`;
  const evidence = [{ kind: 'event' as const, reference: 'a turn', citation }];
  const report = { mission_id, worker_id: 'w1', summary: 'The token expires', evidence };
  await reportFinding(context, report, worker);

  const queue = () => reviewQueue(context, workspace.session, person);
  const find = async (kind: string) => (await queue()).items.find((each) => each.kind === kind);
  const decide = async (kind: string, action: Parameters<typeof decideOnItem>[1]['action']) => {
    const { id, mission_id: mission } = (await find(kind))!;
    const about = mission === undefined ? {} : { mission_id: mission };
    return decideOnItem(context, { id, action, ...about }, person);
  };
  return { context, store, queue, find, decide };
}

describe('the review queue', () => {
  it('lists proposals, open questions and findings with the possible decisions on each', async () => {
    const { queue } = await waiting();
    const { count, items } = await queue();
    expect(count).toBe(3);
    expect(items.map(({ kind, title, actions }) => [kind, title, ...actions])).toEqual([
      ['claim', 'Releases are cut on Fridays', 'accept', 'reject', 'defer'],
      ['unknown', 'Who releases when the lead is away?', 'reject', 'resolve'],
      ['finding', 'The token expires', 'accept', 'reject', 'defer'],
    ]);
  });

  it('a person accepts a proposal, then promotes it, and it leaves the queue', async () => {
    const { find, decide } = await waiting();
    expect(await decide('claim', 'accept')).toMatchObject({ status: 'accepted' });
    expect((await find('claim'))!.actions).toEqual(['reject', 'promote']);
    expect(await decide('claim', 'promote')).toMatchObject({ status: 'promoted' });
    expect(await find('claim')).toBeUndefined();
  });

  it('a person accepts a finding, then promotes it', async () => {
    const { context, find, decide } = await waiting();
    await decide('finding', 'accept');
    expect((await find('finding'))!.actions).toEqual(['reject', 'promote']);
    await decide('finding', 'promote');
    const { accepted_findings } = await mergeBrief(context, { mission_id }, person);
    expect(accepted_findings).toMatchObject([{ status: 'promoted', review_by: 'person' }]);
  });

  it('a question is resolved or dismissed, and stays closed', async () => {
    const { find, decide } = await waiting();
    expect(await decide('unknown', 'resolve')).toMatchObject({ status: 'resolved' });
    expect(await find('unknown')).toBeUndefined();
  });

  it('refuses an agent, and an action that the item does not have, and records nothing', async () => {
    const { context, store, find, decide } = await waiting();
    const before = (await eventsOf(store, workspace.session)).length;
    const { id } = (await find('claim'))!;
    await expect(decideOnItem(context, { id, action: 'accept' }, model)).rejects.toMatchObject({
      code: 'permission_denied',
    });
    await expect(decide('claim', 'resolve')).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(decide('unknown', 'defer')).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(decide('claim', 'promote')).rejects.toMatchObject({ code: 'conflict' });
    expect((await eventsOf(store, workspace.session)).length).toBe(before);
  });
});
