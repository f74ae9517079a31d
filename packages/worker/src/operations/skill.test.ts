import { describe, expect, it } from 'vitest';
import { eventsOf, projectedRuntime, workspace } from '../../test/fixture.ts';
import type { Caller } from './context.ts';
import { skill, type SkillRequest } from './skill.ts';

const caller: Caller = { channel: 'model' };
const id = { skill_id: 'deploy-docs' } as const;
const proposal: SkillRequest = { ...id, action: 'proposed', procedure: ['Build', 'Push'] };

async function after(...steps: SkillRequest[]) {
  const { runtime, store } = await projectedRuntime();
  const step = (request: SkillRequest) => skill(runtime.context, request, caller);
  for (const request of steps) await step(request);
  const types = async () => (await eventsOf(store)).map(({ type }) => type);
  return { runtime, store, step, types };
}

describe('a lifecycle step of a skill', () => {
  it("is one event with the caller's text and its place in the log", async () => {
    const { store, step } = await after(proposal);
    const { hash } = (await store.head(workspace.session))!;
    expect(await step({ ...id, action: 'validated', evidence: ['ran twice'] })).toEqual({
      seq: 2,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      event_type: 'skill.validated',
    });
    expect(hash).toMatch(/^sha256:/);
    expect(
      (await eventsOf(store)).map(({ type, actorId, payload }) => [type, actorId, payload]),
    ).toEqual([
      ['skill.proposed', 'assistant', { ...id, version: '1', procedure: ['Build', 'Push'] }],
      ['skill.validated', 'assistant', { ...id, version: '1', evidence: ['ran twice'] }],
    ]);
  });

  it('may be any of the seven, in a valid order', async () => {
    const { step, types } = await after(proposal);
    await step({ ...id, action: 'applied', version: 1, task: 'T-1' });
    await step({ ...id, action: 'outcome_recorded', success_score: 1 });
    await step({ ...id, action: 'validated', evidence: ['ran twice'] });
    await step({
      ...id,
      action: 'revised',
      version: 2,
      supersedes_version: '1',
      procedure: ['Push'],
    });
    await step({ ...id, action: 'contradicted', version: '2', contradiction_reason: 'no pages' });
    await step({ ...id, action: 'deprecated', version: '2' });
    expect(await types()).toEqual([
      'skill.proposed',
      'skill.applied',
      'skill.outcome_recorded',
      'skill.validated',
      'skill.revised',
      'skill.contradicted',
      'skill.deprecated',
    ]);
  });

  const deprecated: SkillRequest = { ...id, action: 'deprecated' };
  const revised: SkillRequest = { ...id, action: 'revised', version: '2', supersedes_version: '1' };
  it.each<[string, SkillRequest[], SkillRequest, string]>([
    ['validating a version without a proposal', [], { ...id, action: 'validated' }, 'conflict'],
    ['applying a version without a proposal', [], { ...id, action: 'applied' }, 'conflict'],
    [
      'an outcome of another version',
      [proposal],
      { ...id, action: 'outcome_recorded', version: '2', success_score: 1 },
      'conflict',
    ],
    [
      'an outcome that says nothing',
      [proposal],
      { ...id, action: 'outcome_recorded' },
      'invalid_request',
    ],
    ['proposing twice', [proposal], proposal, 'conflict'],
    ['a proposal without a word', [], { ...id, action: 'proposed' }, 'invalid_request'],
    ['revising an unknown skill', [], revised, 'conflict'],
    [
      'a revision of nothing in particular',
      [proposal],
      { ...id, action: 'revised', version: '2' },
      'invalid_request',
    ],
    [
      'a revision in the place of its own version',
      [proposal],
      { ...revised, version: '1' },
      'conflict',
    ],
    [
      'revising twice from one version',
      [proposal, revised],
      { ...revised, version: '3' },
      'conflict',
    ],
    [
      'validating a superseded skill',
      [proposal, revised],
      { ...id, action: 'validated' },
      'conflict',
    ],
    [
      'validating twice',
      [proposal, { ...id, action: 'validated', evidence: ['ran twice'] }],
      { ...id, action: 'validated' },
      'conflict',
    ],
    ['deprecating twice', [proposal, deprecated], deprecated, 'conflict'],
    [
      'applying a deprecated skill',
      [proposal, deprecated],
      { ...id, action: 'applied' },
      'conflict',
    ],
    [
      'validating other steps than were proposed',
      [proposal],
      { ...id, action: 'validated', procedure: ['Burn'] },
      'invalid_request',
    ],
    ['validating without evidence', [proposal], { ...id, action: 'validated' }, 'invalid_request'],
    [
      'validating with a blank for evidence',
      [proposal],
      { ...id, action: 'validated', evidence: [' '] },
      'invalid_request',
    ],
    [
      'contradicting without a reason',
      [proposal],
      { ...id, action: 'contradicted' },
      'invalid_request',
    ],
    [
      'a success with the score of a failure',
      [proposal],
      { ...id, action: 'outcome_recorded', feedback: 'helpful', success_score: 0.1 },
      'invalid_request',
    ],
    [
      'a failure with the score of a success',
      [proposal],
      { ...id, action: 'outcome_recorded', feedback: 'Failed', success_score: 0.9 },
      'invalid_request',
    ],
    [
      'an outcome in words of its own',
      [proposal],
      { ...id, action: 'outcome_recorded', feedback: 'gorgeous' },
      'invalid_request',
    ],
    ['an unknown action', [], { ...id, action: 'loved' as never }, 'invalid_request'],
    [
      'a citation of an unknown event',
      [],
      { ...proposal, citations: ['eventloom://demo-default/events/9#0464261d6ec0'] },
      'not_found',
    ],
    [
      'evidence from an unknown event',
      [],
      { ...proposal, evidence: ['eventloom://demo-default/events/9#0464261d6ec0'] },
      'not_found',
    ],
    ['an invalid citation', [], { ...proposal, citations: ['see above'] }, 'invalid_request'],
  ])('is refused if it is not valid: %s', async (_, before, wrong, code) => {
    const { step, types } = await after(...before);
    const written = await types();
    await expect(step(wrong)).rejects.toMatchObject({ code });
    expect(await types()).toEqual(written);
  });

  it('is accepted once if two callers send it at the same time', async () => {
    const { step, types } = await after();
    const answers = await Promise.allSettled([step(proposal), step(proposal), step(proposal)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect(await types()).toEqual(['skill.proposed']);
  });

  it('cites an event of the log', async () => {
    const { runtime, step } = await after();
    const { citation } = await runtime.append({
      event_type: 'goal.created',
      actor: 'user',
      payload: { title: 'Docs' },
    });
    expect(await step({ ...proposal, citations: [citation] })).toMatchObject({ seq: 2 });
  });
});
