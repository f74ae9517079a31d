/** The worker from the command line: up, down, status, logs, restart, viewer and projects, in a home of its own. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const BIN = path.resolve('packages/cli/bin/hookloom.cjs');
let home: string;
let shop: string;
beforeAll(() => {
  home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-worker-')));
  shop = path.join(home, 'shop');
  fs.mkdirSync(path.join(shop, '.eventloom'), { recursive: true, mode: 0o700 });
});
afterAll(() => {
  run('down');
  fs.rmSync(home, { recursive: true, force: true });
});

interface Ran {
  status: number | null;
  out: string;
}

function run(...args: string[]): Ran {
  const { status, stdout } = spawnSync(process.execPath, [BIN, ...args], {
    cwd: shop,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: home, HOOKLOOM_WORKER_PORT: '0' },
  });
  return { status, out: stdout };
}

const json = (...args: string[]): any => JSON.parse(run(...args, '--json').out);

it('starts once, prints its address, restarts and stops', async () => {
  expect(run('status')).toMatchObject({ status: 4 });
  const { url, pid } = json('up', '--detach');
  expect(json('up', '--detach')).toEqual({ url, pid });
  expect(json('up')).toEqual({ url, pid, already_up: true });
  for (const detach of [[], ['--detach']])
    expect(json('up', '--port', '1', ...detach).error).toMatchObject({
      code: 'conflict',
      message: `A worker is already running at ${url} (process ${pid}).`,
      remediation: expect.stringContaining('hookloom up --port 1'),
    });
  expect(json('up', '--port', new URL(url).port)).toEqual({ url, pid, already_up: true });
  expect(json('status')).toMatchObject({ up: true, url, pid, workspaces: { open: 0 } });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  const again = json('restart');
  expect(again.pid).not.toBe(pid);
  expect(run('logs').out.match(/up on port|going down/g)).toEqual([
    'up on port',
    'going down',
    'up on port',
  ]);
  expect([json('down'), json('down')]).toEqual([{ stopped: true }, { stopped: false }]);
  expect(run('status')).toMatchObject({ status: 4 });
});

it('starts for the viewer, whose address admits one page', async () => {
  const { url } = json('viewer', '--print-url');
  const [base, code] = url.split(/\/#code=|&ws=/) as [string, string];
  const login = () =>
    fetch(`${base}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
  expect([(await login()).status, (await login()).status]).toEqual([200, 403]);
  expect(run('logs', '-n', '10000').out).not.toContain(code);
});

it('lists, renames, merges and moves known projects', async () => {
  const { url } = json('up', '--detach');
  const token = fs.readFileSync(path.join(home, '.local/state/hookloom/worker-token'), 'utf8');
  const other = path.join(home, 'other');
  fs.mkdirSync(other);
  for (const cwd of [shop, other]) {
    const body = JSON.stringify({ hook_event_name: 'Stop', session_id: 's', cwd });
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${token.trim()}`,
    };
    const { status } = await fetch(`${url}/hooks/claude-code`, { method: 'POST', headers, body });
    expect(status).toBe(200);
  }
  const known = await fetch(`${url}/api/viewer/workspaces`, {
    headers: { authorization: `Bearer ${token.trim()}` },
  });
  const { workspaces } = (await known.json()) as {
    workspaces: { slot: number; folder: string }[];
  };
  const here = workspaces.find(({ folder }) => folder === shop)!;
  expect(json('viewer', '--print-url').url).toMatch(new RegExp(`&ws=${here.slot}$`));
  const names = (): string[] => json('projects', 'list').projects.map(({ alias }: any) => alias);
  expect(names()).toEqual(['other', 'shop']);
  expect(run('projects', 'rename', 'other', 'store').out).toContain('is now called store');
  expect(run('projects', 'merge', 'store', 'shop').status).toBe(0);
  expect(names()).toEqual(['shop']);
  expect(run('projects', 'move', other, 'apart').status).toBe(0);
  expect(names()).toEqual(['apart', 'shop']);
  expect(run('projects', 'rename', 'nobody', 'x').status).toBe(4);
});
