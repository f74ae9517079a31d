import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HookResponse } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import { attachEngine, type AttachOptions, type Dispatch, type Handled } from './attach.ts';
import { CodexAppServerClient } from './client.ts';
import { answering, type MemoryTransport } from './memory-transport.fixture.ts';

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));
const ASK = {
  id: 0,
  method: 'item/commandExecution/requestApproval',
  params: { threadId: 't', turnId: 'u', itemId: 'c', command: 'ls' },
};

async function rig(
  dispatch: Dispatch,
  options: AttachOptions = {},
): Promise<{
  client: CodexAppServerClient;
  transport: MemoryTransport;
  handled: Handled[];
  detach(): void;
}> {
  const transport = answering({ 'turn/interrupt': () => ({}) });
  const client = new CodexAppServerClient({ connect: () => Promise.resolve(transport) });
  const handled: Handled[] = [];
  const detach = attachEngine(client, dispatch, {
    onHandled: (one) => handled.push(one),
    ...options,
  });
  await client.start();
  transport.sent.length = 0;
  return { client, transport, handled, detach };
}

const says =
  (response: HookResponse): Dispatch =>
  () =>
    Promise.resolve(response);
const decision = (word: string): JsonObject => ({ id: 0, result: { decision: word } });

describe('a request on which the hooks', () => {
  it.each<[string, Dispatch, AttachOptions, string]>([
    [
      'have no opinion is declined if there is nobody to ask',
      says({ decision: 'none' }),
      {},
      'decline',
    ],
    [
      'have no opinion is forwarded to a person',
      says({ decision: 'none' }),
      { human: () => Promise.resolve('accept') },
      'accept',
    ],
    [
      'have no opinion is declined if the person does not answer',
      says({ decision: 'none' }),
      { human: () => Promise.resolve(null) },
      'decline',
    ],
    [
      'have no opinion is declined if asking fails',
      says({ decision: 'none' }),
      {
        human: () => {
          throw new Error('no terminal');
        },
      },
      'decline',
    ],
    [
      'have no opinion is declined if configured',
      says({ decision: 'none' }),
      { onNoOpinion: 'decline', human: () => Promise.resolve('accept') },
      'decline',
    ],
    [
      'have no opinion is accepted only if configured',
      says({ decision: 'none' }),
      { onNoOpinion: 'accept' },
      'accept',
    ],
    [
      'want a person is declined without one',
      says({ decision: 'ask' }),
      { onNoOpinion: 'accept' },
      'decline',
    ],
    [
      'refuse stays refused whatever is configured',
      says({ decision: 'deny' }),
      { onNoOpinion: 'accept', human: () => Promise.resolve('accept') },
      'decline',
    ],
    [
      'allow with another input is declined without a person',
      says({ decision: 'allow', modify_args: {} }),
      { onNoOpinion: 'accept' },
      'decline',
    ],
    [
      'fail follows the setting',
      () => Promise.reject(new Error('broken')),
      { onNoOpinion: 'accept' },
      'accept',
    ],
    [
      'fail is declined by default',
      () => {
        throw new Error('broken');
      },
      {},
      'decline',
    ],
    [
      'take too long is declined by default',
      () => new Promise(() => {}),
      { limitMs: 1 },
      'decline',
    ],
  ])('%s', async (_, dispatch, options, word) => {
    const { transport } = await rig(dispatch, options);
    transport.arrive(ASK);
    await settled();
    expect(transport.sent).toEqual([decision(word)]);
  });

  it('cannot decide is refused as unknown, unless a person has the answer', async () => {
    const input = { ...ASK, method: 'item/tool/requestUserInput' };
    const alone = await rig(says({ decision: 'allow' }));
    alone.transport.arrive(input);
    await settled();
    expect(alone.transport.sent).toEqual([
      { id: 0, error: { code: -32601, message: 'Method not found' } },
    ]);
    const result = { answers: { q: { answers: ['b'] } } };
    const helped = await rig(says({ decision: 'none' }), {
      human: () => Promise.resolve({ result }),
    });
    helped.transport.arrive(input);
    await settled();
    expect(helped.transport.sent).toEqual([{ id: 0, result }]);
  });
});

describe('the engine behind an app-server', () => {
  it('receives the events of a thread one after the other', async () => {
    const running: string[] = [];
    const release: (() => void)[] = [];
    const { transport } = await rig(async (event) => {
      running.push(event.tool_use_id!);
      await new Promise<void>((resolve) => release.push(resolve));
      return { decision: 'none' };
    });
    for (const id of ['a', 'b']) {
      const item = { id, type: 'commandExecution', status: 'completed' };
      transport.arrive({ method: 'item/completed', params: { threadId: 't', turnId: 'u', item } });
    }
    await settled();
    expect(running).toEqual(['a']);
    release[0]!();
    await settled();
    expect(running).toEqual(['a', 'b']);
  });

  it('stops a running turn that a hook denies or ends', async () => {
    const { transport, handled } = await rig(says({ decision: 'deny', context: 'c' }));
    const item = { type: 'userMessage', id: 'm', content: [] };
    transport.arrive({ method: 'turn/started', params: { threadId: 't', turn: { id: 'u' } } });
    transport.arrive({ method: 'item/started', params: { threadId: 't', turnId: 'u', item } });
    await settled();
    expect(transport.sent).toEqual([
      { id: 2, method: 'turn/interrupt', params: { threadId: 't', turnId: 'u' } },
    ]);
    expect(handled.map(({ losses }) => losses.map(({ field }) => field))).toEqual([['context']]);
  });

  it('ends the turn if an MCP tool was requested, because its cancel does not', async () => {
    const { transport } = await rig(says({ decision: 'deny', stop_agent: true }));
    const _meta = { codex_approval_kind: 'mcp_tool_call', tool_name: 'fail' };
    transport.arrive({
      id: 0,
      method: 'mcpServer/elicitation/request',
      params: { threadId: 't', turnId: 'u', serverName: 's', _meta },
    });
    await settled();
    expect(transport.sent).toEqual([
      { id: 2, method: 'turn/interrupt', params: { threadId: 't', turnId: 'u' } },
      { id: 0, result: { action: 'cancel', content: null, _meta: null } },
    ]);
  });

  it('reports answers, losses and faults', async () => {
    const { transport, handled } = await rig(says({ decision: 'allow', title: 'x' }));
    transport.arrive(ASK);
    await settled();
    expect(handled).toMatchObject([
      {
        event: { event_type: 'before_tool' },
        response: { decision: 'allow', title: 'x' },
        answer: { result: { decision: 'accept' } },
        losses: [{ field: 'title', survival: 'lost', note: 'the app-server has no word for it' }],
        failure: null,
      },
    ]);
    const broken = await rig(() => Promise.reject(new Error('x')), {
      onHandled: () => {
        throw new Error('listener');
      },
    });
    broken.transport.arrive(ASK);
    await settled();
    expect(broken.transport.sent).toEqual([decision('decline')]);
  });

  it('receives no more requests after it was detached', async () => {
    const { transport, handled, detach } = await rig(says({ decision: 'allow' }));
    detach();
    transport.arrive(ASK);
    await settled();
    expect(handled).toEqual([]);
    expect(transport.sent).toEqual([
      { id: 0, error: { code: -32601, message: 'Method not found' } },
    ]);
  });
});

it('accepts any message of an app-server without failing, and answers every request', async () => {
  const method = fc.constantFrom(
    'turn/started',
    'item/started',
    'item/completed',
    ASK.method,
    'mcpServer/elicitation/request',
    'item/permissions/requestApproval',
    'x',
  );
  const params = fc.dictionary(
    fc.constantFrom('threadId', 'turnId', 'item', 'turn', '_meta', 'availableDecisions', 'changes'),
    fc.jsonValue({ maxDepth: 3 }),
  );
  const message = fc.record(
    { method, id: fc.nat(), params },
    { requiredKeys: ['method', 'params'] },
  );
  const said = fc.constantFrom<HookResponse[]>(
    { decision: 'allow' },
    { decision: 'deny', reason: 'no' },
    { decision: 'none' },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 10 }), said, async (messages, response) => {
      const { transport } = await rig(says(response));
      for (const one of messages) transport.arrive(JSON.stringify(one));
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
      const answers = transport.sent.filter((one) => one['method'] === undefined);
      const asked = messages.flatMap((one) => (one.id === undefined ? [] : [one.id]));
      expect(answers.map(({ id }) => id)).toEqual(expect.arrayContaining(asked));
      expect(answers).toHaveLength(asked.length);
      if (response.decision !== 'allow')
        expect(JSON.stringify(answers)).not.toMatch(/"(?:accept|approved)/);
    }),
    { numRuns: 500 },
  );
});
