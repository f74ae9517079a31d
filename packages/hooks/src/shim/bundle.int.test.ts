import fs from 'node:fs';
import path from 'node:path';
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

const dist = path.dirname(HOOK_FILE);
const parts = [
  'client-claude-code',
  'hook-answer',
  'hook-event',
  'hook-input',
  'hook-redact',
  'hook-rare',
];
const clients = ['codex', 'gemini', 'cursor', 'copilot', 'generic'].map((name) => `client-${name}`);
const sizeOf = (name: string): number => fs.statSync(path.join(dist, `${name}.cjs`)).size;

// Compiling costs about 90 microseconds per kilobyte: limits to lower with the files.
it('the file that every event loads is smaller than 40 KB, and with a client 61 KB', () => {
  expect(sizeOf('hook')).toBeLessThan(40_960);
  expect(sizeOf('hook') + sizeOf('client-claude-code')).toBeLessThan(59_200);
  for (const client of clients.slice(0, -1))
    expect(sizeOf('hook') + sizeOf(client)).toBeLessThan(61_000);
});

it('the hook and all its parts for one client are smaller than 133 KB', () => {
  const sizes = ['hook', ...parts].map(sizeOf);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(133_000);
});

it('imports no module but node:fs and its own parts', () => {
  const rare = ['client-continued', 'client-copilot-guess', 'client-copilot-stop'];
  const all = [
    ...parts,
    'client-lifecycle',
    'client-other',
    'hook-command',
    'hook-details',
    'hook-output',
    'hook-shell',
    'hook-forgotten',
    'hook-losses',
    'hook-private',
    'hook-prompt',
    'hook-ready',
    'hook-mark',
    'hook-where',
    ...rare,
    ...clients,
  ];
  const own = [...all, 'engine', 'hook-speaker'].map((name) => `./${name}.cjs`);
  for (const name of ['hook', ...all]) {
    const text = fs.readFileSync(path.join(dist, `${name}.cjs`), 'utf8');
    const calls = text.matchAll(/(?<!getBuiltinModule)\("(node:\w+|\.\/[^"]+)"/g);
    const required = [...calls].map(([, found]) => found!);
    const other = required.filter((found) => ![...own, './hook.cjs', 'node:fs'].includes(found));
    expect({ name, other }).toEqual({ name, other: [] });
  }
});

it.each([
  [
    'a tool call',
    ['hook', 'claude-code'],
    JSON.stringify(recorded('PostToolUse.Bash')),
    ['client-claude-code.cjs', 'hook.cjs'],
  ],
  ['a heartbeat', ['hook-event', 'heartbeat'], '', ['hook-event.cjs', 'hook.cjs']],
])(
  '%s in a continued log loads nothing that it does not need',
  async (_name, args, stdin, files) => {
    const first = await runHook({
      args: ['hook-event', 'checkpoint'],
      cwd: workspace.root,
      stdin: '',
    });
    expect(first).toEqual({ code: 0, stdout: '', stderr: '' });
    fs.mkdirSync(`${workspace.dir}/inbox/raw`, { recursive: true, mode: 0o700 });
    // The absence of user hooks in a project is learnt once.
    await runHook({ args, cwd: workspace.root, stdin: stdin.replace('toolu_', 'toolu_first_') });
    const list = `${workspace.root}/files.json`;
    const probe = `${workspace.root}/files.cjs`;
    fs.writeFileSync(
      probe,
      `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(list)}, JSON.stringify(Object.keys(require.cache))));`,
    );
    // As `init` installs it.
    const named = ['--eventloom-path', workspace.dir, '--session-id', 'shop-default'];
    const run = await runHook({
      args: [...args, ...named],
      cwd: workspace.root,
      stdin,
      nodeArgs: ['--require', probe],
    });
    expect(run).toEqual({ code: 0, stdout: '', stderr: '' });
    const loaded = (JSON.parse(fs.readFileSync(list, 'utf8')) as string[])
      .filter((file) => path.dirname(file) === dist)
      .map((file) => path.basename(file));
    expect(loaded.sort()).toEqual(files);
  },
);

it.each([
  ['hook claude-code', ['hook', 'claude-code'], JSON.stringify(recorded('PostToolUse.Bash'))],
  [
    'hook claude-code at a session start',
    ['hook', 'claude-code'],
    JSON.stringify(recorded('SessionStart.startup')),
  ],
  ['hook-event heartbeat', ['hook-event', 'heartbeat'], ''],
  ['hook-event checkpoint', ['hook-event', 'checkpoint', '--summary', 'Done.'], ''],
])('%s loads neither crypto nor any network module', async (_name, args, stdin) => {
  await runHook({ args, cwd: workspace.root, stdin: stdin.replace('toolu_', 'toolu_first_') });
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
