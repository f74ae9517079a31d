/** A command in `src/` means the project: it reads and writes the project's log, and creates none in the subfolder. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runInProcess } from './in-process.ts';

let base: string;
let home: string;
let shop: string;
let below: string;
let env: Record<string, string>;
beforeEach(() => {
  base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-below-')));
  home = made('home');
  shop = made('home', 'shop');
  below = made('home', 'shop', 'src', 'till');
  env = { PATH: process.env['PATH'] ?? '', HOME: home, HOOKLOOM_WORKER_AUTOSTART: 'false' };
});
afterEach(() => fs.rmSync(base, { recursive: true, force: true }));

function made(...names: string[]): string {
  const dir = path.join(base, ...names);
  fs.mkdirSync(dir, { recursive: true });
  return dir;
}

const at = (cwd: string, ...argv: string[]) => runInProcess(argv, { cwd, env });
const json = async (cwd: string, ...argv: string[]) => {
  const { stdout, stderr } = await at(cwd, ...argv, '--json');
  expect(stderr).toBe('');
  return JSON.parse(stdout);
};
const remember = (cwd: string, text: string, ...more: string[]) =>
  at(cwd, 'memory', 'remember', text, ...more);
const logsIn = (dir: string): string[] =>
  fs.existsSync(path.join(dir, '.eventloom'))
    ? fs.readdirSync(path.join(dir, '.eventloom')).filter((name) => name.endsWith('.jsonl'))
    : [];

describe('from another folder, --eventloom-path reads', () => {
  it('the session of a project', async () => {
    await remember(shop, 'Harbours are sorted by depth');
    const log = ['--eventloom-path', path.join(shop, '.eventloom')];
    expect((await at(home, 'memory', 'log', ...log)).stdout).toMatch(/^shop-default: 1 of 1 /);
    const asked = await at(home, 'memory', 'checkout', 'How are harbours sorted?', ...log);
    expect(asked.stdout).toContain('Harbours are sorted by depth');
    const context = await at(home, 'context', ...log);
    expect(context.stdout).toContain('Harbours are sorted by depth');
    const status = await at(home, 'memory', 'status', ...log);
    expect(status.stdout).toContain('* shop-default');
    const steps = ['--procedure', 'Sound the depth'];
    await at(home, 'memory', 'skill', 'proposed', 'sort-harbours', ...steps, ...log);
    expect((await at(home, 'memory', 'skill', 'list', ...log)).stdout).toContain('sort-harbours');
    expect(logsIn(shop)).toEqual(['shop-default.jsonl']);
  });

  it('the only session of a shared folder, and the error names several', async () => {
    const log = ['--eventloom-path', made('logs')];
    await remember(shop, 'Bread is baked at four', ...log, '--session-id', 'bread');
    expect((await at(home, 'memory', 'log', ...log)).stdout).toMatch(/^bread: 1 of 1 /);
    await remember(shop, 'Cakes are baked at five', ...log, '--session-id', 'cakes');
    const named = [...log, '--session-id', 'cakes'];
    const cakes = await at(home, 'memory', 'checkout', 'When are cakes baked?', ...named);
    expect(cakes.stdout).toContain('Cakes are baked at five');
    expect((await at(home, 'memory', 'skill', 'list', ...named)).status).toBe(0);
    expect((await at(home, 'memory', 'status', ...log)).stdout).toMatch(/bread[^]*cakes/);
    for (const asked of [['log'], ['checkout', 'When is bread baked?']])
      expect(await at(home, 'memory', ...asked, ...log)).toMatchObject({
        status: 4,
        stderr: expect.stringContaining(
          'has several sessions: bread, cakes.\nName one with',
        ) as string,
      });
  });
});

describe('in a subfolder of a project', () => {
  beforeEach(async () => {
    made('home', 'shop', '.git');
    expect(await remember(shop, 'Harbours are sorted by depth')).toMatchObject({ status: 0 });
  });

  it('writes go to the project’s log, and no log is created in the subfolder', async () => {
    expect(await remember(below, 'Invoices are kept for eleven years')).toMatchObject({
      status: 0,
      stderr: 'Using the project above this folder: ../../.eventloom\n',
    });
    expect(logsIn(shop)).toEqual(['shop-default.jsonl']);
    expect(fs.readdirSync(below)).toEqual([]);
    expect((await json(shop, 'memory', 'log')).head.seq).toBe(
      (await json(below, 'memory', 'log')).head.seq,
    );
  });

  it('questions are answered from the project, with one line that says so', async () => {
    const asked = await at(below, 'memory', 'query', 'harbours');
    expect(asked.stdout).toContain('sorted by depth');
    expect(asked.stderr).toBe('Using the project above this folder: ../../.eventloom\n');
    expect((await at(shop, 'memory', 'query', 'harbours')).stderr).toBe('');
  });

  it.each([
    ['status', 'eventloom_path'],
    ['hook-status', 'eventloom_path'],
    ['doctor', 'eventloom_path'],
  ])('%s names the log of the project', async (command, field) => {
    expect((await json(below, command))[field]).toBe(path.join(shop, '.eventloom'));
  });

  it('hook-status and uninstall work on the project’s clients', async () => {
    expect((await at(shop, 'init', '--preset', 'local-claude')).status).toBe(0);
    const status = await json(below, 'hook-status');
    expect(status.clients['claude-code']).toMatchObject({ installed: true });
    const gone = await json(below, 'uninstall');
    expect(gone.files).not.toEqual([]);
    expect(fs.existsSync(path.join(shop, '.claude'))).toBe(false);
  });

  it('a named log is relative to the current folder', async () => {
    expect(await remember(below, 'Mine', '--eventloom-path', 'own')).toMatchObject({
      status: 0,
      stderr: '',
    });
    expect(fs.existsSync(path.join(below, 'own', 'till-default.jsonl'))).toBe(true);
    env['EVENTLOOM_PATH'] = '.eventloom';
    expect((await json(below, 'memory', 'log')).head).toBeNull();
  });

  it('a project that is created in the subfolder is separate from then on', async () => {
    expect((await at(below, 'init-session', '.')).status).toBe(0);
    expect(logsIn(below)).toEqual(['till-default.jsonl']);
    expect(await at(below, 'memory', 'query', 'harbours')).toMatchObject({ stderr: '' });
  });

  it('a nested repository is another project', async () => {
    const nested = made('home', 'shop', 'vendor', 'crane');
    made('home', 'shop', 'vendor', 'crane', '.git');
    const inside = made('home', 'shop', 'vendor', 'crane', 'lib');
    expect(await remember(inside, 'Cranes are yellow')).toMatchObject({ status: 0, stderr: '' });
    expect([logsIn(inside), logsIn(nested)]).toEqual([['lib-default.jsonl'], []]);
    expect(
      fs.readFileSync(path.join(shop, '.eventloom', 'shop-default.jsonl'), 'utf8'),
    ).not.toContain('Cranes');
  });

  it('a submodule and a worktree, whose .git is a file, are other projects too', async () => {
    const inside = made('home', 'shop', 'module', 'lib');
    fs.writeFileSync(path.join(shop, 'module', '.git'), 'gitdir: ../.git/modules/module\n');
    expect((await json(inside, 'memory', 'log')).head).toBeNull();
  });

  it('a linked folder belongs to the folder that the link points to', async () => {
    const outside = made('home', 'elsewhere');
    fs.symlinkSync(outside, path.join(shop, 'linked'));
    // The system names the current folder by its real path.
    const cwd = fs.realpathSync(path.join(shop, 'linked'));
    expect((await json(cwd, 'memory', 'log')).head).toBeNull();
  });
});

it('the log of the home folder is used only in the home folder', async () => {
  expect((await remember(home, 'Of everything')).status).toBe(0);
  expect((await json(below, 'memory', 'log')).head).toBeNull();
  expect((await json(home, 'memory', 'log')).head).not.toBeNull();
});

it('the log stays out of subfolders if the environment names the home folder by a link', async () => {
  expect((await remember(home, 'Of everything')).status).toBe(0);
  fs.symlinkSync(home, path.join(base, 'link'));
  env['HOME'] = path.join(base, 'link');
  expect((await json(below, 'memory', 'log')).head).toBeNull();
});

it('creates the log in the current folder if nothing was recorded', async () => {
  expect(await remember(below, 'First')).toMatchObject({ status: 0, stderr: '' });
  expect([logsIn(below), logsIn(shop)]).toEqual([['till-default.jsonl'], []]);
});
