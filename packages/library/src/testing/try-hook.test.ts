import { expect, test } from 'vitest';
import { defineHook, onToolPre } from '../hooks/define-hook.ts';
import { addContext, deny, none } from '../hooks/replies.ts';
import { createHookloom } from '../open/create-hookloom.ts';
import { createMemoryStore } from '../testing.ts';
import { tryHook } from './try-hook.ts';

const guard = onToolPre('Bash', ({ command }) =>
  command.includes('rm -rf') ? deny('Not here.') : none(),
);

test('tries a hook under every client, in the dialect of each', async () => {
  const decisions = async (command: string) =>
    (await tryHook(guard, { input: { command } })).map(({ client, taken }) => [
      client,
      taken.decision,
    ]);
  const all = ['claude-code', 'codex', 'gemini', 'cursor', 'copilot', 'qwen'];
  expect(await decisions('rm -rf build')).toEqual(all.map((client) => [client, 'deny']));
  expect(await decisions('ls')).toEqual(all.map((client) => [client, 'none']));
});

test('reports which client cannot pass a text to the model, and where a hook failed', async () => {
  const hook = defineHook({
    onSessionStart: () => addContext('Use pnpm.'),
    onToolPre: () => Promise.reject(new Error('no rules file')),
  });
  const started = await tryHook(hook, { event: 'session_start' });
  expect(
    started.every(({ taken, losses }) => taken.context !== undefined || losses.length > 0),
  ).toBe(true);
  const closed = await tryHook(hook, { failClosed: true });
  expect(closed.map(({ taken, failure }) => [taken.decision, failure])).toEqual(
    closed.map(() => ['deny', 'no rules file']),
  );
});

test('opens a project over a store in memory, without creating a folder', async () => {
  const store = createMemoryStore();
  const loom = await createHookloom({ cwd: '/nowhere/shop', env: {}, store });
  await loom.memory.remember('Due dates are in UTC');
  const { rows } = await loom.memory.query('due dates');
  expect(rows[0]?.content).toBe('Due dates are in UTC');
  expect((await loom.log.verify()).ok).toBe(true);
  await expect(loom.hooks.handle({} as never)).rejects.toMatchObject({ code: 'invalid_request' });
  await loom.close();
});
