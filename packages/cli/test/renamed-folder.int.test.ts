/** A project keeps its memory when its folder is renamed or moved. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runHook } from '@hookloom/hooks/testing';
import { runInProcess } from './in-process.ts';

let base: string;
let invoices: string;
let billing: string;
let env: Record<string, string>;
beforeEach(() => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-renamed-')));
  invoices = path.join(base, 'invoices');
  billing = path.join(base, 'billing');
  fs.mkdirSync(path.join(base, 'home'));
  fs.mkdirSync(invoices);
  env = {
    PATH: process.env['PATH'] ?? '',
    HOME: path.join(base, 'home'),
    HOOKLOOM_WORKER_AUTOSTART: 'false',
  };
});
afterEach(() => fs.rmSync(base, { recursive: true, force: true }));

const at = (cwd: string, ...argv: string[]) => runInProcess(argv, { cwd, env });
const remember = (cwd: string, text: string, ...more: string[]) =>
  at(cwd, 'memory', 'remember', text, ...more);
const logsIn = (dir: string): string[] =>
  fs.readdirSync(path.join(dir, '.eventloom')).filter((name) => name.endsWith('.jsonl'));

it('a renamed folder keeps its memory and continues the same log', async () => {
  await remember(invoices, 'Harbours are sorted by depth');
  fs.renameSync(invoices, billing);
  expect((await at(billing, 'memory', 'query', 'harbours')).stdout).toContain('sorted by depth');
  await remember(billing, 'Piers are numbered from the east');
  expect(logsIn(billing)).toEqual(['invoices-default.jsonl']);
});

it('so does a folder from before Hookloom stored the name of its log', async () => {
  await remember(invoices, 'Harbours are sorted by depth');
  fs.rmSync(path.join(invoices, '.eventloom/project.json'));
  fs.renameSync(invoices, billing);
  expect((await at(billing, 'memory', 'query', 'harbours')).stdout).toContain('sorted by depth');
  await remember(billing, 'A second log', '--session-id', 'other');
  const file = path.join(billing, '.eventloom/project.json');
  expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toMatchObject({
    name: 'billing',
    default_session: 'invoices-default',
  });
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
});

it('hooks with the old folder name record into the renamed one, and doctor says what to run', async () => {
  await at(invoices, 'init', '--preset', 'local-claude', '--yes');
  const settings = '.claude/settings.local.json';
  const text = fs.readFileSync(path.join(invoices, settings), 'utf8');
  // As `hooks claude-code` writes them.
  const args = ['hook', 'claude-code', '--eventloom-path', path.join(invoices, '.eventloom')];
  args.push('--session-id', 'invoices-default');
  fs.renameSync(invoices, billing);
  fs.writeFileSync(
    path.join(billing, settings),
    text.replaceAll('~/.hookloom/bin/hookloom-hook hook claude-code', () =>
      [path.join(base, 'home/.hookloom/bin/hookloom-hook'), ...args].join(' '),
    ),
  );
  const payload = { session_id: 's', hook_event_name: 'UserPromptSubmit', prompt: 'Count piers' };
  await runHook({
    args,
    cwd: billing,
    stdin: JSON.stringify({ ...payload, cwd: billing }),
    env: {
      ...env,
      HOOKLOOM_HOOK_DEADLINE_MS: '10000',
      CLAUDE_PROJECT_DIR: billing,
    },
  });
  expect(fs.existsSync(invoices)).toBe(false);
  expect((await at(billing, 'memory', 'query', 'piers')).stdout).toContain('Count piers');
  const { stdout } = await at(billing, 'doctor');
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    `the hook commands name ${invoices}/.eventloom, a folder that no longer exists`,
  );
});

it('a person chooses one of several logs, and every question says so until then', async () => {
  await remember(invoices, 'Harbours are sorted by depth', '--session-id', 'harbour-default');
  await remember(invoices, 'Piers are numbered from the east', '--session-id', 'pier-default');
  fs.rmSync(path.join(invoices, '.eventloom/project.json'));
  const asked = await at(invoices, 'memory', 'query', 'harbours');
  expect(asked.stdout + asked.stderr).toContain('This folder has 2 logs, and none is its default');
  expect((await at(invoices, 'project', 'adopt')).stdout).toBe('harbour-default\npier-default\n');
  expect((await at(invoices, 'project', 'adopt', 'nothing')).status).not.toBe(0);
  await at(invoices, 'project', 'adopt', 'harbour-default');
  expect((await at(invoices, 'project', 'adopt')).stdout).toBe(
    'harbour-default  (default)\npier-default\n',
  );
  const answered = await at(invoices, 'memory', 'query', 'harbours');
  expect(answered.stdout).toContain('sorted by depth');
  expect(answered.stderr).not.toContain('none is its default');
});

it.each([
  ['before', []],
  ['after', ['init', '--preset', 'local-claude', '--force', '--yes']],
])(
  'uninstall in a renamed folder removes every entry, %s it was connected again',
  async (_, again) => {
    fs.mkdirSync(path.join(invoices, '.claude'));
    const settings = '.claude/settings.local.json';
    const mine = '{\n  "model": "opus"\n}\n';
    fs.writeFileSync(path.join(invoices, settings), mine);
    await at(invoices, 'init', '--preset', 'local-claude', '--yes');
    fs.renameSync(invoices, billing);
    if (again.length > 0) expect((await at(billing, ...again)).status).toBe(0);
    expect((await at(billing, 'uninstall')).status).toBe(0);
    expect(fs.readFileSync(path.join(billing, settings), 'utf8')).toBe(mine);
    expect(fs.existsSync(path.join(billing, '.mcp.json'))).toBe(false);
    expect(fs.existsSync(invoices)).toBe(false);
  },
);

it('init writes no folder name into a project, so that a renamed one needs no second init', async () => {
  await at(invoices, 'init', '--preset', 'local-claude', '--yes');
  fs.renameSync(invoices, billing);
  for (const file of ['.claude/settings.local.json', '.mcp.json']) {
    const text = fs.readFileSync(path.join(billing, file), 'utf8');
    expect(text).toContain('~/.hookloom/bin/hookloom-hook');
    expect(text).not.toContain(base);
    expect(fs.statSync(path.join(billing, file)).mode & 0o777).toBe(0o644);
  }
  expect((await at(billing, 'init', '--preset', 'local-claude', '--yes')).stdout).toContain(
    'Already connected.',
  );
});
