import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runInProcess } from '../../../test/in-process.ts';
import { ownFiles } from '../own-files.ts';

let base: string;
let root: string;
let home: string;
beforeEach(() => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-init-')));
  root = path.join(base, 'proj');
  home = path.join(base, 'home');
  fs.mkdirSync(root);
  fs.mkdirSync(home);
});
afterEach(() => fs.rmSync(base, { recursive: true, force: true }));

const hookloom = (...words: string[]) => hookloomIn(root, words);

async function hookloomIn(cwd: string, words: readonly string[]) {
  const worker = { HOOKLOOM_WORKER_AUTOSTART: 'false', HOOKLOOM_WORKER_PORT: '0' };
  const env = { HOME: home, PATH: '/nowhere', ...worker };
  const { status, stdout: out, stderr: err } = await runInProcess([...words], { cwd, env });
  return { status, out, err };
}

/** Every file of the project and the home with its bytes; our own folders left out. */
function snapshot(): Record<string, string> {
  const entries = fs
    .readdirSync(base, { recursive: true, withFileTypes: true })
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/\/(\.eventloom|\.local)(\/|$)/.test(file))
    .toSorted();
  const bytesOf = (file: string): string =>
    fs.statSync(file).isDirectory() ? 'folder' : fs.readFileSync(file, 'latin1');
  return Object.fromEntries(entries.map((file) => [path.relative(base, file), bytesOf(file)]));
}

function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

const LAUNCHER = 'home/.hookloom/bin/hookloom-hook';
const PRESETS = [
  [
    'local-claude',
    ['home/.claude/settings.json', LAUNCHER, 'proj/.claude/settings.local.json', 'proj/.mcp.json'],
  ],
  [
    'local-codex',
    [
      'home/.codex/config.toml',
      'home/.codex/hooks.json',
      LAUNCHER,
      'proj/.codex/hooks.json',
      'proj/.codex/zaxy-capture.json',
      'proj/AGENTS.md',
    ],
  ],
  ['local-gemini', ['home/.gemini/settings.json', LAUNCHER, 'proj/.gemini/settings.json']],
  [
    'local-copilot',
    [
      'home/.copilot/hooks/hookloom.json',
      LAUNCHER,
      'proj/.github/hooks/hookloom.json',
      'proj/.mcp.json',
    ],
  ],
] as const;

test.each(PRESETS)(
  '%s connects in one command, a second one changes nothing, and uninstalling leaves no trace',
  async (preset, files) => {
    const before = snapshot();
    const init = ['init', '--preset', preset, '--codex-trusted-project'];
    expect(await hookloom(...init)).toMatchObject({ status: 0, err: '' });
    const connected = snapshot();
    expect(Object.keys(connected).filter((file) => connected[file] !== 'folder')).toEqual(files);
    const log = fs.readFileSync(path.join(root, '.eventloom', 'proj-default.jsonl'), 'utf8');
    expect(log).toContain('session.genesis');
    expect(log).toContain('hook.heartbeat');
    expect((await hookloom(...init)).out).toContain('Already connected.');
    expect(snapshot()).toEqual(connected);
    expect(fs.readFileSync(path.join(root, '.eventloom', 'proj-default.jsonl'), 'utf8')).toBe(log);
    expect(await hookloom('uninstall')).toMatchObject({ status: 0, err: '' });
    expect(snapshot()).toEqual(before);
  },
);

test('prints the plan and writes nothing without a preset and without a person to ask', async () => {
  write(path.join(home, '.claude', 'settings.json'), '{}');
  const before = snapshot();
  const { status, out } = await hookloom('init');
  expect(status).toBe(2);
  expect(out).toContain('.claude/settings.local.json');
  expect(out).toContain('Pass --yes to write the files.');
  expect(snapshot()).toEqual(before);
  expect(fs.existsSync(path.join(root, '.eventloom'))).toBe(false);
  expect(await hookloom('init', '--yes')).toMatchObject({ status: 0, err: '' });
  expect(Object.keys(snapshot())).toContain('proj/.mcp.json');
});

test('refuses one hook file for two clients', async () => {
  write(path.join(home, '.claude', 'settings.json'), '{}');
  write(path.join(home, '.gemini', 'settings.json'), '{}');
  const { status, err } = await hookloom('init', '--yes', '--hook-output', 'hooks.json');
  expect(status).toBe(2);
  expect(err).toContain('claude-code, gemini');
});

test('explains Codex hooks without trust, and keeps a foreign server of our name', async () => {
  const config = path.join(home, '.codex', 'config.toml');
  write(config, '[mcp_servers.hookloom]\ncommand = "mine"\n');
  const { status, out } = await hookloom('init', '--preset', 'local-codex');
  expect(status).toBe(0);
  expect(out).toContain('Codex runs only hooks that you trust');
  expect(out).toMatch(/^ +codex mcp add hookloom -- .* serve$/m);
  expect(fs.readFileSync(config, 'utf8')).toBe('[mcp_servers.hookloom]\ncommand = "mine"\n');
});

test('names the file with entries of another installation, and --force replaces only those', async () => {
  const file = path.join(root, '.gemini', 'settings.json');
  const mine = '{\n  "theme": "dark" // keep\n}\n';
  write(file, mine);
  expect((await hookloom('init', '--preset', 'local-gemini')).status).toBe(0);
  const refused = await hookloom('init', '--preset', 'local-gemini', '--session-id', 'other');
  expect(refused).toMatchObject({ status: 5, out: '' });
  expect(refused.err).toContain(file);
  expect(
    (await hookloom('hooks', 'gemini', '--session-id', 'other', '-o', file, '--force')).status,
  ).toBe(0);
  const text = fs.readFileSync(file, 'utf8');
  expect(text).toContain('// keep');
  expect(text.match(/--session-id other/g)).toHaveLength(7);
  // The server was not asked about and stays as it was.
  expect(text.match(/exec ~\/\.hookloom\/bin\/hookloom-hook serve/g)).toHaveLength(1);
  expect((await hookloom('uninstall')).status).toBe(0);
  expect(fs.readFileSync(file, 'utf8')).toBe(mine);
});

test('keeps an entry in a home file until the last workspace that needs it is disconnected', async () => {
  const other = path.join(base, 'other');
  fs.mkdirSync(other);
  const before = snapshot();
  const init = ['init', '--preset', 'local-codex', '--codex-trusted-project'];
  expect((await hookloom(...init)).status).toBe(0);
  expect(await hookloomIn(other, init)).toMatchObject({ status: 0, err: '' });
  expect(await hookloom('uninstall')).toMatchObject({ status: 0, err: '' });
  const config = fs.readFileSync(path.join(home, '.codex', 'config.toml'), 'utf8');
  expect(config).toContain('[mcp_servers.hookloom]');
  expect(config).toContain(`[projects."${other}"]`);
  expect(config).not.toContain(`[projects."${root}"]`);
  expect(await hookloomIn(other, ['uninstall'])).toMatchObject({ status: 0, err: '' });
  expect(snapshot()).toEqual(before);
});

test('disconnecting one client leaves the others connected', async () => {
  expect((await hookloom('init', '--preset', 'local-claude')).status).toBe(0);
  const claude = snapshot();
  expect((await hookloom('init', '--preset', 'local-gemini')).status).toBe(0);
  const { out } = await hookloom('uninstall', '--client', 'gemini', '--json');
  expect(JSON.parse(out)).toMatchObject({
    files: [
      { client: 'gemini', outcome: 'deleted' },
      { client: 'gemini', outcome: 'deleted' },
    ],
    stopped: { watcher: false, worker: false },
  });
  expect(snapshot()).toEqual(claude);
});

test.each([
  ['claude-code', 'copilot'],
  ['copilot', 'claude-code'],
])('the server that %s shares with %s stays until the last disconnects', async (first, second) => {
  const before = snapshot();
  const preset = { 'claude-code': 'local-claude', copilot: 'local-copilot' } as Record<
    string,
    string
  >;
  const server = (): unknown =>
    JSON.parse(fs.readFileSync(path.join(root, '.mcp.json'), 'utf8')).mcpServers.hookloom;
  expect((await hookloom('init', '--preset', preset[first]!)).status).toBe(0);
  expect((await hookloom('init', '--preset', preset[second]!)).status).toBe(0);
  expect((await hookloom('uninstall', '--client', first)).status).toBe(0);
  expect(server()).toMatchObject({ args: ['-c', expect.stringContaining(' serve')] });
  expect((await hookloom('uninstall', '--client', second)).status).toBe(0);
  expect(snapshot()).toEqual(before);
});

test('connects Claude Code and Copilot CLI at once with one entry for their server', async () => {
  for (const folder of ['.claude', '.copilot']) fs.mkdirSync(path.join(home, folder));
  const before = snapshot();
  expect((await hookloom('init', '--yes')).status).toBe(0);
  const servers = fs.readFileSync(path.join(root, '.mcp.json'), 'utf8');
  expect(servers.match(/"hookloom":/g)).toHaveLength(1);
  const { rows } = JSON.parse((await hookloom('doctor', '--json')).out);
  expect(rows.find(({ id }: { id: string }) => id === 'client.copilot')).toMatchObject({
    status: 'ok',
    message: "GitHub Copilot CLI runs the Hookloom hooks in Claude Code's settings.",
  });
  expect((await hookloom('uninstall', '--client', 'claude-code')).status).toBe(0);
  expect(fs.readFileSync(path.join(root, '.mcp.json'), 'utf8')).toBe(servers);
  expect((await hookloom('uninstall')).status).toBe(0);
  expect(snapshot()).toEqual(before);
});

test('finds and removes entries whose record was deleted with the log', async () => {
  const before = snapshot();
  write(path.join(root, '.mcp.json'), '{ "mcpServers": { "other": { "command": "x" } } }');
  expect((await hookloom('init', '--preset', 'local-claude')).status).toBe(0);
  fs.rmSync(path.join(root, '.eventloom'), { recursive: true });
  expect((await hookloom('uninstall')).out).toContain('had unrecorded Hookloom entries');
  expect(JSON.parse(fs.readFileSync(path.join(root, '.mcp.json'), 'utf8'))).toEqual({
    mcpServers: { other: { command: 'x' } },
  });
  fs.rmSync(path.join(root, '.mcp.json'));
  // The record also contained the folders that were created.
  for (const at of [root, home])
    fs.rmSync(path.join(at, '.claude'), { recursive: true, force: true });
  expect(snapshot()).toEqual(before);
});

test('a server of our name that starts another program is not ours, even with unrecorded Hookloom entries', async () => {
  const theirs =
    '{ "mcpServers": { "hookloom": { "command": "/opt/python/bin/zaxy", "args": ["serve"] } } }';
  write(path.join(root, '.mcp.json'), theirs);
  expect((await hookloom('uninstall')).out).toContain('Nothing was installed');
  expect((await hookloom('ide-config', 'claude-code', '--install', '--force')).status).toBe(0);
  for (const _twice of [1, 2]) {
    expect((await hookloom('uninstall')).status).toBe(0);
    expect(fs.readFileSync(path.join(root, '.mcp.json'), 'utf8')).toBe(theirs);
  }
});

test('refuses a folder that links out of the workspace', async () => {
  const outside = path.join(base, 'outside');
  fs.mkdirSync(outside);
  fs.symlinkSync(outside, path.join(root, '.claude'));
  const { status, err } = await hookloom('init', '--preset', 'local-claude');
  expect(status).toBe(3);
  expect(err).toContain('points outside the workspace');
  expect(fs.readdirSync(outside)).toEqual([]);
});

test('names a file that is where a folder is expected, and writes nothing', async () => {
  write(path.join(root, '.claude'), '');
  const { status, err } = await hookloom('init', '--preset', 'local-claude');
  expect(status).toBe(3);
  expect(err).toContain('.claude/settings.local.json cannot be used');
  expect(fs.existsSync(path.join(root, '.eventloom'))).toBe(false);
});

test('does not add a log of another name to Codex’s file for all projects', async () => {
  const init = ['init', '--preset', 'local-codex', '--session-id', 'shop'];
  expect((await hookloom(...init)).out).toContain('--codex-mcp-install project');
  const project = ['--codex-mcp-install', 'project', '--codex-trusted-project'];
  expect((await hookloom(...init, ...project, '--force')).status).toBe(0);
  const config = fs.readFileSync(path.join(root, '.codex', 'config.toml'), 'utf8');
  expect(config).toContain('EVENTLOOM_THREAD = "shop"');
});

test('shows the size of every edit, or its diff with --verbose, and writes nothing', async () => {
  write(path.join(root, '.mcp.json'), '{\n  "mcpServers": {}\n}\n');
  const before = snapshot();
  const init = ['init', '--preset', 'local-claude'];
  const brief = (await hookloom(...init, '--dry-run')).out;
  expect(brief).toMatch(/^ {2}\.claude\/settings\.local\.json \(new file, \d+ lines\)\n/m);
  expect(brief).toMatch(/^ {2}\.mcp\.json \(\d+ lines added, 1 removed\)\n/m);
  expect(brief).toContain('Nothing was written. To see every edit, add --verbose.');
  expect(brief.split('\n').length).toBeLessThan(30);
  const { status, out } = await hookloom(...init, '--dry-run', '--verbose');
  expect(status).toBe(0);
  expect(out).toContain('--- /dev/null\n+++ .claude/settings.local.json\n@@ -0,0 +1,');
  expect(out).toContain('--- .mcp.json\n+++ .mcp.json\n');
  expect(out).toContain('+    "hookloom": {');
  expect(snapshot()).toEqual(before);
});

test('the printed commands work for another folder and another log', async () => {
  const before = snapshot();
  const words = ['init', 'proj', '--preset', 'local-codex', '--eventloom-path', '../logs'];
  const connected = (await hookloomIn(base, words)).out;
  const log = `--eventloom-path ${base}/logs`;
  expect(connected).toContain(`  hookloom activate codex --workspace ${root} ${log} --launch\n`);
  const printed = (name: string): string[] =>
    new RegExp(`hookloom (${name} .*)`).exec(connected)![1]!.split(' ');
  expect((await hookloomIn(base, printed('memory log'))).out).toContain('session.genesis');
  expect((await hookloomIn(base, printed('uninstall'))).status).toBe(0);
  fs.rmSync(path.join(base, 'logs'), { recursive: true });
  expect(snapshot()).toEqual(before);
  expect((await hookloom('init', '--preset', 'local-claude')).out).not.toContain('activate');
});

test('renames the server of another init, and keeps the name zaxy only with --compat', async () => {
  const before = snapshot();
  const file = path.join(root, '.mcp.json');
  const servers = (): object => JSON.parse(fs.readFileSync(file, 'utf8')).mcpServers;
  const names = (): string[] => Object.keys(servers());
  const init = ['init', '--preset', 'local-claude'];
  expect((await hookloom(...init, '--compat', 'zaxy')).status).toBe(0);
  expect(names()).toEqual(['zaxy']);
  expect(await hookloom(...init)).toMatchObject({ status: 0, err: '' });
  expect(names()).toEqual(['hookloom']);
  expect((await hookloom('uninstall')).status).toBe(0);
  expect(snapshot()).toEqual(before);
  const old = { command: process.execPath, args: [ownFiles().bin, 'serve'] };
  const theirs = { zaxy: { command: '/opt/python/bin/zaxy', args: ['serve'] } };
  for (const [mcpServers, after] of [
    [{ zaxy: old }, ['hookloom']],
    [theirs, ['zaxy', 'hookloom']],
  ] as const) {
    write(file, JSON.stringify({ mcpServers }));
    expect(await hookloom(...init)).toMatchObject({ status: 0, err: '' });
    expect(names()).toEqual(after);
    expect((await hookloom('uninstall')).status).toBe(0);
  }
  expect(servers()).toEqual(theirs);
});
