/** The plugins as clients run them: copied away from the package, in place, and beside hooks in the project's settings. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BIN } from './command-line.ts';
import { freshFolder, type Folder } from './folder.ts';

const PACKAGE = path.dirname(path.dirname(BIN));
let folder: Folder;
/** The plugin as a client stores it in its cache. */
let cached: string;
let onPath: string;

beforeEach(() => {
  folder = freshFolder();
  // A plugin records in projects only.
  fs.mkdirSync(path.join(folder.path, '.eventloom'), { mode: 0o700 });
  cached = path.join(folder.path, 'cache', 'hookloom', '0.1.0');
  fs.cpSync(path.join(PACKAGE, 'plugins', 'claude-code'), cached, { recursive: true });
  onPath = path.join(folder.path, 'bin');
  fs.mkdirSync(onPath);
  fs.symlinkSync(process.execPath, path.join(onPath, 'node'));
});
afterEach(() => folder.remove());

function install(): void {
  fs.symlinkSync(BIN, path.join(onPath, 'hookloom'));
}

/** As the client runs a command of `hooks.json`: in a shell, with the plugin's folder in the environment. */
function runHook(event: string, payload: object, plugin = cached) {
  const { hooks } = JSON.parse(fs.readFileSync(path.join(plugin, 'hooks/hooks.json'), 'utf8'));
  return shell(hooks[event][0].hooks[0].command, payload, { CLAUDE_PLUGIN_ROOT: plugin });
}

function shell(command: string, payload: object, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', command], {
    cwd: folder.path,
    input: JSON.stringify({ session_id: 'agent-1', cwd: folder.path, ...payload }),
    env: {
      PATH: `${onPath}:/usr/bin:/bin`,
      HOME: folder.path,
      CLAUDE_PROJECT_DIR: folder.path,
      ZAXY_DOMAIN: 'shop',
      HOOKLOOM_WORKER_AUTOSTART: 'false',
      ...env,
    },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

function recorded(): string[] {
  const file = path.join(folder.path, '.eventloom', 'shop-default.jsonl');
  const lines = fs.readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { type: string }).type);
}

const SILENT = { status: 0, stdout: '', stderr: '' };
const used = {
  hook_event_name: 'PostToolUse',
  tool_name: 'Bash',
  tool_use_id: 'toolu_1',
  tool_input: { command: 'npm test' },
  tool_response: { stdout: '3 passed', stderr: '' },
};

it('a hook of the plugin records through the program on the PATH', () => {
  install();
  expect(runHook('PostToolUse', used)).toEqual(SILENT);
  expect(recorded()).toEqual(['tool.call.completed', 'command.completed']);
});

it('a plugin that runs on the machine that installed it needs only Node on the PATH', () => {
  expect(runHook('PostToolUse', used, path.join(PACKAGE, 'plugins', 'claude-code'))).toEqual(
    SILENT,
  );
  expect(recorded()).toEqual(['tool.call.completed', 'command.completed']);
});

it('a hook without its program reports that and lets the client continue', () => {
  const run = shell(`/bin/sh "${cached}/hookloom.sh" hook claude-code`, used);
  expect(run).toMatchObject({ status: 0, stdout: '' });
  expect(run.stderr).toMatch(/^Hookloom cannot start: the hookloom package was not found\. .*\n$/);
  expect(fs.readdirSync(path.join(folder.path, '.eventloom'))).toEqual([]);
});

it('a server without its program says how to install it', () => {
  const run = shell(`sh "${cached}/hookloom.sh" serve`, {});
  expect(run).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'Hookloom cannot start: the hookloom package was not found. Run `npm install --global hookloom`.\n',
  });
});

it('the answer of a person’s own hook reaches the client through the script, with its exit status', () => {
  fs.writeFileSync(path.join(onPath, 'hookloom'), '#!/bin/sh\ncat\necho why >&2\nexit 2\n', {
    mode: 0o755,
  });
  const run = runHook('PreToolUse', { hook_event_name: 'PreToolUse' });
  expect(run).toMatchObject({ status: 2, stderr: 'why\n' });
  expect(JSON.parse(run.stdout)).toMatchObject({ hook_event_name: 'PreToolUse' });
});

it('an event that arrives through the plugin and through the project’s settings is recorded once', async () => {
  install();
  expect((await folder.run(['init', '--preset', 'local-claude'])).status).toBe(0);
  const settings = JSON.parse(folder.read('.claude/settings.local.json'));
  const before = recorded();
  for (const [event, payload] of Object.entries(ONE_TURN)) {
    const named = { hook_event_name: event, ...payload };
    expect(shell(settings.hooks[event][0].hooks[0].command, named).status).toBe(0);
    const once = recorded();
    expect(once.length).toBeGreaterThan(before.length);
    expect(runHook(event, named).status).toBe(0);
    expect(recorded()).toEqual(once);
    before.splice(0, before.length, ...once);
  }
});

const ONE_TURN = {
  SessionStart: { source: 'startup' },
  UserPromptSubmit: { prompt: 'Run the tests', prompt_id: 'p-1' },
  PreToolUse: { tool_name: 'Bash', tool_use_id: 'toolu_2', tool_input: { command: 'npm test' } },
  PostToolUse: used,
  Stop: { last_assistant_message: 'All pass.', stop_hook_active: false },
  SessionEnd: { reason: 'other' },
};

it('`plugin path` prints the folder, and `plugin list` what to type', async () => {
  const {
    client,
    path: folderOf,
    install: commands,
  } = await folder.json(['plugin', 'path', 'claude-code']);
  expect(client).toBe('claude-code');
  expect(fs.existsSync(path.join(folderOf, '.claude-plugin', 'plugin.json'))).toBe(true);
  expect(commands).toEqual([
    `claude plugin marketplace add "${folderOf}"`,
    'claude plugin install hookloom@hookloom',
  ]);
  const listed = (await folder.run(['plugin', 'list'])).stdout;
  expect(listed).toContain('codex plugin add hookloom@hookloom');
  expect(listed).toContain('claude plugin install hookloom@hookloom');
  expect((await folder.run(['plugin', 'path', 'cursor'])).status).toBe(2);
});
