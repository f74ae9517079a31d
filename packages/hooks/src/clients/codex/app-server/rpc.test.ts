import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@hookloom/core';
import { memoryTransport } from './memory-transport.fixture.ts';
import type { Incoming } from './message.ts';
import { RpcConnection, type RpcPeer, type Served } from './rpc.ts';

const LIMITS = { requestTimeoutMs: 10_000, queueLimit: 4 };
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function connection(serve: RpcPeer['serve'] = () => Promise.resolve(null), limits = LIMITS) {
  const transport = memoryTransport();
  const peer: RpcPeer = { arrived: () => {}, takes: () => true, serve };
  return { transport, rpc: new RpcConnection(transport, peer, limits) };
}

/** Serves on demand. */
function held(): { serve: RpcPeer['serve']; served: string[]; release(): Promise<void> } {
  const waiting: (() => void)[] = [];
  const served: string[] = [];
  return {
    served,
    serve: async ({ method }: Incoming): Promise<Served> => {
      served.push(method);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return null;
    },
    async release() {
      waiting.shift()?.();
      await settled();
    },
  };
}

describe('requests', () => {
  it('receive the answer with their id, once', async () => {
    const { transport, rpc } = connection();
    const asked = rpc.request('thread/list', { limit: 1 });
    expect(transport.sent).toEqual([{ id: 1, method: 'thread/list', params: { limit: 1 } }]);
    transport.arrive({ id: 2, result: 'not asked' });
    transport.arrive({ id: '1', result: 'not ours' });
    transport.arrive({ jsonrpc: '2.0', id: 1, result: { data: [] } });
    transport.arrive({ id: 1, result: 'again' });
    expect(await asked).toEqual({ data: [] });
    expect(rpc.counts.strayResponses).toBe(3);
  });

  it('fail with the reason of the server, without its control characters', async () => {
    const { transport, rpc } = connection();
    const wrong = rpc.request('turn/start', {});
    transport.arrive({ id: 1, error: { code: -32600, message: 'thread not found\u001b[2J' } });
    await expect(wrong).rejects.toMatchObject({
      code: 'invalid_request',
      message: 'The app-server refused turn/start: thread not found [2J',
    });
    const busy = rpc.request('turn/start', {});
    transport.arrive({ id: 2, error: { code: -32001, message: 'overloaded' } });
    await expect(busy).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('fail if the connection ends, or no answer arrives', async () => {
    const { transport, rpc } = connection(undefined, { ...LIMITS, requestTimeoutMs: 5 });
    await expect(rpc.request('a', {})).rejects.toMatchObject({ code: 'unavailable' });
    const lost = rpc.request('b', {});
    transport.end('exit status 1');
    await expect(lost).rejects.toMatchObject({ code: 'unavailable' });
    await expect(rpc.request('c', {})).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('requests of the server', () => {
  it('are not responses, although they have the same ids as ours', async () => {
    const { transport, rpc } = connection(() =>
      Promise.resolve({ result: { decision: 'accept' } }),
    );
    const ours = rpc.request('turn/start', {});
    transport.arrive({ id: 1, method: 'item/commandExecution/requestApproval', params: {} });
    await settled();
    expect(transport.sent.at(-1)).toEqual({ id: 1, result: { decision: 'accept' } });
    transport.arrive({ id: 1, result: { turn: {} } });
    expect(await ours).toEqual({ turn: {} });
  });

  it('are refused without a listener, after a failed serve, and if they are malformed', async () => {
    const { transport, rpc } = connection(({ method }) =>
      method === 'fails' ? Promise.reject(new Error('x')) : Promise.resolve(null),
    );
    transport.arrive({ id: 'a', method: 'unknown' });
    transport.arrive({ id: 'b', method: 'fails' });
    transport.arrive({ id: 'c', method: 7 });
    transport.arrive(`{"id":"d","method":"deep","params":${'['.repeat(600)}${']'.repeat(600)}}`);
    await settled();
    expect(transport.sent).toHaveLength(4);
    expect(transport.sent).toEqual(
      expect.arrayContaining([
        { id: 'a', error: { code: -32601, message: 'Method not found' } },
        { id: 'b', error: { code: -32603, message: 'Internal error' } },
        { id: 'c', error: { code: -32600, message: 'Invalid request' } },
        { id: 'd', error: { code: -32600, message: 'Invalid request' } },
      ]),
    );
    expect(rpc.counts.refused).toBe(1);
  });

  it('let the thread continue while a person decides, and are dropped if settled elsewhere', async () => {
    let answer: (answer: { result: JsonValue }) => void = () => {};
    const signals: AbortSignal[] = [];
    const served: string[] = [];
    const { transport } = connection(({ method, id }, signal) => {
      served.push(method);
      if (id === null) return Promise.resolve(null);
      signals.push(signal);
      return Promise.resolve({ later: new Promise((resolve) => (answer = resolve)) });
    });
    transport.arrive({ id: 5, method: 'ask', params: { threadId: 't' } });
    transport.arrive({ method: 'item/completed', params: { threadId: 't' } });
    await settled();
    expect(served).toEqual(['ask', 'item/completed']);
    transport.arrive({ method: 'serverRequest/resolved', params: { threadId: 't', requestId: 5 } });
    answer({ result: {} });
    await settled();
    expect(signals[0]!.aborted).toBe(true);
    expect(transport.sent).toEqual([]);
  });
});

describe('back-pressure', () => {
  it('stops reading above the limit, and continues at half of it', async () => {
    const slow = held();
    const { transport, rpc } = connection(slow.serve);
    for (let at = 0; at < 5; at++)
      transport.arrive({ method: `m${at}`, params: { threadId: 't' } });
    expect([transport.paused, rpc.queued, slow.served]).toEqual([true, 5, ['m0']]);
    await slow.release();
    await slow.release();
    expect([transport.paused, rpc.queued]).toEqual([true, 3]);
    await slow.release();
    expect([transport.paused, rpc.queued]).toEqual([false, 2]);
    expect(slow.served).toEqual(['m0', 'm1', 'm2', 'm3']);
    expect(rpc.counts.pauses).toBe(1);
  });

  it('in one thread does not block the others', async () => {
    const slow = held();
    const { transport } = connection(slow.serve);
    transport.arrive({ method: 'a1', params: { threadId: 'a' } });
    transport.arrive({ method: 'a2', params: { threadId: 'a' } });
    transport.arrive({ method: 'b1', params: { thread: { id: 'b' } } });
    await settled();
    expect(slow.served).toEqual(['a1', 'b1']);
  });
});

it('accepts any text without failing, and answers every request', async () => {
  const message = fc.record(
    {
      jsonrpc: fc.constant('2.0'),
      id: fc.oneof(fc.integer(), fc.string(), fc.jsonValue()),
      method: fc.oneof(fc.string(), fc.jsonValue()),
      params: fc.jsonValue(),
      result: fc.jsonValue(),
      error: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  const text = fc.oneof(
    message.map((one) => JSON.stringify(one)),
    fc.json(),
    fc.string(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 20 }), async (texts) => {
      const { transport } = connection(undefined, { ...LIMITS, queueLimit: 100 });
      for (const one of texts) transport.arrive(one);
      await settled();
      const asked = texts.flatMap((one) => idsOfRequests(one));
      expect(transport.sent).toHaveLength(asked.length);
      expect(transport.sent.map(({ id }) => id)).toEqual(expect.arrayContaining(asked));
    }),
    { numRuns: 500 },
  );
});

function idsOfRequests(text: string): JsonValue[] {
  try {
    const { id, method } = JSON.parse(text) as Record<string, JsonValue>;
    return method !== undefined && (typeof id === 'string' || typeof id === 'number') ? [id] : [];
  } catch {
    return [];
  }
}
