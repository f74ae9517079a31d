import fs from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  createWorkspace,
  HOOK_FILE,
  recorded,
  runHook,
  type Workspace,
} from '../../test/run-hook.ts';

let workspace: Workspace;
beforeEach(() => {
  workspace = createWorkspace();
});
afterEach(() => workspace.remove());

// Loading costs about 30 microseconds a kilobyte: a ratchet, to be lowered with the file.
it('the hook is one file of less than 80 KB', () => {
  expect(fs.statSync(HOOK_FILE).size).toBeLessThan(80_000);
});

it('names no module but node:fs up front', () => {
  const text = fs.readFileSync(HOOK_FILE, 'utf8');
  const required = [...text.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name);
  expect(new Set(required)).toEqual(new Set(['node:fs']));
});

it.each([
  ['hook claude-code', ['hook', 'claude-code'], JSON.stringify(recorded('PostToolUse.Bash'))],
  [
    'hook claude-code at a session start',
    ['hook', 'claude-code'],
    JSON.stringify(recorded('SessionStart.startup')),
  ],
  ['hook-event heartbeat', ['hook-event', 'heartbeat'], ''],
  ['hook-event checkpoint', ['hook-event', 'checkpoint', '--summary', 'Done.'], ''],
])('%s loads neither crypto nor anything that speaks to a network', async (_name, args, stdin) => {
  const list = `${workspace.root}/modules.json`;
  const probe = `${workspace.root}/probe.cjs`;
  fs.writeFileSync(
    probe,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(list)}, JSON.stringify(process.moduleLoadList)));`,
  );
  const run = await runHook({ args, cwd: workspace.root, stdin, nodeArgs: ['--require', probe] });
  expect(run).toEqual({ code: 0, stdout: '', stderr: '' });
  const loaded = JSON.parse(fs.readFileSync(list, 'utf8')) as string[];
  const forbidden =
    /NativeModule (internal\/crypto\/|crypto$|net$|http$|https$|tls$|dns$|child_process$|worker_threads$|internal\/deps\/undici|internal\/child_process)/;
  expect(loaded.filter((name) => forbidden.test(name))).toEqual([]);
});
