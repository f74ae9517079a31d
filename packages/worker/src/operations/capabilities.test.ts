import { describe, expect, it } from 'vitest';
import { coreListing } from '../mcp/tools/index.ts';
import { openRuntime } from '../compose.ts';
import { clock, eventsOf, runtimeOf, workspace } from '../../test/fixture.ts';
import { createMemoryStore } from '@hookloom/log';

describe('the capabilities', () => {
  it('list the tools, the next call and what the profile leaves out', async () => {
    const { runtime } = await runtimeOf();
    expect(
      await runtime.capabilities({ current_task: 'fix due dates' }, coreListing),
    ).toMatchObject({
      session_id: 'demo-default',
      current_task: 'fix due dates',
      recommended_next_call: { tool: 'memory_checkout', arguments: { query: 'fix due dates' } },
      profile: {
        active: 'core',
        available_but_unlisted: expect.arrayContaining(['memory_verbatim', 'memory_replay']),
      },
      status: { eventloom: { status: 'empty' } },
    });
  });

  it('say that the memory is unavailable, and why', async () => {
    const runtime = await openRuntime(workspace, {
      store: createMemoryStore(),
      clock,
      openMemory: () => Promise.reject(new Error('disk I/O error')),
    });
    expect((await runtime.capabilities({}, coreListing)).status).toMatchObject({
      graph: { status: 'unavailable', reason: expect.stringContaining('disk I/O error') },
    });
    const { quality, diagnostics } = await runtime.checkout({ query: 'anything' });
    expect(quality.answerability).not.toBe('answer_from_memory');
    expect(diagnostics['recall']).toMatchObject({ status: 'unavailable' });
  });
});

describe('the packet for the start of a session', () => {
  it('contains the capabilities, the first checkout and the trust policy, and is recorded as telemetry', async () => {
    const { runtime, store } = await runtimeOf();
    await runtime.bootstrap({}, coreListing, { channel: 'model' });
    expect(await eventsOf(store)).toEqual([]);
    const said = { event_type: 'decision.made', actor: 'user', payload: { title: 'Use JSONL' } };
    await runtime.append(said);
    await runtime.bootstrap({}, coreListing, { channel: 'user' });
    const packet = await runtime.bootstrap({}, coreListing, { channel: 'model', client: 'codex' });
    expect(packet).toMatchObject({
      mode: 'session_start',
      session_id: 'demo-default',
      workspace: '/home/dev/demo',
      current_task: null,
      capabilities: { profile: { active: 'core' } },
      capture: { mode: 'deterministic', waiting_in_inbox: 0 },
      prompt: expect.stringContaining('memory_checkout'),
    });
    expect((await eventsOf(store)).slice(1)).toEqual([
      {
        seq: 2,
        type: 'memory.bootstrap.shown',
        actorId: 'zaxy-memory',
        payload: { mode: 'session_start', session_id: 'demo-default', current_task: null },
        origin: { channel: 'system', client: 'codex', written_by: 'memory_bootstrap' },
      },
    ]);
  });
});
