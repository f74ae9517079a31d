import { createMemoryStore } from '@hookloom/log';
import { openMemory } from '@hookloom/memory';
import { describe, expect, it } from 'vitest';
import { clock, workspace } from '../../test/fixture.ts';
import { openRuntime } from '../compose.ts';
import { exportMemory } from './export.ts';

async function remembered() {
  const logs = new Map<string, string[]>();
  const store = createMemoryStore({ clock, logs });
  const runtime = await openRuntime(workspace, {
    store,
    clock,
    openMemory: (log) => openMemory({ file: ':memory:', store: log }),
  });
  const add = (event_type: string, payload: Record<string, string>) =>
    runtime.append({ event_type, actor: 'user', payload });
  await add('goal.created', { title: 'Ship the viewer' });
  await add('decision.made', { title: 'Use JSONL for the log', rationale: 'Crash safe' });
  await add('decision.made', { title: 'Use SQLite for the projection' });
  await add('transcript.turn', { role: 'user', content: 'Is the log JSONL?' });
  await store.append(workspace.session, [
    {
      type: 'decision.made',
      actorId: 'user',
      payload: { title: 'Keep the deployment key in the vault' },
      origin: { channel: 'user' },
      timestamp: '2026-12-24T10:00:00.000Z',
      redactedPaths: ['rationale'],
    },
  ]);
  const seqs = async (request: object) => {
    const { events, facts } = await exportMemory(runtime.context, request);
    return {
      events: events.map(({ seq }) => seq),
      facts: facts.map(({ citation }) => Number(/events\/(\d+)#/.exec(citation)![1])),
    };
  };
  return { runtime, store, logs, seqs };
}

describe('an export', () => {
  it('contains the events as recorded and the facts that follow from them', async () => {
    const { runtime } = await remembered();
    const bundle = await exportMemory(runtime.context, {});
    expect(bundle).toMatchObject({
      format: 'zaxy.export.v1',
      session_id: workspace.session,
      head: { seq: 5, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      integrity: { ok: true, total_events: 5 },
      grains: ['event', 'semantic'],
      filters: {},
      truncated: false,
      next_since_seq: null,
    });
    expect(bundle.events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
    expect(bundle.events[1]).toMatchObject({
      type: 'decision.made',
      actor: 'user',
      payload: { title: 'Use JSONL for the log' },
    });
    expect(bundle.facts.find(({ content }) => content.includes('JSONL'))).toMatchObject({
      entity_type: 'decision',
      valid_to: null,
      citation: expect.stringMatching(/^eventloom:\/\/demo-default\/events\/2#[0-9a-f]{12}$/),
    });
    expect(bundle.counts).toEqual({
      events: 5,
      facts: bundle.facts.length,
      forgotten: 0,
      excluded_sensitivity: 0,
    });
  });

  it.each([
    ['one grain', { grains: ['event'] }, [1, 2, 3, 4, 5], []],
    ['a window, its start exclusive', { since_seq: 1, max_seq: 3, grains: ['event'] }, [2, 3], []],
    ['a kind of events', { kinds: ['goal.created'], grains: ['event'] }, [1], []],
    ['a family of events', { kinds: ['decision'], grains: ['event'] }, [2, 3, 5], []],
    ['a time from', { since_time: '2026-12-01', grains: ['event'] }, [5], []],
    ['a time until', { until_time: '2026-12-01T00:00:00', grains: ['event'] }, [1, 2, 3, 4], []],
    [
      'a sensitivity left out',
      { exclude_sensitivities: ['restricted'], grains: ['event'] },
      [1, 2, 3, 4],
      [],
    ],
    ['nothing newer than asked', { max_seq: 99, since_seq: 5 }, [], []],
  ])('can be narrowed to %s', async (_, request, events, facts) => {
    const { seqs } = await remembered();
    expect(await seqs(request)).toEqual({ events, facts });
  });

  it('also leaves out the facts of events that it leaves out', async () => {
    const { runtime } = await remembered();
    const text = JSON.stringify(
      await exportMemory(runtime.context, { exclude_sensitivities: ['restricted'] }),
    );
    expect(text).not.toContain('vault');
    expect(text).toContain('"excluded_sensitivity":1');
  });

  it('can be narrowed to what a question finds', async () => {
    const { seqs } = await remembered();
    const { events, facts } = await seqs({ query: 'SQLite projection', query_limit: 1 });
    expect(events).toEqual([3]);
    expect(new Set(facts)).toEqual(new Set([3]));
  });

  it('continues after a limited one until nothing is left', async () => {
    const { runtime } = await remembered();
    const seen: number[] = [];
    let since_seq = 0;
    for (;;) {
      const { events, truncated, next_since_seq } = await exportMemory(runtime.context, {
        since_seq,
        limit: 2,
      });
      seen.push(...events.map(({ seq }) => seq));
      if (!truncated) break;
      since_seq = next_since_seq!;
    }
    expect(seen).toEqual([1, 2, 3, 4, 5]);
  });

  it('never contains what was shredded, in any grain', async () => {
    const { runtime, logs } = await remembered();
    const lines = logs.get(workspace.session)!;
    const event = JSON.parse(lines[1]!) as { payload: object };
    event.payload = { __shredded: { by: 'evt_x', digest: `sha256:${'0'.repeat(64)}` } };
    lines[1] = JSON.stringify(event);
    const bundle = await exportMemory(runtime.context, {});
    expect(JSON.stringify(bundle)).not.toContain('Use JSONL');
    expect(bundle.counts.forgotten).toBe(1);
    expect(bundle.events.map(({ seq }) => seq)).toEqual([1, 3, 4, 5]);
  });

  it('is not signed if no key can be stored, and not disclosed in part', async () => {
    const { runtime } = await remembered();
    await expect(exportMemory(runtime.context, { sign: true })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('no signing key'),
    });
    await expect(
      exportMemory(runtime.context, { disclose: { selector: '$.events' } }),
    ).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('refuses an invalid time', async () => {
    const { runtime } = await remembered();
    await expect(exportMemory(runtime.context, { since_time: 'yesterday' })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});
