import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '@hookloom/log';
import { openRuntime } from '../compose.ts';
import { clock, runtimeOf, workspace } from '../../test/fixture.ts';

async function filled(count: number) {
  const { runtime, store } = await runtimeOf();
  const origin = { channel: 'user' as const };
  const events = Array.from({ length: count }, (_, i) => ({
    type: 'remark.made',
    actorId: 'a',
    payload: { i },
    origin,
  }));
  await store.append('demo-default', events);
  return runtime;
}

describe('a replay', () => {
  it('returns a window in order and says that the chain verifies', async () => {
    const runtime = await filled(5);
    const answer = await runtime.replay({ session_id: 'demo-default', from_seq: 2, to_seq: 4 });
    expect(answer.events.map(({ seq, payload }) => [seq, payload])).toEqual([
      [2, { i: 1 }],
      [3, { i: 2 }],
      [4, { i: 3 }],
    ]);
    expect(answer).toMatchObject({
      integrity: { ok: true, total_events: 5, broken_at_seq: null, broken_reason: null },
      truncated: false,
      next_from_seq: null,
    });
  });

  it('stops at a thousand events and says where to continue', async () => {
    const runtime = await filled(1005);
    const first = await runtime.replay({ session_id: 'demo-default' });
    expect([first.events.length, first.truncated, first.next_from_seq]).toEqual([1000, true, 1001]);
    const rest = await runtime.replay({ session_id: 'demo-default', from_seq: 1001 });
    expect([rest.events.length, rest.truncated, rest.next_from_seq]).toEqual([5, false, null]);
  });

  it('answers with the first broken event of a damaged log', async () => {
    const logs = new Map<string, string[]>();
    const store = createMemoryStore({ clock, logs });
    const runtime = await openRuntime(workspace, { store });
    for (let i = 0; i < 3; i++)
      await runtime.append({ event_type: 'remark.made', actor: 'a', payload: { i } });
    const lines = logs.get('demo-default')!;
    lines[1] = lines[1]!.replace('"i":1', '"i":7');
    const { integrity } = await runtime.replay({ session_id: 'demo-default' });
    expect(integrity).toMatchObject({
      ok: false,
      broken_at_seq: 2,
      broken_reason: 'hash_mismatch',
    });
  });

  it.each([
    ['no session', {} as never],
    ['seq 0', { session_id: 'demo-default', from_seq: 0 }],
    ['a window that ends before it starts', { session_id: 'demo-default', from_seq: 3, to_seq: 2 }],
    ['more than a thousand', { session_id: 'demo-default', limit: 1001 }],
  ])('refuses %s', async (_, request) => {
    const runtime = await filled(1);
    await expect(runtime.replay(request)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
