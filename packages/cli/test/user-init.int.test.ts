/** One `init` for a machine: the user's own settings serve only the projects that were enabled. */
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { tools } from '@hookloom/worker';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { READING_TOOLS } from '../src/install/connect/permission-part.ts';
import { runInProcess } from './in-process.ts';

let base: string;
let home: string;
let shop: string;
let env: Record<string, string>;
beforeEach(() => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-user-')));
  home = folder('home');
  shop = folder('shop');
  env = { PATH: process.env['PATH'] ?? '', HOME: home, HOOKLOOM_WORKER_AUTOSTART: 'false' };
});
afterEach(() => fs.rmSync(base, { recursive: true, force: true }));

function folder(...names: string[]): string {
  const dir = path.join(base, ...names);
  fs.mkdirSync(dir, { recursive: true });
  return dir;
}
const at = (cwd: string, ...argv: string[]) => runInProcess(argv, { cwd, env });
const read = (...names: string[]): string => fs.readFileSync(path.join(base, ...names), 'utf8');
function git(cwd: string, ...args: string[]): void {
  const author = ['-c', 'user.name=dev', '-c', 'user.email=dev@example.invalid'];
  execFileSync('git', [...author, ...args], { cwd, stdio: 'ignore' });
}

/** As Claude Code calls the entry of the user's own settings in a folder. */
function prompt(cwd: string, text: string): void {
  const { hooks } = JSON.parse(read('home/.claude/settings.json'));
  const { command } = hooks.UserPromptSubmit[0].hooks[0];
  const payload = { session_id: 's', hook_event_name: 'UserPromptSubmit', prompt: text, cwd };
  const ran = spawnSync('sh', ['-c', command], {
    cwd,
    env: { ...env, CLAUDE_PROJECT_DIR: cwd, HOOKLOOM_HOOK_DEADLINE_MS: '10000' },
    input: JSON.stringify(payload),
    encoding: 'utf8',
  });
  expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: '' });
}
const prompts = (dir: string): string[] =>
  fs
    .readdirSync(path.join(dir, '.eventloom'))
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => fs.readFileSync(path.join(dir, '.eventloom', name), 'utf8').split('\n'))
    .filter((line) => line.includes('"transcript.turn"'))
    .map((line) => JSON.parse(line).payload.content);

const INIT = ['init', '--user', '--preset', 'local-claude'];

it('a subfolder, worktrees from before and after, and a renamed folder need no further init', async () => {
  git(shop, 'init', '-q');
  git(shop, 'commit', '-q', '--allow-empty', '-m', 'first');
  git(shop, 'worktree', 'add', '-q', path.join(base, 'before'));
  expect(await at(shop, ...INIT)).toMatchObject({ status: 0 });
  git(shop, 'worktree', 'add', '-q', path.join(base, 'after'));
  prompt(shop, 'in the project');
  prompt(folder('shop/src/deep'), 'in a subfolder');
  prompt(path.join(base, 'before'), 'in an older worktree');
  prompt(folder('after/src'), 'below a newer worktree');
  expect(prompts(shop)).toEqual([
    'in the project',
    'in a subfolder',
    'in an older worktree',
    'below a newer worktree',
  ]);
  expect(fs.readdirSync(shop).toSorted()).toEqual(['.eventloom', '.git', 'src']);
  fs.renameSync(shop, path.join(base, 'store'));
  prompt(path.join(base, 'store'), 'after the rename');
  expect(prompts(path.join(base, 'store')).at(-1)).toBe('after the rename');
});

it('a folder that was not enabled stays unchanged, and its server offers nothing', async () => {
  await at(shop, ...INIT);
  const other = folder('other');
  const foreign = folder('cloned/.eventloom');
  for (const dir of [other, path.dirname(foreign)]) prompt(dir, 'elsewhere');
  const { command, args } = JSON.parse(read('home/.claude.json')).mcpServers.hookloom;
  const asked = [
    {
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'a', version: '1' },
      },
    },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/list' },
  ];
  const lines = asked.map((one) => `${JSON.stringify({ jsonrpc: '2.0', ...one })}\n`).join('');
  const answer = (cwd: string): string =>
    spawnSync(command, args, { cwd, env, input: lines, encoding: 'utf8' }).stdout;
  expect(answer(other)).toContain('not connected to Hookloom');
  expect(answer(other)).not.toContain('memory_checkout');
  expect(fs.readdirSync(other)).toEqual([]);
  expect(fs.readdirSync(foreign)).toEqual([]);
  expect(answer(shop)).toContain('memory_checkout');
});

it('a plain init enables the next project, and uninstall disables it', async () => {
  await at(shop, ...INIT);
  const settings = read('home/.claude/settings.json');
  const bakery = folder('bakery');
  expect((await at(bakery, 'init')).status).toBe(2);
  expect(await at(bakery, 'init', '--yes')).toMatchObject({ status: 0 });
  prompt(bakery, 'Bread is baked at four');
  expect(prompts(bakery)).toEqual(['Bread is baked at four']);
  expect((await at(bakery, 'init', '--yes')).stdout).toContain('Already connected.');
  expect((await at(bakery, 'uninstall')).stdout).toContain('no longer enabled');
  prompt(bakery, 'Rolls at five');
  expect(prompts(bakery)).toHaveLength(1);
  expect(fs.readdirSync(bakery)).toEqual(['.eventloom']);
  expect(read('home/.claude/settings.json')).toBe(settings);
});

it.each(['local-claude', 'local-codex', 'local-gemini', 'local-copilot'])(
  'uninstall --user restores every file byte for byte: %s',
  async (preset) => {
    const mine = {
      '.claude/settings.json': '{ "permissions": { "allow": ["Bash(ls)"] } } // mine\n',
      '.claude.json': '{"numStartups":3}',
      '.codex/config.toml': 'model = "x" # mine\n',
      '.gemini/settings.json': '{\n\t"theme": "dark"\n}\n',
    };
    for (const [name, text] of Object.entries(mine)) {
      folder('home', path.dirname(name));
      fs.writeFileSync(path.join(home, name), text);
    }
    const snapshot = (): Record<string, string> =>
      Object.fromEntries(
        fs
          .readdirSync(home, { recursive: true, encoding: 'utf8' })
          .filter((name) => !name.startsWith('.local'))
          .toSorted()
          .map((name) => [
            name,
            fs.statSync(path.join(home, name)).isFile() ? read('home', name) : 'folder',
          ]),
      );
    const before = snapshot();
    const init = [
      'init',
      '--user',
      '--preset',
      preset,
      '--allow-memory-tools',
      '--codex-trusted-project',
    ];
    expect(await at(shop, ...init)).toMatchObject({ status: 0, stderr: '' });
    const connected = snapshot();
    expect(connected).not.toEqual(before);
    expect((await at(shop, ...init)).stdout).toContain('Already connected.');
    expect(snapshot()).toEqual(connected);
    expect(fs.readdirSync(shop)).toEqual(['.eventloom']);
    // A project with settings of its own needs the launcher and some of the same entries.
    const own = folder('own');
    await at(own, 'init', '--project', '--preset', preset);
    expect(await at(shop, 'uninstall', '--user')).toMatchObject({ status: 0, stderr: '' });
    expect(await at(own, 'uninstall')).toMatchObject({ status: 0, stderr: '' });
    expect(snapshot()).toEqual(before);
  },
);

it('with --allow-memory-tools a client may call only the tools that change no fact', async () => {
  const init = ['init', '--user', '--allow-memory-tools', '--preset'];
  for (const preset of ['local-claude', 'local-codex', 'local-gemini'])
    await at(shop, ...init, preset);
  const { allow } = JSON.parse(read('home/.claude/settings.json')).permissions;
  expect(allow).toEqual(READING_TOOLS.map((tool) => `mcp__hookloom__${tool}`));
  expect(read('home/.codex/config.toml')).toContain(
    'memory_checkout = { approval_mode = "approve" }',
  );
  expect(read('home/.gemini/policies/hookloom.toml')).toContain('"memory_checkout"');
  const reads = (name: string): boolean =>
    tools.find((tool) => tool.name === name)?.annotations.readOnlyHint === true;
  // The contract requires these three calls in the log; they change nothing else.
  expect(READING_TOOLS.filter((name) => !reads(name))).toEqual([
    'memory_checkout',
    'memory_bootstrap',
    'memory_feeling_of_knowing',
  ]);
  await at(shop, 'uninstall', '--user');
  await at(shop, 'init', '--user', '--preset', 'local-claude');
  expect(read('home/.claude/settings.json')).not.toContain('permissions');
});

it('contradictory options are refused, and nothing is written', async () => {
  for (const words of [['--project'], ['--eventloom-path', 'x'], ['--hook-output', 'x']])
    expect((await at(shop, ...INIT, ...words)).stderr).toContain('Leave one of the two out.');
  expect([fs.readdirSync(home), fs.readdirSync(shop)]).toEqual([[], []]);
});

it('init --user in the home folder connects the clients and enables no project', async () => {
  const { stdout } = await at(home, ...INIT);
  expect(stdout).toContain('run `hookloom init` in its folder');
  expect(fs.existsSync(path.join(home, '.eventloom'))).toBe(false);
});
