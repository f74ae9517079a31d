import { describe, expect, it } from 'vitest';
import { eventsOf, runtimeOf } from '../../../test/fixture.ts';
import { createDispatch } from '../dispatch.ts';
import { listingOf } from '../profile.ts';
import { tools } from './index.ts';

const caller = { channel: 'model', client: 'codex' } as const;

async function serverOf(adminToken?: string, session?: string) {
  const { runtime, store } = await runtimeOf();
  const dispatch = createDispatch({
    runtime,
    tools,
    listing: listingOf('full', tools),
    adminToken,
    ...(session !== undefined && { session }),
  });
  const call = async (name: string, args: Record<string, unknown>) => {
    const { text, isError } = await dispatch(name, args, caller);
    return { isError, ...(JSON.parse(text) as Record<string, unknown>) };
  };
  return { call, store };
}

const end = { entity_name: 'x', entity_type: 'decision', invalid_at: '2026-11-21T00:00:00Z' };

describe('with an admin token configured', () => {
  it.each([
    ['memory_invalidate', end],
    ['memory_forget', { values: ['4711-0815'], dry_run: false }],
  ])('%s is refused without it, and changes nothing', async (tool, args) => {
    const { call, store } = await serverOf('sesame');
    for (const given of [args, { ...args, admin_token: 'wrong' }])
      expect(await call(tool, given)).toMatchObject({
        isError: true,
        error: { code: 'permission_denied' },
      });
    expect(await eventsOf(store)).toEqual([]);
  });
});

describe('over MCP', () => {
  it('records what a model asks to remember as said by the model, through its client', async () => {
    const { call, store } = await serverOf();
    expect(await call('memory_remember', { text: 'Use tabs', tags: ['style'] })).toMatchObject({
      isError: false,
      status: 'remembered',
      pinned: true,
      entity_type: 'memory',
    });
    expect(await eventsOf(store)).toEqual([
      {
        seq: 1,
        type: 'memory.remembered',
        actorId: 'codex',
        payload: { text: 'Use tabs', tags: ['style'], pinned: true },
        origin: { ...caller, written_by: 'memory_remember' },
      },
    ]);
  });

  it.each([
    ['memory_remember', { text: '  ' }],
    ['memory_remember', { text: 'x', channel: 'user' }],
    ['memory_correct', { text: 'better' }],
    ['memory_invalidate', { ...end, invalid_at: 'yesterday' }],
    ['memory_forget', {}],
    ['memory_why', { query: 'x' }],
  ])('%s refuses %j before anything is written', async (tool, args) => {
    const { call, store } = await serverOf();
    expect(await call(tool, args)).toMatchObject({ isError: true });
    expect(await eventsOf(store)).toEqual([]);
  });

  it('a connection that is bound to one session forgets nothing, because that would reach the others', async () => {
    const { call } = await serverOf(undefined, 'demo-default');
    expect(await call('memory_forget', { values: ['4711-0815'] })).toMatchObject({
      error: { code: 'permission_denied' },
    });
  });

  it('does not partly forget a log that is not on a disk', async () => {
    const { call } = await serverOf();
    expect(await call('memory_forget', { values: ['4711-0815'] })).toMatchObject({
      error: { code: 'unavailable' },
    });
  });
});
