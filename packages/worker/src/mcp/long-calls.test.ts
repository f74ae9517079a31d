import { describe, expect, it, vi } from 'vitest';
import type { Dispatch } from './dispatch.ts';
import { closeAtEnd, converse, initialize, modern, rpc } from './conversation.fixture.ts';

closeAtEnd();

describe.each([
  ['the 2026-07-28 revision', { _meta: modern() }],
  ['an initialized revision', {}],
])('a long call, in %s', (_, envelope: { _meta?: object }) => {
  const call = (id: number, meta = {}) =>
    rpc(id, 'tools/call', { name: 'x', _meta: { ...envelope._meta, ...meta } });
  const started = async (dispatch: Dispatch) => {
    const talk = converse(dispatch);
    if (envelope._meta === undefined) await talk.ask(initialize('2025-06-18'));
    return talk;
  };

  it('reports progress every second to a client that gave a token, and stops at the end', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      let release = () => {};
      const { send, next, ask } = await started(
        () =>
          new Promise((resolve) => {
            release = () => resolve({ text: '"done"', isError: false });
          }),
      );
      send(`${JSON.stringify(call(1, { progressToken: 'p-1' }))}\n`);
      await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
      for (const progress of [1, 2]) {
        vi.advanceTimersByTime(1000);
        expect(await next()).toMatchObject({
          method: 'notifications/progress',
          params: { progressToken: 'p-1', progress, message: expect.any(String) },
        });
      }
      release();
      expect(await next()).toMatchObject({ id: 1, result: { content: [{ text: '"done"' }] } });
      expect(vi.getTimerCount()).toBe(0);
      send(`${JSON.stringify(call(2))}\n`);
      vi.advanceTimersByTime(5000);
      release();
      release();
      expect((await ask(rpc(3, 'no/such', envelope))).id).toBe(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is aborted when its client cancels it, and is not answered', async () => {
    const signals: AbortSignal[] = [];
    const { send, ask } = await started(
      (_name, _args, _caller, signal) =>
        new Promise((resolve) => {
          signals.push(signal!);
          signal!.addEventListener('abort', () => resolve({ text: '"late"', isError: false }));
        }),
    );
    send(`${JSON.stringify(call(7))}\n`);
    await vi.waitFor(() => expect(signals).toHaveLength(1));
    send(
      `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7, ...envelope } })}\n`,
    );
    expect((await ask(rpc(8, 'no/such', envelope))).id).toBe(8);
    expect(signals[0]!.aborted).toBe(true);
  });
});
