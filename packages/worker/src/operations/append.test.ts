import { describe, expect, it } from 'vitest';
import { eventsOf, runtimeOf } from '../../test/fixture.ts';

const decision = {
  event_type: 'decision.made',
  actor: 'assistant',
  payload: { title: 'Use JSONL' },
};

describe('appending an event', () => {
  it('answers with its place in the log and a citation', async () => {
    const { runtime, store } = await runtimeOf();
    const answer = await runtime.append(decision, {
      channel: 'model',
      client: 'codex',
      clientSession: 's-1',
    });
    const stored = await store.at('demo-default', 1);
    expect(answer).toEqual({
      seq: 1,
      hash: stored!.hash.slice(7),
      event_id: stored!.id,
      session_id: 'demo-default',
      event_type: 'decision.made',
      citation: `eventloom://demo-default/events/1#${stored!.hash.slice(7, 19)}`,
    });
    expect(await eventsOf(store)).toEqual([
      {
        seq: 1,
        type: 'decision.made',
        actorId: 'assistant',
        payload: { title: 'Use JSONL' },
        origin: {
          channel: 'model',
          client: 'codex',
          session_id: 's-1',
          written_by: 'memory_append',
        },
      },
    ]);
  });

  it('goes to the session that session_id or thread names', async () => {
    const { runtime, store } = await runtimeOf();
    await runtime.append({ ...decision, thread: 'work' });
    await runtime.append({ ...decision, session_id: 'work', thread: 'work' });
    expect((await store.sessions()).map(({ session, head }) => [session, head?.seq])).toEqual([
      ['work', 2],
    ]);
  });

  it.each([
    ['two sessions at once', { session_id: 'a', thread: 'b' }],
    ['a path for a session', { session_id: '../x' }],
    ['a type of one word', { event_type: 'decision' }],
    ['a type with capitals', { event_type: 'Decision.made' }],
    ['no actor', { actor: '' }],
    ['a list for a payload', { payload: [] as never }],
    ['a key of the write path', { payload: { __origin: { channel: 'user' } } }],
    ['a payload above 1 MiB', { payload: { text: 'x'.repeat(1_048_576) } }],
    ['a lone surrogate', { payload: { text: '\ud800' } }],
    ['an integer that was rounded', { payload: { deep: [{ id: 2 ** 53 }] } }],
    ['an unknown field', { colour: 'red' }],
  ])('refuses %s before writing anything', async (_, wrong) => {
    const { runtime, store } = await runtimeOf();
    await expect(runtime.append({ ...decision, ...wrong })).rejects.toMatchObject({
      code: 'invalid_request',
    });
    expect(await store.sessions()).toEqual([]);
  });

  it('refuses nesting that no verifier could walk', async () => {
    const { runtime } = await runtimeOf();
    const deep = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)) as never;
    await expect(runtime.append({ ...decision, payload: { deep } })).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('accepts a payload of exactly 1 MiB and large numbers that are exact', async () => {
    const { runtime } = await runtimeOf();
    const overhead = '{"n":9007199254740991,"title":""}'.length;
    const payload = { n: 9_007_199_254_740_991, title: 'x'.repeat(1_048_576 - overhead) };
    expect((await runtime.append({ ...decision, payload })).seq).toBe(1);
  });

  it.each(['log.recovered', 'memory.forgotten', 'memory.ref.updated'])(
    'leaves %s to the log itself',
    async (event_type) => {
      const { runtime } = await runtimeOf();
      await expect(runtime.append({ ...decision, event_type })).rejects.toMatchObject({
        code: 'permission_denied',
      });
    },
  );

  it('keeps a key that JavaScript treats in a special way', async () => {
    const { runtime, store } = await runtimeOf();
    const payload = JSON.parse('{"__proto__":{"a":1},"constructor":2}') as never;
    await runtime.append({ ...decision, event_type: 'deploy.finished', payload });
    expect(JSON.stringify((await store.at('demo-default', 1))?.payload)).toBe(
      '{"__proto__":{"a":1},"constructor":2}',
    );
  });
});
