/** Which project's guards run, and which log is written, wherever a client was started. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { CLIENT_NAMES } from '@hookloom/core/hook';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorkspace, eventsOf, runHook, type Workspace } from '../../test/run-hook.ts';
import { hookPlace } from './client-hook.ts';

let workspace: Workspace;
let base: string;
let home: string;
let calls = 0;
beforeEach(() => {
  workspace = createWorkspace();
  base = fs.realpathSync(path.dirname(workspace.root));
  home = path.join(base, 'home');
  fs.mkdirSync(home);
});
afterEach(() => workspace.remove());

const PATIENT = { HOOKLOOM_HOOK_DEADLINE_MS: '10000' };

/** A call under Codex that a guard can refuse. Codex sets no variable with its project. */
async function call(cwd: string, { args = [] as string[], payload = {} } = {}) {
  const stdin = JSON.stringify({
    session_id: 's',
    turn_id: 't',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_use_id: `call_${calls++}`,
    tool_input: { command: 'ls' },
    cwd,
    ...payload,
  });
  const env = { HOME: home, ...PATIENT };
  const flags = ['--trust-project-hooks', ...args];
  const run = await runHook({ args: ['hook', 'codex', ...flags], cwd, stdin, env });
  return run.stdout;
}

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

/** The guard of the how-to: the path of its script is relative to the project's folder. */
function guard(root: string): void {
  write(
    path.join(root, '.hookloom/hooks.toml'),
    '[[hooks.pre_tool_use]]\ncommand = ["bash", "./check.sh"]\nmatcher = "^Bash$"\ncritical = true\n',
  );
  write(
    path.join(root, 'check.sh'),
    'cat > /dev/null\nprintf \'{"decision":"block","reason":"in %s of %s"}\' "$PWD" "$HOOKLOOM_EVENT_CWD"\n',
  );
}

const types = (): string[] => eventsOf(workspace.dir).map(({ type }) => type);

it('a session started in a subfolder is recorded, and guarded by the project', async () => {
  guard(workspace.root);
  const below = path.join(base, 'shop/src/deep');
  fs.mkdirSync(below, { recursive: true });
  expect(await call(below)).toContain(`in ${base}/shop of ${below}`);
  expect(types()).toContain('hook.pre_tool_use');
  expect(fs.existsSync(path.join(below, '.eventloom'))).toBe(false);
});

it('finds a guard after the agent changed its directory, even to a deleted one', async () => {
  guard(workspace.root);
  for (const cwd of [path.join(base, 'shop'), home, path.join(base, 'gone')]) {
    const told = await call(path.join(base, 'shop'), { payload: { cwd } });
    expect(told).toContain(`in ${base}/shop of ${cwd}`);
  }
});

it('a session in a git worktree is recorded and guarded by the project of the main folder', async () => {
  guard(workspace.root);
  const git = (...args: string[]): void => {
    const author = ['-c', 'user.name=dev', '-c', 'user.email=dev@example.invalid'];
    execFileSync('git', [...author, ...args], { cwd: workspace.root, stdio: 'ignore' });
  };
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '-m', 'first');
  git('worktree', 'add', '-q', path.join(base, 'fix'));
  expect(await call(path.join(base, 'fix'))).toContain(`in ${base}/shop of ${base}/fix`);
  expect(types()).toContain('hook.pre_tool_use');
});

it('a repository created inside a guarded project is guarded by it, unless it is a separate project', async () => {
  guard(workspace.root);
  const nested = path.join(base, 'shop/nested');
  fs.mkdirSync(path.join(nested, '.git'), { recursive: true });
  expect(await call(nested)).toBe('');
  expect(await call(workspace.root)).toContain(`in ${base}/shop of ${base}/shop`);
  expect(await call(nested)).toContain(`in ${base}/shop of ${nested}`);
  fs.mkdirSync(path.join(nested, '.eventloom'));
  expect(await call(nested)).toBe('');
});

it('a path to the log of a project selects the project, wherever the client was started', async () => {
  guard(workspace.root);
  const args = ['--eventloom-path', path.join(base, 'shop/.eventloom')];
  expect(await call(home, { args })).toContain(`in ${base}/shop of ${home}`);
  expect(types()).toContain('hook.pre_tool_use');
});

it('every client selects the same project and the same log', () => {
  const before = process.cwd();
  const below = path.join(base, 'shop/src');
  fs.mkdirSync(below);
  process.chdir(below);
  try {
    for (const client of CLIENT_NAMES)
      expect([client, hookPlace(client, {}, { HOME: home })]).toEqual([
        client,
        {
          root: path.join(base, 'shop'),
          target: { dir: path.join(base, 'shop/.eventloom'), session: 'shop-default' },
        },
      ]);
  } finally {
    process.chdir(before);
  }
});

it('records nothing outside every project, and runs only hooks of the user', async () => {
  const outside = path.join(base, 'outside');
  guard(outside);
  expect(await call(outside)).toBe('');
  write(
    path.join(home, '.hookloom/hooks.toml'),
    '[[hooks.pre_tool_use]]\ncommand = ["sh", "mine.sh"]\n',
  );
  write(path.join(home, '.hookloom/mine.sh'), 'cat > /dev/null\npwd >&2\nexit 2\n');
  expect(await call(outside)).toContain(outside);
  expect(fs.existsSync(path.join(outside, '.eventloom'))).toBe(false);
  // What was learnt outside does not apply to the project that begins here.
  fs.mkdirSync(path.join(outside, '.eventloom'));
  expect(await call(outside)).toContain('in ');
});

it('the user’s own hooks resolve their scripts from the folder of their file, in every project', async () => {
  write(
    path.join(home, '.hookloom/hooks.toml'),
    '[[hooks.pre_tool_use]]\ncommand = ["bash", "-u", "./guard.sh", "./x"]\n\n[[hooks.pre_tool_use]]\ncommand = ["./guard.sh", "two"]\n',
  );
  const script = path.join(home, '.hookloom/guard.sh');
  write(script, '#!/bin/sh\ncat > /dev/null\necho "$1 in $PWD" >&2\nexit 2\n');
  fs.chmodSync(script, 0o755);
  const below = path.join(base, 'shop/src');
  fs.mkdirSync(below);
  const told = await call(below);
  expect(told).toContain(`./x in ${base}/shop`);
  expect(told).toContain(`two in ${base}/shop`);
});
