import type { EventStore } from '@hookloom/core/events';
import { describe, expect, it } from 'vitest';
import { eventsOf, runtimeOf, workspace } from '../../test/fixture.ts';
import type { Caller } from './context.ts';
import { parseArchiveLines } from './archive-items.ts';
import { checkCitations, ingest, ingestItems } from './ingest.ts';

const model: Caller = { channel: 'model' };
const item = (more: object = {}) => ({
  event_type: 'decision.made',
  actor: 'tracker',
  payload: { title: 'Ship on Friday' },
  ...more,
});

describe('ingested events', () => {
  it('are appended once, by the producer’s own name or else by their id', async () => {
    const { runtime, store } = await runtimeOf();
    const events = [item({ producer_ref: 'T-1' }), item({ id: 'evt_abc' }), item()];
    const first = await ingest(runtime.context, { events }, model);
    expect(first).toMatchObject({ imported: 3, deduped: 0, session_id: workspace.session });
    expect(first.events[1]).toEqual({
      event_id: 'evt_abc',
      seq: 2,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      event_type: 'decision.made',
      producer_ref: null,
      deduped: false,
    });
    const again = await ingest(runtime.context, { events }, model);
    expect(again).toMatchObject({ imported: 1, deduped: 2 });
    expect(again.events.map(({ seq }) => seq)).toEqual([1, 2, 4]);
    expect(await eventsOf(store)).toHaveLength(4);
  });

  it('keep their causes, even if an event got another id than the producer’s', async () => {
    const { runtime, store } = await runtimeOf();
    const events = [
      item({ producer_ref: 'T-1', id: 'evt_cause' }),
      item({ parent_event_id: 'evt_cause', caused_by: ['evt_cause'] }),
    ];
    const { events: imported } = await ingest(runtime.context, { events }, model);
    const effect = await store.at(workspace.session, 2);
    expect(effect).toMatchObject({
      parentEventId: imported[0]!.event_id,
      causedBy: [imported[0]!.event_id],
    });
  });

  it('as an archive are lines of another log, kept with their time and without its references', async () => {
    const { runtime, store } = await runtimeOf();
    const line = (id: string, type: string, more: object = {}) => ({
      id,
      type,
      actorId: 'user',
      timestamp: '2026-01-02T03:04:05.000Z',
      payload: { finding: 'Use CSV', __origin: { channel: 'user' } },
      ...more,
    });
    const lines = [
      line('evt_a', 'coordination.finding.promoted', { parentEventId: 'evt_elsewhere' }),
      line('evt_b', 'skill.validated', { causedBy: ['evt_a', 'evt_elsewhere'] }),
      line('evt_c', 'memory.forgotten'),
    ];
    const { items, left_out } = parseArchiveLines(
      lines.map((one) => JSON.stringify(one)).join('\n'),
    );
    expect(left_out).toBe(1);
    for await (const imported of ingestItems(store, workspace.session, items, model)) void imported;
    expect(await store.at(workspace.session, 1)).toMatchObject({
      timestamp: '2026-01-02T03:04:05.000Z',
      parentEventId: null,
      payload: { finding: 'Use CSV' },
      origin: { channel: 'file', written_by: 'archive' },
    });
    expect(await store.at(workspace.session, 2)).toMatchObject({ causedBy: ['evt_a'] });
    await expect(
      ingest(runtime.context, { events: [item({ event_type: 'skill.validated' })] }, model),
    ).rejects.toMatchObject({
      code: 'permission_denied',
      remediation: expect.stringMatching(/memory_skill.*--as-archive/) as string,
    });
  });

  it('get the less trusted of the caller’s channel and their own', async () => {
    const { runtime, store } = await runtimeOf();
    const command = item({ event_type: 'command.completed', payload: { command: 'ls' } });
    await ingest(runtime.context, { events: [item(), command] }, model);
    expect((await eventsOf(store)).map(({ origin }) => origin?.channel)).toEqual(['model', 'tool']);
  });

  it.each([
    ['an item of another shape', [item(), { ...item(), actor: '' }], 'invalid_request'],
    ['an unknown field', [item(), item({ colour: 'red' })], 'invalid_request'],
    [
      'a type that the log writes itself',
      [item(), item({ event_type: 'memory.forgotten' })],
      'permission_denied',
    ],
    ['a reserved key', [item(), item({ payload: { __origin: {} } })], 'invalid_request'],
    ['nothing', [], 'invalid_request'],
  ])('are refused as a whole for %s', async (_, events, code) => {
    const { runtime, store } = await runtimeOf();
    await expect(ingest(runtime.context, { events }, model)).rejects.toMatchObject({ code });
    expect(await store.sessions()).toEqual([]);
  });

  it('are refused in the log of refs', async () => {
    const { runtime } = await runtimeOf();
    await expect(
      ingest(runtime.context, { events: [item()], session_id: '__refs__' }, model),
    ).rejects.toMatchObject({ code: 'permission_denied' });
  });
});

describe('citations of ingested events', () => {
  const cites = (citations: unknown) => item({ payload: { title: 'Ship', citations } });

  it('are looked up before the first append; the first missing one is named', async () => {
    const { runtime, store } = await runtimeOf();
    const { citation } = await runtime.append({
      event_type: 'decision.made',
      actor: 'a',
      payload: { title: 'Tag first' },
    });
    const missing = citation.replace(/#.*/, `#${'0'.repeat(12)}`);
    const events = [item(), cites([citation]), cites([missing])];
    await expect(ingest(runtime.context, { events }, model)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(/^Event 3 was refused: the payload cites .*#000000000000/),
    });
    expect(await eventsOf(store)).toHaveLength(1);
    const answer = await ingest(runtime.context, { events: events.slice(0, 2) }, model);
    expect(answer).toMatchObject({ imported: 2 });
  });

  it('are looked up once, however many events cite them, with progress', async () => {
    const { runtime, store } = await runtimeOf();
    const { citation } = await runtime.append({
      event_type: 'decision.made',
      actor: 'a',
      payload: { title: 'Tag first' },
    });
    let looked = 0;
    const counting: EventStore = {
      ...store,
      at: (...place) => {
        looked++;
        return store.at(...place);
      },
    };
    const items = Array.from({ length: 1200 }, () => cites([citation]));
    const checked = [];
    for await (const count of checkCitations(counting, workspace.session, items))
      checked.push(count);
    expect(checked).toEqual([500, 1000, 1200]);
    expect(looked).toBe(1);
  });
});
