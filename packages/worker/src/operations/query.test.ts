import { describe, expect, it } from 'vitest';
import { openRuntime } from '../compose.ts';
import { clock, fact, memoryOf, runtimeOf, source, workspace } from '../../test/fixture.ts';
import { createMemoryStore } from '@hookloom/log';
import type { QueryPage } from './query.ts';

const contents = (rows: unknown) => (rows as { content: string }[]).map(({ content }) => content);

describe('a query', () => {
  it('returns facts and chunks of the log, best first', async () => {
    const { runtime } = await runtimeOf(
      [fact(2, 'Use JSONL for the log')],
      [source(3, 'user: why JSONL?')],
    );
    expect(await runtime.query({ query: 'JSONL' })).toEqual([
      {
        content: 'Use JSONL for the log',
        source: 'graph',
        score: 10,
        valid_from: '2026-11-20T00:00:00.000Z',
        valid_to: null,
        citation: 'eventloom://demo-default/events/2#000000000000',
        score_explanation: {
          lexical: 10,
          coverage: 1,
          entity_name: 'Use JSONL for the log',
          entity_type: 'decision',
          authority: 'accepted',
          channel: 'user',
        },
      },
      {
        content: 'user: why JSONL?',
        source: 'verbatim',
        score: 5,
        valid_from: '2026-11-20T00:00:00.000Z',
        valid_to: null,
        citation: 'eventloom://demo-default/events/3#000000000000',
        score_explanation: {
          lexical: 5,
          coverage: 0.5,
          source_kind: 'transcript',
          channel: 'user',
        },
      },
    ]);
  });

  it('reads the past in UTC and leaves out what was recorded later', async () => {
    const { runtime, memory } = await runtimeOf(
      [],
      [source(1, 'early'), source(2, 'late', { timestamp: '2026-11-22T00:00:00.000Z' })],
    );
    const rows = await runtime.query({ query: 'x', temporal_filter: '2026-11-21T12:00:00+02:00' });
    expect(contents(rows)).toEqual(['early']);
    expect(memory.asked[0]).toMatchObject({ asOfTime: '2026-11-21T10:00:00.000Z' });
  });

  it('pages through one state of the log with a cursor that fits only its own question', async () => {
    const { runtime, store } = await runtimeOf(
      [1, 2, 3, 4, 5].map((seq) => fact(seq, `fact ${seq}`)),
    );
    const payload = { title: 'x' };
    for (let i = 0; i < 5; i++)
      await runtime.append({ event_type: 'decision.made', actor: 'a', payload });
    const first = (await runtime.query({ query: 'fact', limit: 2, paged: true })) as QueryPage;
    expect({ ...first, contexts: contents(first.contexts) }).toEqual({
      contexts: ['fact 1', 'fact 2'],
      next_cursor: expect.any(String),
      cursor: null,
      has_more: true,
      offset: 0,
      session_id: 'demo-default',
    });
    await runtime.append({ event_type: 'decision.made', actor: 'a', payload });
    const second = (await runtime.query({
      query: 'fact',
      limit: 2,
      cursor: first.next_cursor!,
    })) as QueryPage;
    const third = (await runtime.query({
      query: 'fact',
      limit: 2,
      cursor: second.next_cursor!,
    })) as QueryPage;
    expect(contents(second.contexts)).toEqual(['fact 3', 'fact 4']);
    expect({ ...third, contexts: contents(third.contexts) }).toMatchObject({
      contexts: ['fact 5'],
      next_cursor: null,
      has_more: false,
      offset: 4,
    });
    expect((await store.head('demo-default'))?.seq).toBe(6);
    for (const wrong of [
      { query: 'other', cursor: first.next_cursor! },
      { query: 'fact', cursor: first.next_cursor!, temporal_filter: '2026-01-01' },
      { query: 'fact', cursor: 'bm9uc2Vuc2U' },
      { query: 'fact', cursor: `${first.next_cursor!.slice(0, -4)}AAAA` },
      { query: 'fact', cursor: first.next_cursor!, session_ids: ['demo-default'] },
    ]) {
      await expect(runtime.query(wrong)).rejects.toMatchObject({ code: 'invalid_request' });
    }
  });

  it('searches several sessions of the workspace and names the session of each row', async () => {
    const { runtime } = await runtimeOf([fact(1, 'mine'), fact(1, 'theirs', { session: 'other' })]);
    await runtime.append({
      event_type: 'decision.made',
      actor: 'a',
      payload: { title: 'Elsewhere' },
      session_id: 'other',
    });
    const rows = await runtime.query({ query: 'x', session_ids: ['demo-default', 'other'] });
    expect(
      (rows as { session_id: string; content: string }[]).map(({ session_id, content }) => [
        session_id,
        content,
      ]),
    ).toEqual([
      ['demo-default', 'mine'],
      ['other', 'theirs'],
    ]);
  });

  it('reports that a session does not exist instead of finding nothing in it', async () => {
    const { runtime, store } = await runtimeOf();
    await expect(runtime.query({ query: 'x', session_id: 'typo' })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await store.sessions()).toEqual([]);
  });

  it('reports that the memory is unavailable if it cannot be opened', async () => {
    const runtime = await openRuntime(workspace, {
      store: createMemoryStore(),
      clock,
      openMemory: () => Promise.reject(new Error('disk I/O error')),
    });
    for (const ask of [runtime.query({ query: 'x' }), runtime.verbatim({ query: 'x' })])
      await expect(ask).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('disk I/O error'),
      });
    expect(
      (await runtime.append({ event_type: 'decision.made', actor: 'a', payload: { title: 'x' } }))
        .seq,
    ).toBe(1);
    expect((await runtime.replay({ session_id: 'demo-default' })).events).toHaveLength(1);
  });

  it('reports that a lane is unavailable if it found nothing', async () => {
    const memory = memoryOf([], []);
    const runtime = await openRuntime(workspace, {
      store: createMemoryStore(),
      openMemory: () =>
        Promise.resolve({
          ...memory,
          search: () =>
            Promise.resolve({
              facts: [],
              sources: [],
              terms: [],
              degraded: [{ lane: 'graph', reason: 'locked' }],
            }),
        }),
    });
    await expect(runtime.query({ query: 'x' })).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.each([
    ['an empty question', { query: '' }],
    ['white space', { query: '  \n ' }],
    ['a question above 4096 characters', { query: 'x'.repeat(4097) }],
    ['limit 0', { query: 'x', limit: 0 }],
    ['limit 101', { query: 'x', limit: 101 }],
    ['half a row', { query: 'x', limit: 1.5 }],
    ['an invalid date', { query: 'x', temporal_filter: '2026-13-45' }],
    ['a date in words', { query: 'x', temporal_filter: 'yesterday' }],
    ['a session that is a path', { query: 'x', session_ids: ['../etc'] }],
  ])('refuses %s', async (_, request) => {
    const { runtime } = await runtimeOf();
    await expect(runtime.query(request)).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('accepts the longest question and the largest limit', async () => {
    const { runtime } = await runtimeOf();
    expect(await runtime.query({ query: 'x'.repeat(4096), limit: 100 })).toEqual([]);
  });
});

describe('a verbatim search', () => {
  it('returns chunks as recorded, with their kind and place', async () => {
    const { runtime } = await runtimeOf([], [source(3, 'user: why JSONL?')]);
    expect(await runtime.verbatim({ query: 'JSONL' })).toEqual([
      {
        content: 'user: why JSONL?',
        source: 'verbatim',
        score: 5,
        citation: 'eventloom://demo-default/events/3#000000000000',
        source_kind: 'transcript',
        score_explanation: { lexical: 5 },
        metadata: {
          turn_index: 3,
          event_seq: 3,
          event_hash: '3'.padStart(64, '0'),
          event_type: 'transcript.turn',
          event_thread: 'demo-default',
          event_timestamp: '2026-11-20T00:00:00.000Z',
          actor: 'user',
          channel: 'user',
        },
      },
    ]);
  });
});
