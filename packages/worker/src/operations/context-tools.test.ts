import { describe, expect, it } from 'vitest';
import { eventsOf, workspace } from '../../test/fixture.ts';
import { realRuntime } from '../../test/real-memory.ts';
import { contextAfterTurn, contextAssemble } from './context-assemble.ts';
import type { Caller } from './context.ts';
import { subagentCleanup } from './subagent-cleanup.ts';

const model: Caller = { channel: 'model', client: 'claude-code' };

async function decided() {
  const { runtime, store } = await realRuntime();
  const decisions = ['Use SQLite for the projection', 'Use JSONL for the event log'];
  for (const title of decisions)
    await runtime.append({
      event_type: 'decision.made',
      actor: 'assistant',
      payload: { title, rationale: 'It survives a crash.' },
    });
  await store.append(workspace.session, [
    {
      type: 'command.completed',
      actorId: 'zaxy-observer',
      payload: { command: 'npm test', exit_code: 0, stdout: 'event log: 312 passed' },
      origin: { channel: 'tool' },
    },
  ]);
  return { runtime, store };
}

describe('an assembled context', () => {
  it('starts with the working set and contains recent events and cited rows of both lanes', async () => {
    const { runtime } = await decided();
    const answer = await contextAssemble(runtime.context, { query: 'Which log format do we use?' });
    expect(Object.keys(answer).sort()).toEqual([
      'assembly_policy',
      'compacted',
      'context_counts',
      'contexts',
      'prompt',
      'recall',
      'replay_event_count',
      'session_id',
      'warnings',
      'working_set',
    ]);
    expect(answer.prompt.startsWith('# Active Memory Working Set\n')).toBe(true);
    for (const marker of [
      '# Recent Events',
      'Query: ',
      '# Retrieved Context',
      '# Context Warnings',
    ])
      expect(answer.prompt).toContain(`\n${marker}`);
    expect(answer.working_set.map(({ kind }) => kind)).toContain('decision');
    expect(answer.contexts[0]).toMatchObject({
      content: expect.stringContaining('JSONL'),
      citation: expect.stringMatching(/^eventloom:\/\/demo-default\/events\/2#[0-9a-f]{12}$/),
      metadata: { assembly_lane: 'graph', channel: 'user', event_seq: 2 },
    });
    const { context_counts: counts, contexts } = answer;
    expect(counts.graph + counts.verbatim + counts.packet_memory).toBe(contexts.length);
    expect(counts.replay).toBe(3);
    expect(answer.replay_event_count).toBe(3);
  });

  it('fences text that came through a tool', async () => {
    const { runtime } = await decided();
    const { prompt } = await contextAssemble(runtime.context, { query: 'npm test passed' });
    expect(prompt).toMatch(/<reported-[0-9a-f]{12}>.*312 passed.*<\/reported-/);
  });

  it('keeps to a budget, says what it left out, and never loses a row with a larger one', async () => {
    const { runtime } = await decided();
    const at = (max_tokens: number) =>
      contextAssemble(runtime.context, { query: 'log format', max_tokens });
    let before = 0;
    for (const tokens of [300, 600, 1000, 2000, 4000]) {
      const { contexts, budget } = await at(tokens);
      expect(contexts.length).toBeGreaterThanOrEqual(before);
      before = contexts.length;
      expect(budget).toMatchObject({ budget_requested: tokens });
      if (contexts.length > 0) expect(budget!.budget_used).toBeLessThanOrEqual(tokens);
    }
    expect((await at(300)).budget!.elided['count']).toBeGreaterThan(0);
    expect((await at(4000)).budget!.elided['count']).toBe(0);
    expect(before).toBeGreaterThan(0);
  });

  it('appends nothing and gives the same bytes again', async () => {
    const { runtime, store } = await decided();
    const events = await eventsOf(store);
    const one = await contextAssemble(runtime.context, { query: 'log format' });
    expect(JSON.stringify(await contextAssemble(runtime.context, { query: 'log format' }))).toBe(
      JSON.stringify(one),
    );
    expect(await eventsOf(store)).toEqual(events);
  });
});

describe('a turn', () => {
  it('is recorded through the channel of its caller, and is not an answer to itself', async () => {
    const { runtime, store } = await decided();
    const content = 'Which format does the event log use, JSONL?';
    const answer = await contextAfterTurn(runtime.context, { role: 'user', content }, model);
    expect((await eventsOf(store)).at(-1)).toEqual({
      seq: 4,
      type: 'transcript.turn',
      actorId: 'user',
      payload: { role: 'user', content, source: 'mcp' },
      origin: { channel: 'model', client: 'claude-code', written_by: 'context_after_turn' },
    });
    expect(answer.prompt).toContain(`Query: ${content}`);
    expect(answer.contexts.map(({ metadata }) => metadata['event_seq'])).not.toContain(4);
    expect(answer.contexts[0]?.content).toContain('JSONL');
  });

  it('is searched with the given query, or with its first words if it is long', async () => {
    const { runtime } = await decided();
    const content = `JSONL ${'and so on '.repeat(2000)}`;
    const long = await contextAfterTurn(runtime.context, { role: 'user', content }, model);
    expect(long.contexts[0]?.content).toContain('JSONL');
    const asked = await contextAfterTurn(
      runtime.context,
      { role: 'user', content, query: 'SQLite projection' },
      model,
    );
    expect(asked.prompt).toContain('Query: SQLite projection');
  });

  it('of white space is refused and not recorded', async () => {
    const { runtime, store } = await decided();
    await expect(
      contextAfterTurn(runtime.context, { role: 'user', content: ' \n ' }, model),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await eventsOf(store)).toHaveLength(3);
  });
});

describe('the cleanup of a subagent', () => {
  const request = {
    parent_session_id: workspace.session,
    subagent_session_id: 'worker-1',
    summary: 'The parser is done; two call sites are left.',
  };

  it('writes both events into its log and hands over what it left', async () => {
    const { runtime, store } = await decided();
    await runtime.append({
      event_type: 'task.proposed',
      actor: 'worker',
      payload: { taskId: 'T1', title: 'Move the call sites' },
      session_id: 'worker-1',
    });
    const answer = await subagentCleanup(runtime.context, request, model);
    expect((await eventsOf(store, 'worker-1')).slice(1)).toEqual(
      ['subagent.cleaned', 'subagent.completed'].map((type, at) => ({
        seq: at + 2,
        type,
        actorId: 'zaxy',
        payload: request,
        origin: {
          channel: 'model',
          client: 'claude-code',
          ...(type === 'subagent.cleaned' && { written_by: 'subagent_cleanup' }),
        },
      })),
    );
    expect(answer).toMatchObject({
      session_id: 'worker-1',
      summary: request.summary,
      handoff: { open_tasks: [{ task_id: 'T1' }], last_actor: 'worker' },
      integrity_ok: true,
      integrity: { total_events: 1, broken_at_seq: null },
      events: [{ seq: 2 }, { seq: 3, citation: expect.stringContaining('worker-1/events/3#') }],
    });
    expect(await eventsOf(store)).toHaveLength(3);
  });

  it('is refused a second time while nothing has happened since, and writes nothing', async () => {
    const { runtime, store } = await decided();
    await subagentCleanup(runtime.context, request, model);
    await expect(subagentCleanup(runtime.context, request, model)).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await eventsOf(store, 'worker-1')).toHaveLength(2);
  });

  it.each([
    ['its own parent', { ...request, subagent_session_id: workspace.session }, 'invalid_request'],
    ['a path', { ...request, subagent_session_id: '../../etc' }, 'invalid_request'],
    ['a parent without a log', { ...request, parent_session_id: 'nobody' }, 'not_found'],
  ])('is refused for %s', async (_, wrong, code) => {
    const { runtime, store } = await decided();
    await expect(subagentCleanup(runtime.context, wrong, model)).rejects.toMatchObject({ code });
    expect((await store.sessions()).map(({ session }) => session)).toEqual([workspace.session]);
  });
});
