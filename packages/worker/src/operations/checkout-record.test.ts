import { expect, test } from 'vitest';
import { workspace } from '../../test/fixture.ts';
import { realRuntime } from '../../test/real-memory.ts';

test('a checkout and its record read each cited event once', async () => {
  const { runtime, store } = await realRuntime();
  for (const decision of ['Use Postgres for orders', 'Use Redis for orders in the cache'])
    await store.append(workspace.session, [
      { type: 'decision.made', actorId: 'a', payload: { decision }, origin: { channel: 'model' } },
    ]);
  const read: number[] = [];
  const check = store.check.bind(store);
  store.check = (session, seqs) => {
    read.push(...seqs);
    return check(session, seqs);
  };
  const { current_facts } = await runtime.checkout(
    { query: 'What do we use for orders?' },
    { channel: 'model', client: 'test' },
  );
  expect(current_facts.length).toBeGreaterThan(0);
  expect(read.length).toBeGreaterThan(0);
  expect(read).toEqual([...new Set(read)]);
  const recorded: string[] = [];
  for await (const { type } of store.read(workspace.session)) recorded.push(type);
  expect(recorded).toContain('memory.reinforcement');
});
