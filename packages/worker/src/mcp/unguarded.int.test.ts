import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { resolveWorkspace } from '@hookloom/core/settings';
import { openJsonlStore } from '@hookloom/log';
import { afterEach, expect, it } from 'vitest';
import { reportUnguarded } from './unguarded.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true });
});

const OURS = { type: 'command', command: 'hookloom hook claude-code' };
const GUARD = '[[hooks.pre_tool_use]]\ncommand = ["true"]\ncritical = true\n';

function workspace(files: Record<string, string>) {
  const home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'unguarded-')));
  folders.push(home);
  const cwd = path.join(home, 'p');
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
    fs.writeFileSync(path.join(home, name), text);
  }
  fs.mkdirSync(path.join(cwd, '.eventloom'), { recursive: true, mode: 0o700 });
  const env = { HOME: home, CLAUDE_CODE_SESSION_ID: 's' };
  const resolved = resolveWorkspace({ cwd, env });
  const reported = async () => {
    const store = openJsonlStore({ dir: resolved.eventloomDir });
    const events = [];
    for await (const event of store.read(resolved.session)) events.push(event);
    await store.close();
    return events.filter(({ type }) => type === 'hook.guard.reported');
  };
  return { tell: () => reportUnguarded(resolved, env), reported };
}

const settings = (more: object) => ({
  'p/.claude/settings.local.json': JSON.stringify({
    hooks: { PreToolUse: [{ hooks: [OURS] }] },
    ...more,
  }),
});

it('tells a client that starts no hooks which guards do not run, and records it', async () => {
  const { tell, reported } = workspace({
    '.hookloom/hooks.toml': GUARD,
    'p/.claude/settings.json': '{ "disableAllHooks": true }',
    ...settings({}),
  });
  const said = await tell();
  expect(said).toContain('disableAllHooks is true in ');
  expect(said).toContain('~/.hookloom/hooks.toml:1');
  const [event] = await reported();
  expect(event?.payload).toMatchObject({ kind: 'switched_off', refused: false, critical: true });
});

it.each([
  ['hooks are not switched off', { '.hookloom/hooks.toml': GUARD, ...settings({}) }],
  [
    'a nearer file switches them on',
    {
      '.hookloom/hooks.toml': GUARD,
      'p/.claude/settings.json': '{ "disableAllHooks": true }',
      ...settings({ disableAllHooks: false }),
    },
  ],
  ['there is no guard', settings({ disableAllHooks: true })],
])('says nothing if %s', async (_, files) => {
  const { tell, reported } = workspace(files);
  expect(await tell()).toBeNull();
  expect(await reported()).toEqual([]);
});
