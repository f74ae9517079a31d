import { describe, expect, it } from 'vitest';
import { eventsOf, projectedRuntime, workspace } from '../../test/fixture.ts';
import { claimConfidence } from './claim-confidence.ts';
import { proposeCandidate, reviewCandidate } from './consolidation.ts';
import { mineProcedures } from './consolidation-mine.ts';
import { proposeFromLog } from './consolidation-propose.ts';
import { promoteProposal } from './consolidation-promote.ts';
import { consolidationStatus } from './consolidation-status.ts';
import type { Caller } from './context.ts';
import { knownUnknowns, reverificationNeeds } from './reasoning-reads.ts';
import { proposeBelief, recordUnknown, resolveOpenItem } from './reasoning-records.ts';

const model: Caller = { channel: 'model' };
const person: Caller = { channel: 'user' };

async function project() {
  const { runtime, store } = await projectedRuntime();
  const say = async (content: string, channel: 'user' | 'model' = 'user') => {
    const payload = { role: channel === 'user' ? 'user' : 'assistant', content };
    const event = { type: 'transcript.turn', actorId: 'user', payload, origin: { channel } };
    const [result] = await store.append(workspace.session, [event]);
    return { seq: result!.seq, hash: result!.hash.slice(7) };
  };
  const ran = async (command: string, session_id: string) => {
    const payload = { command, exit_code: 0, session_id };
    const origin = { channel: 'tool' as const, session_id };
    await store.append(workspace.session, [
      { type: 'command.completed', actorId: 'zaxy-observer', payload, origin },
    ]);
  };
  const { context } = runtime;
  const propose = (source: { seq: number; hash: string }, title = 'Releases are cut on Fridays') =>
    proposeCandidate(
      context,
      {
        candidate_type: 'claim',
        title,
        summary: title,
        source_events: [source],
        confidence: 0.6,
        method: 'manual',
      },
      model,
    );
  const review = (candidate_id: string, status: 'accepted' | 'rejected' | 'deferred') =>
    reviewCandidate(context, { candidate_id, status, rationale: 'checked' }, model);
  return { runtime, context, store, say, ran, propose, review };
}

describe('a proposal', () => {
  it('is recorded once and becomes a fact only when a person promotes the accepted one', async () => {
    const { runtime, context, say, propose, review } = await project();
    const source = await say('We cut releases on Fridays.');
    const { candidate_id, deduped } = await propose(source);
    expect(deduped).toBe(false);
    expect(await propose(source)).toMatchObject({ candidate_id, deduped: true });
    const promote = (caller: Caller) => promoteProposal(context, { candidate_id }, caller);
    await expect(promote(person)).rejects.toMatchObject({ code: 'conflict' });
    expect(await review(candidate_id, 'accepted')).toMatchObject({ previous_status: 'pending' });
    await expect(promote(model)).rejects.toMatchObject({ code: 'permission_denied' });

    const facts = async () =>
      (await runtime.checkout({ query: 'When are releases cut?', detail: 'full' }, model))
        .current_facts;
    expect((await facts()).map(({ entity_type }) => entity_type)).not.toContain('claim');
    expect(await promote(person)).toMatchObject({ became: { type: 'claim' } });
    expect((await facts()).map(({ entity_type }) => entity_type)).toContain('claim');
    await expect(promote(person)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('stays rejected, and is refused without sources that resolve', async () => {
    const { context, store, say, propose, review } = await project();
    const { candidate_id } = await propose(await say('We cut releases on Fridays.'));
    await review(candidate_id, 'rejected');
    await expect(review(candidate_id, 'accepted')).rejects.toMatchObject({ code: 'conflict' });
    const before = (await eventsOf(store)).length;
    await expect(propose({ seq: 1, hash: 'f'.repeat(64) })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('demo-default/1') as string,
    });
    expect((await eventsOf(store)).length).toBe(before);
    expect(await consolidationStatus(context, {})).toMatchObject({
      candidate_count: 1,
      rejected_count: 1,
      queue: [],
    });
  });

  it('is not promoted if only an agent supports it', async () => {
    const { context, say, propose, review } = await project();
    const { candidate_id } = await propose(await say('Releases are on Fridays.', 'model'));
    await review(candidate_id, 'accepted');
    await expect(promoteProposal(context, { candidate_id }, person)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('check that passed') as string,
    });
  });

  it('comes from the log once, and a mined procedure becomes a proposed skill', async () => {
    const { context, store, ran, review } = await project();
    for (const session of ['a', 'b'])
      for (const command of ['npm test', 'git commit -m x']) await ran(command, session);
    const first = await proposeFromLog(context, {}, model);
    expect(first.candidates.map(({ candidate_type }) => candidate_type)).toContain('episode');
    expect(await proposeFromLog(context, {}, model)).toMatchObject({
      candidate_count: 0,
      deduped_count: first.candidate_count,
    });
    const mined = await mineProcedures(context, {}, model);
    expect(mined.candidates).toMatchObject([
      { steps: ['command:npm test', 'command:git commit'], support: 2, confidence: 0.55 },
    ]);
    expect(await mineProcedures(context, {}, model)).toMatchObject({ appended: 0, deduped: 1 });
    for (const command of ['npm test', 'git commit -m x']) await ran(command, 'c');
    expect(await mineProcedures(context, {}, model)).toMatchObject({ appended: 0, deduped: 1 });
    const { candidate_id } = mined.candidates[0]!;
    await review(candidate_id, 'accepted');
    expect(await promoteProposal(context, { candidate_id }, person)).toMatchObject({
      became: { type: 'skill' },
    });
    expect((await eventsOf(store)).at(-1)!).toMatchObject({
      type: 'skill.proposed',
      payload: {
        name: 'Run the tests and commit',
        procedure: ['Run `npm test`.', 'Run `git commit -m x`.'],
        applicability: ['When you are ready to commit.'],
      },
    });
  });
});

describe('an agent’s knowledge about its memory', () => {
  it('weighs the source, opens a conflict once, and closes it with evidence', async () => {
    const { context, say } = await project();
    await say('The API listens on port 9000.');
    await say('The API listens on port 8080.', 'model');
    const weigh = (claim: string) => claimConfidence(context, { claim }, model);
    const first = await weigh('The API listens on port 9000.');
    expect(first).toMatchObject({ confidence: 0.67, support_count: 1, conflict_count: 1 });
    const again = await weigh('The API listens on port 9000.');
    expect(again.conflict_id).toBe(first.conflict_id);
    expect(await reverificationNeeds(context, {}, model)).toMatchObject({ need_count: 2 });
    const source = await say('I checked: the API listens on port 9000.');
    const close = (id: string | null, outcome: 'resolved' | 'confirmed') =>
      resolveOpenItem(
        context,
        { id: id!, outcome, rationale: 'the user checked', source_events: [source] },
        model,
      );
    await close(first.conflict_id, 'resolved');
    await close(first.reverify_id, 'confirmed');
    await expect(close(first.conflict_id, 'resolved')).rejects.toMatchObject({ code: 'conflict' });
    expect(await reverificationNeeds(context, {}, model)).toMatchObject({ need_count: 0 });
  });

  it('keeps a checkout from answering while a question is open', async () => {
    const { runtime, context, say } = await project();
    const source = await say('The API listens on port 9000.');
    const ask = () =>
      runtime.checkout({ query: 'Which port does the API listen on?', detail: 'full' }, model);
    expect((await ask()).quality.answerability).toBe('answer_from_memory');
    const { unknown_id } = await recordUnknown(
      context,
      {
        question: 'Which port does the API listen on in production?',
        reason: 'Only one port is recorded',
        claim_key: 'api port',
        source_events: [source],
      },
      model,
    );
    const doubted = await ask();
    expect(doubted.quality).toMatchObject({
      answerability: 'refresh_recommended',
      required_action: { type: 'ask_user' },
    });
    expect(doubted.diagnostics).toMatchObject({
      metacognition: { unknown_count: 1, open_unknown_count: 1 },
      reasoning_primitives: { primitive_counts: { record_known_unknown: 1 } },
    });
    const closing = { id: unknown_id, outcome: 'dismissed', rationale: 'out of scope' } as const;
    await resolveOpenItem(context, closing, model);
    expect((await ask()).quality.answerability).toBe('answer_from_memory');
    expect(await knownUnknowns(context, {}, model)).toMatchObject({ unknown_count: 0 });
  });

  it('counts and reviews a belief like a candidate, and never treats it as a fact before', async () => {
    const { runtime, context, say, review } = await project();
    const source = await say('Deploys need two approvals.');
    const { belief_id } = await proposeBelief(
      context,
      {
        claim: 'Deploys need three approvals',
        rationale: 'a guess',
        confidence: 0.4,
        source_events: [source],
      },
      model,
    );
    const answer = await runtime.checkout({ query: 'How many approvals?', detail: 'full' }, model);
    expect(JSON.stringify(answer.current_facts)).not.toContain('three');
    expect(answer.diagnostics).toMatchObject({
      belief_update_proposals: { proposal_count: 1, pending_count: 1 },
    });
    expect(await review(belief_id, 'accepted')).toMatchObject({ status: 'accepted' });
  });
});
