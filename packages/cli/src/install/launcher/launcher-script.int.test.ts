/** The launcher with fake Node programs in the usual places, in every POSIX shell of this machine. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isLauncher, renderLauncher } from './launcher-script.ts';

const programAt = (name: string): string =>
  spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout.trim();
/** Absolute: the scenarios have another PATH. */
const SHELLS = ['dash', 'bash', 'busybox'].map(programAt).filter((file) => file !== '');

let base: string;
let home: string;
/** A PATH without Node: only what the launcher itself needs. */
let bare: string;
beforeEach(() => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "hookloom's launcher ")));
  home = path.join(base, 'home');
  bare = path.join(base, 'bare');
  fs.mkdirSync(path.join(home, 'work'), { recursive: true });
  fs.mkdirSync(bare);
  for (const name of ['cat', 'grep', 'readlink'])
    fs.symlinkSync(programAt(name), path.join(bare, name));
});
afterEach(() => fs.rmSync(base, { recursive: true, force: true }));

function write(file: string, text: string, mode = 0o644): string {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text, { mode });
  return file;
}

/** Prints its version, and for anything else its own place and its arguments. */
function fakeNode(file: string, version = 'v22.1.0'): string {
  const says = `if [ "$1" = --version ]; then echo ${version}; else echo "$0" "$@" "[$NODE_OPTIONS]"; fi`;
  return write(file, `#!/bin/sh\n${says}\n`, 0o755);
}

function fakePackage(folder: string): string {
  write(path.join(folder, 'dist/hook.cjs'), '');
  write(path.join(folder, 'bin/hookloom.cjs'), '', 0o755);
  return folder;
}

interface Called {
  args?: string[];
  env?: Record<string, string>;
  stdin?: string;
  cwd?: string;
}

/** The same in every shell, and once. */
function launch(recorded: { node: string; home: string }, called: Called = {}) {
  // The machine that the tests run on has a Node of its own.
  const text = renderLauncher(recorded).replaceAll(
    / \/(opt|home|usr)\/[\w./]*bin\/node\b/g,
    ' /no/node',
  );
  const file = write(path.join(base, 'launcher.sh'), text, 0o755);
  const {
    args = ['hook', 'claude-code'],
    env = {},
    stdin = '{}',
    cwd = path.join(home, 'work'),
  } = called;
  const runs = SHELLS.map((shell) => {
    const program = path.basename(shell) === 'busybox' ? ['sh', file] : [file];
    const { status, stdout, stderr } = spawnSync(shell, [...program, ...args], {
      cwd,
      env: { HOME: home, PATH: bare, ...env },
      input: stdin,
      encoding: 'utf8',
    });
    return { status, stdout: stdout.trim(), stderr: stderr.trim() };
  });
  for (const run of runs) expect(run).toEqual(runs[0]);
  return runs[0]!;
}

const GONE = '/nowhere/bin/node';
it('runs the recorded Node and package with unchanged arguments', () => {
  const node = fakeNode(path.join(base, 'node bin/node'));
  const folder = fakePackage(path.join(base, "the 'package'"));
  const args = ['hook', 'claude-code', '--eventloom-path', `${base}/a "b" $c/.eventloom`];
  expect(launch({ node, home: folder }, { args })).toEqual({
    status: 0,
    stdout: `${node} ${folder}/dist/hook.cjs ${args.join(' ')} []`,
    stderr: '',
  });
  expect(launch({ node, home: folder }, { args: ['serve'] }).stdout).toBe(
    `${node} ${folder}/bin/hookloom.cjs serve []`,
  );
});

it('removes NODE_OPTIONS and extra certificates from the environment of our Node', () => {
  const node = fakeNode(path.join(base, 'bin/node'));
  const env = { NODE_OPTIONS: '--require ./evil.cjs', NODE_EXTRA_CA_CERTS: '/ca.pem' };
  const folder = fakePackage(path.join(base, 'package'));
  expect(launch({ node, home: folder }, { env }).stdout).toMatch(/ \[\]$/);
});

describe('if the recorded Node is missing, it uses', () => {
  const places: [string, (home: string) => string][] = [
    ['another one on the PATH', () => path.join(bare, 'node')],
    ['one of nvm', (at) => path.join(at, '.nvm/versions/node/v22.1.0/bin/node')],
    [
      'one of fnm',
      (at) => path.join(at, '.local/share/fnm/node-versions/v22/installation/bin/node'),
    ],
    ['one of Volta', (at) => path.join(at, '.volta/tools/image/node/22.1.0/bin/node')],
    ['one of asdf', (at) => path.join(at, '.asdf/installs/nodejs/22.1.0/bin/node')],
    ['one of mise', (at) => path.join(at, '.local/share/mise/installs/node/22.1.0/bin/node')],
  ];
  it.each(places)('%s', (_name, place) => {
    const node = fakeNode(place(home));
    const folder = fakePackage(path.join(base, 'package'));
    expect(launch({ node: GONE, home: folder }).stdout).toMatch(`${node} ${folder}/dist/hook.cjs`);
  });

  it('no Node that is too old or does not start', () => {
    fakeNode(path.join(bare, 'node'), 'v18.20.0');
    write(path.join(home, '.nvm/versions/node/v21.0.0/bin/node'), '#!/bin/sh\nexit 1\n', 0o755);
    const node = fakeNode(path.join(home, '.nvm/versions/node/v24.0.0/bin/node'), 'v24.0.0');
    const folder = fakePackage(path.join(base, 'package'));
    expect(launch({ node: GONE, home: folder }).stdout).toMatch(node);
  });
});

describe('if the recorded package is missing, it uses', () => {
  it('the package of the `hookloom` on the PATH', () => {
    const node = fakeNode(path.join(base, 'bin/node'));
    const folder = fakePackage(path.join(base, 'lib/node_modules/hookloom'));
    fs.symlinkSync('../lib/node_modules/hookloom/bin/hookloom.cjs', path.join(bare, 'hookloom'));
    const { stdout } = launch({ node, home: '/nowhere' });
    expect(stdout.replace('/bare/..', '')).toMatch(`${node} ${folder}/dist/hook.cjs`);
  });

  it('the package installed with the Node that nvm switched to', () => {
    const version = path.join(home, '.nvm/versions/node/v22.1.0');
    const node = fakeNode(path.join(version, 'bin/node'));
    const folder = fakePackage(path.join(version, 'lib/node_modules/hookloom'));
    expect(launch({ node: GONE, home: '/nowhere' }).stdout).toMatch(
      `${node} ${folder}/dist/hook.cjs`,
    );
  });

  it('the shim of a version manager', () => {
    const node = fakeNode(path.join(base, 'bin/node'));
    const shim = write(path.join(bare, 'hookloom'), '#!/bin/sh\necho shim "$@"\n', 0o755);
    expect(launch({ node, home: '/nowhere' }).stdout).toBe('shim hook claude-code');
    fs.rmSync(shim);
  });
});

describe('if no package is found', () => {
  const state = (): string => path.join(home, '.local/state/hookloom/guarded/claude-code');
  const missing = (called: Called = {}) => {
    const node = fakeNode(path.join(base, 'bin/node'));
    return launch({ node, home: '/nowhere' }, called);
  };
  const event = (name: string, more: object = {}): string =>
    JSON.stringify({ session_id: 's', hook_event_name: name, ...more });

  it('reports it and lets the client continue', () => {
    expect(missing({ stdin: event('PreToolUse') })).toEqual({
      status: 0,
      stdout: '',
      stderr:
        'Hookloom cannot start: the hookloom package was not found. Nothing is recorded and your hooks do not run. Install it, then run `hookloom init`.',
    });
  });

  it('refuses only what a critical guard of the project covers', () => {
    write(path.join(state(), 'abc'), `${home}/work\nPreToolUse\n`);
    const refused = missing({ stdin: event('PreToolUse') });
    expect(refused.status).toBe(2);
    expect(refused.stderr).toMatch(/A critical guard covers this event, so it is refused/);
    expect(missing({ stdin: event('Stop') }).status).toBe(0);
    expect(missing({ stdin: event('PreToolUse'), cwd: home }).status).toBe(0);
    const args = ['hook', 'claude-code', '--eventloom-path', `${home}/work/.eventloom`];
    expect(missing({ stdin: event('PreToolUse'), cwd: base, args }).status).toBe(2);
  });

  it('cannot be persuaded otherwise by text that an agent writes into a call', () => {
    write(path.join(state(), 'abc'), `${home}/work\nPreToolUse\n`);
    const input = { hook_event_name: 'Stop', command: '{"hook_event_name":"Stop"}' };
    expect(missing({ stdin: event('PreToolUse', { tool_input: input }) }).status).toBe(2);
  });

  it('refuses everywhere what a guard of the user covers, and input that names no event', () => {
    write(path.join(state(), 'user'), '*\nPreToolUse\n');
    expect(missing({ stdin: event('PreToolUse'), cwd: base }).status).toBe(2);
    expect(missing({ stdin: '', cwd: base }).status).toBe(2);
    expect(missing({ stdin: '', cwd: base, args: ['hook', 'claude-code', 'Stop'] }).status).toBe(0);
  });

  it('tells a script that records that nothing was recorded', () => {
    expect(missing({ args: ['hook-event', 'stop'] })).toMatchObject({ status: 1, stdout: '' });
  });
});

it('reports that no Node was found, and refuses what a guard covers', () => {
  const recorded = { node: GONE, home: fakePackage(path.join(base, 'package')) };
  const called = { stdin: '{"hook_event_name":"PreToolUse"}' };
  expect(launch(recorded, called)).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/no Node 20 or newer was found/),
  });
  write(path.join(home, '.local/state/hookloom/guarded/claude-code/user'), '*\nPreToolUse\n');
  expect(launch(recorded, called)).toMatchObject({ status: 2, stdout: '' });
});

it('refuses what a guard covers if the package on the PATH has no hook program', () => {
  const folder = fakePackage(path.join(base, 'package'));
  fs.rmSync(path.join(folder, 'dist/hook.cjs'));
  fs.symlinkSync(path.join(folder, 'bin/hookloom.cjs'), path.join(bare, 'hookloom'));
  write(path.join(home, '.local/state/hookloom/guarded/claude-code/user'), '*\nPreToolUse\n');
  const recorded = { node: fakeNode(path.join(base, 'bin/node')), home: folder };
  const called = { stdin: '{"hook_event_name":"PreToolUse"}' };
  expect(launch(recorded, called)).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/the hookloom package was not found/),
  });
});

it('tells Copilot’s model the reason of a refusal, because it never sees standard error', () => {
  write(path.join(home, '.local/state/hookloom/guarded/copilot/user'), '*\npreToolUse\n');
  const args = ['hook', 'copilot', 'preToolUse'];
  const { stdout, status } = launch({ node: GONE, home: '/nowhere' }, { args });
  expect(status).toBe(2);
  expect(JSON.parse(stdout)).toEqual({
    permissionDecision: 'deny',
    permissionDecisionReason: expect.stringMatching(/A critical guard covers this event/),
  });
});

it('recognises its own text with any paths in it', () => {
  expect(isLauncher(renderLauncher({ node: '/a', home: '/b' }))).toBe(true);
  expect(isLauncher('#!/bin/sh\nexec node "$@"\n')).toBe(false);
});

describe('the fallback entry', () => {
  const project = (): string => path.join(home, 'work/shop');
  const own = { command: '/x/.hookloom/bin/hookloom-hook hook claude-code --session-id s' };
  const fallback = (cwd: string, env: Record<string, string> = {}) => {
    const node = fakeNode(path.join(base, 'bin/node'));
    const folder = fakePackage(path.join(base, 'package'));
    const args = ['--fallback', 'hook', 'claude-code'];
    fs.mkdirSync(cwd, { recursive: true });
    return launch({ node, home: folder }, { args, cwd, env }).stdout !== '';
  };
  beforeEach(() => {
    fs.mkdirSync(path.join(project(), '.eventloom'), { recursive: true });
    write(path.join(project(), '.claude/settings.local.json'), JSON.stringify({ a: [own] }));
    // The hook program found no hooks of the user.
    write(
      path.join(home, '.local/state/hookloom/outside/claude-code'),
      `${home}:::\n${home}/.hookloom/hooks.toml\n`,
    );
  });

  it('starts Node below a connected project, and exits in the project itself', () => {
    expect(fallback(path.join(project(), 'src/deep'))).toBe(true);
    expect(fallback(project())).toBe(false);
    expect(fallback(home, { CLAUDE_PROJECT_DIR: path.join(project(), 'src') })).toBe(true);
  });

  it('starts Node in a worktree of a connected project', () => {
    const tree = path.join(home, 'fix');
    write(path.join(tree, '.git'), `gitdir: ${project()}/.git/worktrees/fix\n`);
    expect(fallback(tree)).toBe(true);
    expect(fallback(path.join(tree, 'src'))).toBe(true);
    write(path.join(tree, '.git'), `gitdir: ../work/shop/.git/worktrees/fix\n`);
    expect(fallback(tree)).toBe(true);
    write(path.join(tree, '.git'), `gitdir: ${project()}/.bare/worktrees/fix\n`);
    expect(fallback(tree)).toBe(true);
    write(path.join(tree, '.git'), `gitdir: ${project()}/worktrees/fix\n`);
    expect(fallback(tree)).toBe(true);
    write(path.join(tree, '.git'), `gitdir: ${project()}/.git/modules/fix\n`);
    expect(fallback(tree)).toBe(false);
  });

  it('refuses in a worktree what a guard of its project covers, without Node', () => {
    const tree = path.join(home, 'fix');
    write(path.join(tree, '.git'), `gitdir: ${project()}/.git/worktrees/fix\n`);
    const mark = path.join(home, '.local/state/hookloom/guarded/claude-code/abc');
    write(mark, `${project()}\nPreToolUse\n`);
    const args = ['--fallback', 'hook', 'claude-code'];
    const called = { args, cwd: tree, stdin: '{"hook_event_name":"PreToolUse"}' };
    expect(launch({ node: GONE, home: '/nowhere' }, called).status).toBe(2);
  });

  it('starts Node in any nested repository if a guard covers the project around it', () => {
    fs.mkdirSync(path.join(project(), 'vendor/.git'), { recursive: true });
    const mark = path.join(home, '.local/state/hookloom/guarded/claude-code/abc');
    write(mark, `${project()}\nPreToolUse\n`);
    expect(fallback(path.join(project(), 'vendor/src'))).toBe(true);
    expect(fallback(`${project()}-2`)).toBe(false);
    write(mark, `${home}/other\nPreToolUse\n`);
    expect(fallback(path.join(project(), 'vendor/src'))).toBe(false);
  });

  it('exits outside all projects, in a nested repository and in a project that is not connected', () => {
    expect(fallback(path.join(home, 'elsewhere'))).toBe(false);
    fs.mkdirSync(path.join(project(), 'vendor/.git'), { recursive: true });
    expect(fallback(path.join(project(), 'vendor/src'))).toBe(false);
    fs.rmSync(path.join(project(), '.claude'), { recursive: true });
    expect(fallback(path.join(project(), 'src'))).toBe(false);
  });

  it.each([
    ['codex', '.codex/hooks.json'],
    ['copilot', '.github/hooks/hookloom.json'],
  ])('starts Node in a worktree, and exits if %s finds the project by itself', (client, file) => {
    const hook = JSON.stringify({ a: `/x/.hookloom/bin/hookloom-hook hook ${client}` });
    write(path.join(project(), file), hook);
    fs.mkdirSync(path.join(project(), '.git'));
    fs.mkdirSync(path.join(project(), 'src/deep'), { recursive: true });
    const tree = path.join(home, 'fix');
    write(path.join(tree, '.git'), `gitdir: ${project()}/.git/worktrees/fix\n`);
    const recorded = {
      node: fakeNode(path.join(base, 'bin/node')),
      home: fakePackage(path.join(base, 'package')),
    };
    const starts = (cwd: string): boolean =>
      launch(recorded, { args: ['--fallback', 'hook', client], cwd }).stdout !== '';
    expect([project(), path.join(project(), 'src/deep'), tree].map(starts)).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('starts Node everywhere once the user has, or may have, hooks of their own', () => {
    const elsewhere = path.join(home, 'elsewhere');
    expect(fallback(elsewhere, { CODEX_HOME: '/other' })).toBe(true);
    write(path.join(home, '.hookloom/hooks.toml'), '');
    expect(fallback(elsewhere)).toBe(true);
    fs.rmSync(path.join(home, '.local/state/hookloom/outside'), { recursive: true });
    expect(fallback(elsewhere)).toBe(true);
  });
});
