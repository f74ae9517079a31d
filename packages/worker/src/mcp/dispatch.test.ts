import type { EventStore } from '@hookloom/core/events';
import { describe, expect, it } from 'vitest';
import { eventsOf, fact, runtimeOf, workspace } from '../../test/fixture.ts';
import { inCallScope } from '../call-scope.ts';
import type { Caller } from '../operations/context.ts';
import { createDispatch, type ToolAnswer } from './dispatch.ts';
import { isCaptureEnabled } from './capture-enabled.ts';
import { createLifecycleCapture } from './lifecycle-capture.ts';
import { listingOf } from './profile.ts';
import { tools } from './tools/index.ts';

const caller: Caller = {
  channel: 'model',
  client: 'claude-code',
  clientSession: 's-1',
  callId: 'toolu_1',
};

async function server(options: { adminToken?: string; captured?: boolean } = {}) {
  const { runtime, store } = await runtimeOf([fact(1, 'Use JSONL for the log')]);
  const capture =
    options.captured === true ? createLifecycleCapture(store, workspace.session) : undefined;
  const call = createDispatch({
    runtime,
    tools,
    listing: listingOf('core', tools),
    adminToken: options.adminToken,
    ...(capture !== undefined && { capture }),
  });
  return { call, store, flush: async () => capture?.flush() };
}

const answerOf = ({ text }: ToolAnswer) => JSON.parse(text);

describe('a tool call', () => {
  it('answers with compact JSON', async () => {
    const { call } = await server();
    const { text, isError } = await call('memory_query', { query: 'JSONL' }, caller);
    expect(isError).toBe(false);
    expect(text).toBe(JSON.stringify(JSON.parse(text)));
    expect(answerOf({ text, isError })).toMatchObject([{ content: 'Use JSONL for the log' }]);
  });

  it('reports an unknown tool as the documented error', async () => {
    const { call } = await server();
    expect(await call('unknown_tool', {}, caller)).toEqual({
      isError: true,
      text: '{"error":{"code":"unknown_tool","message":"Unknown tool: unknown_tool","remediation":"Call tools/list and retry with one of the advertised tool names."}}',
    });
    expect((await call('constructor', {}, caller)).text).toContain('unknown_tool');
  });

  it('names the wrong fields and never their values', async () => {
    const { call } = await server();
    const secret = ['sk', 'live', '0123456789abcdef'].join('-');
    const { isError, text } = await call(
      'memory_query',
      { query: 5, limit: secret, [`x`]: secret },
      caller,
    );
    expect(isError).toBe(true);
    expect(answerOf({ isError, text }).error).toEqual({
      code: 'invalid_request',
      message: expect.stringMatching(/query must .*limit must .*x/),
      remediation: 'Correct these fields and call again.',
    });
    expect(text).not.toContain(secret);
  });

  it('works for a tool that the profile does not list', async () => {
    const { call } = await server();
    expect((await call('memory_verbatim', { query: 'x' }, caller)).text).toBe('[]');
  });

  it('needs the admin token for a replay only if one is configured', async () => {
    const open = await server();
    expect(
      (await open.call('memory_replay', { session_id: workspace.session }, caller)).isError,
    ).toBe(false);
    const { call } = await server({ adminToken: 'right' });
    const request = { session_id: workspace.session };
    expect(answerOf(await call('memory_replay', request, caller)).error.code).toBe(
      'permission_denied',
    );
    expect(
      answerOf(await call('memory_replay', { ...request, admin_token: 'wrong' }, caller)).error
        .code,
    ).toBe('permission_denied');
    expect(
      (await call('memory_replay', { ...request, admin_token: 'right' }, caller)).isError,
    ).toBe(false);
  });

  it('records what is appended as coming from the model, whatever the arguments say', async () => {
    const { call, store } = await server();
    await call(
      'memory_append',
      { event_type: 'decision.made', actor: 'user', payload: { title: 'x', channel: 'user' } },
      caller,
    );
    expect((await eventsOf(store))[0]?.origin).toEqual({
      channel: 'model',
      client: 'claude-code',
      session_id: 's-1',
      written_by: 'memory_append',
    });
  });
});

describe('the record of tool calls', () => {
  it('keeps the name, the outcome and the argument keys, never a value or recalled text', async () => {
    const { call, store, flush } = await server({ captured: true });
    await call(
      'memory_append',
      { event_type: 'decision.made', actor: 'a', payload: { title: 'hush' } },
      caller,
    );
    await call('memory_query', { query: 'hush', limit: 3 }, caller);
    await call('memory_query', { query: '' }, { channel: 'model' });
    await flush();
    const [, ...records] = await eventsOf(store);
    const common = {
      session_id: workspace.session,
      arguments_redacted: true,
      source: 'mcp',
      self: true,
    };
    expect(records).toEqual([
      {
        seq: 2,
        type: 'tool.call.completed',
        actorId: 'zaxy',
        payload: {
          ...common,
          tool_name: 'memory_append',
          status: 'succeeded',
          call_id: 'toolu_1',
          argument_keys: ['actor', 'event_type', 'payload'],
          result_summary: 'appended decision.made as 1',
        },
        origin: { channel: 'system', client: 'claude-code', session_id: 's-1' },
      },
      {
        seq: 3,
        type: 'tool.call.completed',
        actorId: 'zaxy',
        payload: {
          ...common,
          tool_name: 'memory_query',
          status: 'succeeded',
          call_id: 'toolu_1',
          argument_keys: ['limit', 'query'],
          result_summary: '1 rows',
        },
        origin: { channel: 'system', client: 'claude-code', session_id: 's-1' },
      },
      {
        seq: 4,
        type: 'tool.call.completed',
        actorId: 'zaxy',
        payload: {
          ...common,
          tool_name: 'memory_query',
          status: 'failed',
          call_id: expect.stringMatching(/^call_[0-9a-f]{16}$/),
          argument_keys: ['query'],
          result_summary: expect.stringMatching(
            /^invalid_request: The request is invalid: query must not be empty/,
          ),
        },
        origin: { channel: 'system' },
      },
    ]);
  });

  it('is bounded, goes to the session of the call and creates no log', async () => {
    const { call, store, flush } = await server({ captured: true });
    const payload = {};
    await call(
      'memory_append',
      { event_type: 'remark.made', actor: 'a', payload, session_id: 'work' },
      caller,
    );
    await call('memory_query', { query: 'x', session_id: 'typo' }, caller);
    await call(
      'memory_query',
      {
        query: 'x',
        session_id: '../up',
        ...Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`k${i} `, i])),
      },
      caller,
    );
    await call('x'.repeat(1000), {}, caller);
    await flush();
    expect((await eventsOf(store, 'work')).map(({ type }) => type)).toEqual([
      'remark.made',
      'tool.call.completed',
    ]);
    const records = (await eventsOf(store)).map(({ payload: record }) => record);
    expect(records.map(({ tool_name, argument_keys }) => [tool_name, argument_keys])).toEqual([
      ['memory_query', ['query', 'session_id']],
      ['memory_query', ['query', 'session_id']],
      ['unknown', []],
    ]);
    for (const { result_summary } of records)
      expect((result_summary as string).length).toBeLessThanOrEqual(240);
    expect((await store.sessions()).map(({ session }) => session).sort()).toEqual([
      'demo-default',
      'work',
    ]);
  });

  it('never fails the call', async () => {
    const broken = {
      head: () => Promise.reject(new Error('disk full')),
      append: () => Promise.reject(new Error('disk full')),
    } as unknown as EventStore;
    const capture = createLifecycleCapture(broken, workspace.session);
    capture.record({
      tool: 'memory_query',
      status: 'succeeded',
      callId: 'c',
      args: {},
      summary: '',
      caller,
    });
    await capture.flush();
  });

  it('is switched off by MCP_LIFECYCLE_CAPTURE_ENABLED', () => {
    for (const off of ['false', 'FALSE', ' 0 ', 'no', 'off'])
      expect(isCaptureEnabled({ MCP_LIFECYCLE_CAPTURE_ENABLED: off })).toBe(false);
    for (const on of [undefined, '', 'true', '1'])
      expect(isCaptureEnabled({ MCP_LIFECYCLE_CAPTURE_ENABLED: on })).toBe(true);
  });
});

describe('a cancelled call', () => {
  it('writes nothing, not even its own record', async () => {
    const { call, store, flush } = await server({ captured: true });
    const cancelled = AbortSignal.abort();
    const { isError } = await call(
      'memory_append',
      { event_type: 'decision.made', actor: 'assistant', payload: { title: 'x' } },
      caller,
      cancelled,
    );
    expect(isError).toBe(true);
    await call('memory_checkout', { query: 'JSONL' }, caller, cancelled);
    await flush();
    expect(await eventsOf(store)).toEqual([]);
    await call('memory_checkout', { query: 'JSONL' }, caller, new AbortController().signal);
    await flush();
    expect((await eventsOf(store)).length).toBeGreaterThan(0);
  });

  it('stops between the events that it reads', async () => {
    const { runtime } = await runtimeOf();
    for (let i = 0; i < 5; i++)
      await runtime.append({
        event_type: 'decision.made',
        actor: 'user',
        payload: { title: `${i}` },
      });
    const stop = new AbortController();
    const read: number[] = [];
    await expect(
      inCallScope({ signal: stop.signal }, async () => {
        for await (const { seq } of runtime.store.read(workspace.session)) {
          read.push(seq);
          if (seq === 2) stop.abort();
        }
      }),
    ).rejects.toMatchObject({ code: 'unavailable' });
    expect(read).toEqual([1, 2]);
  });
});

describe('a caller that is bound to a session', () => {
  it('reads and writes there, and is refused every other session, even an existing one', async () => {
    const { runtime, store } = await runtimeOf();
    await runtime.append({ event_type: 'decision.made', actor: 'user', payload: { title: 'x' } });
    const head = await store.head(workspace.session);
    const call = createDispatch({
      runtime,
      tools,
      listing: listingOf('core', tools),
      adminToken: undefined,
      session: 'agent-1',
    });
    const appended = answerOf(
      await call(
        'memory_append',
        { event_type: 'decision.made', actor: 'assistant', payload: { title: 'y' } },
        caller,
      ),
    );
    expect(appended.session_id).toBe('agent-1');
    const other = { session_id: workspace.session };
    const citation = `eventloom://${workspace.session}/events/1#${head!.hash.slice(7, 19)}`;
    const named = { entity_name: 'x', entity_type: 'decision', feedback: 'used' };
    for (const [tool, args] of [
      ['memory_checkout', { query: 'x', ...other }],
      ['memory_query', { query: 'x', session_ids: ['agent-1', workspace.session] }],
      ['memory_query', { query: 'x', session_id: 'never-seen' }],
      ['memory_replay', other],
      ['memory_append', { event_type: 'a.b', actor: 'x', payload: {}, thread: workspace.session }],
      ['memory_feedback', { ...named, citation }],
      ['context_after_turn', { role: 'user', content: 'x', ...other }],
    ] as const)
      expect(answerOf(await call(tool, args, caller)).error.code).toBe('permission_denied');
    expect(await eventsOf(store)).toHaveLength(1);
    expect(answerOf(await call('memory_query', { query: 'x' }, caller))).toEqual([]);
  });
});

describe('too many calls at once', () => {
  it('are refused as rate_limited, and accepted again when one has ended', async () => {
    const { runtime } = await runtimeOf();
    let ready = () => {};
    const call = createDispatch({
      runtime,
      tools,
      listing: listingOf('core', tools),
      adminToken: undefined,
      maxRunning: 1,
      ready: new Promise<void>((resolve) => (ready = resolve)),
    });
    const first = call('memory_capabilities', {}, caller);
    expect(answerOf(await call('memory_capabilities', {}, caller)).error.code).toBe('rate_limited');
    ready();
    expect((await first).isError).toBe(false);
    expect((await call('memory_capabilities', {}, caller)).isError).toBe(false);
  });
});
