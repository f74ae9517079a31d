import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { resolveWorkspace } from '@hookloom/core/settings';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyPlan, removeInstalled } from './apply.ts';
import { claudeHookSettings } from '../plugins/claude-plugin.ts';
import { hooksPart } from './hooks-part.ts';
import { planHooks } from './plan-hooks.ts';
import { planParts } from './plan-parts.ts';
import { serverPart } from './server-part.ts';
import { hookCommands } from './hook-clients.ts';
import { manifestFile } from './manifest.ts';
import { ownFiles } from './own-files.ts';

const COMMANDS = {
  node: "/usr/bin/node '/opt/hook loom/hook.cjs' hook claude-code --session-id s",
};
const SERVER = { command: '/usr/bin/node', args: ['/opt/hookloom.cjs', 'serve'] };
const USER_SETTINGS = `// my settings
{
    "permissions": { "allow": ["Bash(ls)"] }, // keep
    "hooks": {
        "Stop": [
            { "hooks": [{ "type": "command", "command": "notify-send done" }] },
        ],
    },
}
`;

let root: string;
let dir: string;
beforeEach(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-install-'));
  dir = path.join(root, '.eventloom');
});
afterEach(() => fs.rmSync(root, { recursive: true, force: true }));

const place = () => ({ root, home: root, env: {}, platform: process.platform });
const install = () => {
  const workspace = resolveWorkspace({ cwd: root, env: {}, domain: 'demo' });
  const parts = [
    hooksPart(path.join(root, '.claude/settings.local.json'), claudeHookSettings(COMMANDS)),
    serverPart('claude-code', { workspace, place: place(), program: SERVER }),
  ];
  const planned = planParts(parts, { eventloomDir: dir, root, force: false });
  applyPlan(dir, planned.files);
  return planned;
};
const replaceHooks = (commands: { node: string }) => {
  const hooks = hooksPart(
    path.join(root, '.claude/settings.local.json'),
    claudeHookSettings(commands),
  );
  applyPlan(dir, planParts([hooks], { eventloomDir: dir, root, force: true }).files);
};
const write = (file: string, text: string) => {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
};

test('uninstalling deletes the files and the folder that installing created', () => {
  install();
  expect(JSON.parse(fs.readFileSync(path.join(root, '.mcp.json'), 'utf8'))).toEqual({
    mcpServers: {
      hookloom: {
        command: '/usr/bin/node',
        args: ['/opt/hookloom.cjs', 'serve'],
        startup_timeout_sec: 90,
      },
    },
  });
  removeInstalled(dir);
  expect(fs.readdirSync(root)).toEqual(['.eventloom']);
  expect(fs.existsSync(manifestFile(dir))).toBe(false);
});

test('uninstalling restores settings with comments and trailing commas byte for byte', () => {
  write(path.join(root, '.claude/settings.local.json'), USER_SETTINGS);
  write(path.join(root, '.mcp.json'), '{"mcpServers":{"other":{"command":"x"}}}');
  install();
  const installed = fs.readFileSync(path.join(root, '.claude/settings.local.json'), 'utf8');
  expect(installed).toContain('notify-send done');
  expect(installed.match(/hook\.cjs/g)).toHaveLength(11);
  expect(removeInstalled(dir)).toEqual([
    {
      path: path.join(root, '.mcp.json'),
      client: 'claude-code',
      outcome: 'restored',
      byteEqual: true,
    },
    {
      path: path.join(root, '.claude/settings.local.json'),
      client: 'claude-code',
      outcome: 'restored',
      byteEqual: true,
    },
  ]);
  expect(fs.readFileSync(path.join(root, '.claude/settings.local.json'), 'utf8')).toBe(
    USER_SETTINGS,
  );
  expect(fs.readFileSync(path.join(root, '.mcp.json'), 'utf8')).toBe(
    '{"mcpServers":{"other":{"command":"x"}}}',
  );
});

test('uninstalling keeps what the user added after the installation', () => {
  install();
  const settings = JSON.parse(
    fs.readFileSync(path.join(root, '.claude/settings.local.json'), 'utf8'),
  );
  settings.model = 'opus';
  settings.hooks.Stop.push({ hooks: [{ type: 'command', command: 'mine' }] });
  write(path.join(root, '.claude/settings.local.json'), JSON.stringify(settings));
  removeInstalled(dir);
  expect(
    JSON.parse(fs.readFileSync(path.join(root, '.claude/settings.local.json'), 'utf8')),
  ).toEqual({
    hooks: { Stop: [{ hooks: [{ type: 'command', command: 'mine' }] }] },
    model: 'opus',
  });
});

test('does not add an entry twice, and does not silently replace a different one', () => {
  install();
  const again = install();
  expect([again.files, again.already.map(({ part }) => part)]).toEqual([[], ['hooks', 'mcp']]);
  const program = { command: '/other', args: [] };
  const workspace = resolveWorkspace({ cwd: root, env: {}, domain: 'demo' });
  const other = serverPart('claude-code', { workspace, place: place(), program });
  const hooks = hooksPart(
    path.join(root, '.claude/settings.local.json'),
    claudeHookSettings({ node: 'hookloom hook x' }),
  );
  const rules = { eventloomDir: dir, root, force: false };
  expect(() => planParts([hooks], rules)).toThrow('already has Hookloom entries that differ');
  expect(() => planParts([other], rules)).toThrow('(mcpServers.hookloom)');
});

test('a comment or a string that mentions Hookloom does not count as an installation', () => {
  const text =
    '{ /* zaxy hook-event stop */ "note": "hook.cjs hook claude-code", "hooks": { "Stop": [] } }';
  expect(planHooks('settings.json', claudeHookSettings(COMMANDS), text).splices).toHaveLength(11);
});

test('refuses a settings file that is a link or is not JSON, and writes nothing', () => {
  write(path.join(root, 'elsewhere.json'), '{}');
  fs.mkdirSync(path.join(root, '.claude'));
  fs.symlinkSync(path.join(root, 'elsewhere.json'), path.join(root, '.claude/settings.local.json'));
  expect(install).toThrow('is not a regular file');
  fs.rmSync(path.join(root, '.claude/settings.local.json'));
  write(path.join(root, '.claude/settings.local.json'), '{"hooks": ');
  expect(install).toThrow('is not a JSON object');
  expect(fs.existsSync(dir)).toBe(false);
});

test('replaces our entries even if their record is lost, and keeps other settings', () => {
  write(path.join(root, '.claude/settings.local.json'), USER_SETTINGS);
  install();
  fs.rmSync(dir, { recursive: true });
  const other = { node: "/usr/bin/node '/new/hook.cjs' hook claude-code" };
  const file = path.join(root, '.claude/settings.local.json');
  replaceHooks(other);
  const text = fs.readFileSync(file, 'utf8');
  expect(text.match(/new\/hook\.cjs/g)).toHaveLength(11);
  expect(text).not.toContain('/opt/hook loom/');
  expect(text).toContain('notify-send done');
  expect(text).toContain('// my settings');
});

test('uninstalling removes replaced entries without a trace', () => {
  install();
  const file = path.join(root, '.claude/settings.local.json');
  replaceHooks({ node: '/usr/bin/node /new/hook.cjs hook claude-code' });
  expect(fs.readFileSync(file, 'utf8').match(/hook\.cjs/g)).toHaveLength(11);
  removeInstalled(dir);
  expect(fs.readdirSync(root)).toEqual(['.eventloom']);
});

test('ignores an install record that came with a repository', () => {
  const victim = path.join(root, 'victim.json');
  write(victim, '{"keep": true}');
  const planted = {
    path: victim,
    client: 'claude-code',
    created: true,
    createdDirs: [],
    before: null,
    after: '',
  };
  const splices = [{ offset: 0, text: '{"keep": true}' }];
  write(manifestFile(dir), JSON.stringify({ version: 1, files: [{ ...planted, splices }] }));
  fs.chmodSync(manifestFile(dir), 0o644);
  expect(() => removeInstalled(dir)).toThrow('is not a private file of this machine');
  expect(fs.readFileSync(victim, 'utf8')).toBe('{"keep": true}');
});

test('the shell transport runs nothing from the repository', () => {
  const workspace = resolveWorkspace({ cwd: root, env: {}, domain: 'demo' });
  const { sh } = hookCommands({ workspace, files: ownFiles(), transport: 'sh' }, 'claude-code');
  const file = path.join(root, '.claude/settings.local.json');
  const hooks = claudeHookSettings({ ...COMMANDS, sh: sh! });
  const plan = { eventloomDir: dir, root, force: false };
  applyPlan(dir, planParts([hooksPart(file, hooks)], plan).files);
  const text = fs.readFileSync(file, 'utf8');
  const command = JSON.parse(text).hooks.PostToolUse[0].hooks[0].command as string;
  const run = spawnSync('/bin/sh', ['-c', command], { input: '{"hook_event_name":"X"}' });
  expect([run.status, String(run.stdout), String(run.stderr)]).toEqual([0, '', '']);
  const raw = fs.readdirSync(path.join(dir, 'inbox', 'raw')).filter((name) => name !== 'tmp');
  expect(raw).toHaveLength(1);
  expect(() => planHooks(file, claudeHookSettings(COMMANDS), text)).toThrow(
    'already has Hookloom hooks',
  );
});
