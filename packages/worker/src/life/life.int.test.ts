/** The lifecycle of the worker: only one runs, found by proof, ended when it is not needed, without losing anything. */
import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { isRunning } from '@hookloom/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadToken } from './token.ts';
import { eventsOf } from '@hookloom/hooks/testing';
import { ask, temporaryHome, type Home } from '../../test/living.ts';
import { askWorker } from './ask-worker.ts';
import { ensureWorker, isOlder } from './ensure-worker.ts';
import { findWorker } from './find-worker.ts';
import { portFile, readPortFile } from './port-file.ts';
import { startWorker } from '../up.ts';
import { runWorker, type LivingWorker } from './run-worker.ts';

const BIN = path.resolve('packages/cli/bin/hookloom.cjs');
let home: Home;
let pids: Set<number>;
let servers: net.Server[];
beforeEach(() => {
  home = temporaryHome();
  pids = new Set();
  servers = [];
});
afterEach(async () => {
  const found = await findWorker(home.env);
  if (found !== null && found.pid !== process.pid) pids.add(found.pid);
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
    // What still runs may write into the folder that is removed.
    await until(() => isGone(pid));
  }
  for (const server of servers) server.close();
  home.remove();
});

const ensure = () => ensureWorker({ env: home.env, bin: BIN, waitMs: 30_000 });

async function here(more: object = {}): Promise<LivingWorker> {
  const worker = await runWorker({ startWorker, ...home.options, idleMs: null, ...more });
  if (!('ended' in worker)) throw new Error('There is another.');
  return worker;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10));
}

const isGone = (pid: number): boolean => !isRunning(pid);

function listening(server: net.Server): Promise<number> {
  servers.push(server);
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );
}

it('ten simultaneous callers get the same worker, and no other process stays', async () => {
  const found = await Promise.all(Array.from({ length: 10 }, ensure));
  expect(new Set(found.map(({ pid }) => pid)).size).toBe(1);
  const starts: ChildProcess[] = Array.from({ length: 4 }, () =>
    spawn(process.execPath, [BIN, 'up', '--background'], { env: home.env, stdio: 'ignore' }),
  );
  const codes = await Promise.all(
    starts.map((child) => new Promise((resolve) => child.on('close', resolve))),
  );
  expect(codes).toEqual([0, 0, 0, 0]);
  expect((await findWorker(home.env))!.pid).toBe(found[0]!.pid);
  expect(
    fs.readFileSync(path.join(home.stateDir, 'logs/worker.log'), 'utf8').match(/ up on port/g),
  ).toHaveLength(1);
});

it('its published file is private, contains no secret, and disappears with it', async () => {
  const before = process.umask(0);
  try {
    const worker = await here();
    const text = fs.readFileSync(portFile(home.stateDir), 'utf8');
    const token = fs.readFileSync(worker.tokenFile, 'utf8').trim();
    expect(text).not.toContain(token);
    expect(readPortFile(home.stateDir)).toMatchObject({ port: worker.port, pid: process.pid });
    await askWorker((await findWorker(home.env))!, 'POST', '/api/settings').catch(() => {});
    const files = fs.readdirSync(home.stateDir, { recursive: true, withFileTypes: true });
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const { mode } = fs.statSync(path.join(file.parentPath, file.name));
      expect([file.name, mode & 0o077]).toEqual([file.name, 0]);
    }
    await worker.stop('shutdown');
    expect([readPortFile(home.stateDir), await findWorker(home.env)]).toEqual([null, null]);
    expect(fs.readdirSync(home.stateDir).filter((name) => name.includes('.lock'))).toEqual([]);
  } finally {
    process.umask(before);
  }
});

it('a killed worker is replaced: its file, its lock and its process id have no effect', async () => {
  const first = await ensure();
  process.kill(first.pid, 'SIGKILL');
  await until(() => isGone(first.pid));
  expect(readPortFile(home.stateDir)?.pid).toBe(first.pid);
  const second = await ensure();
  expect(second.pid).not.toBe(first.pid);
});

it('a foreign process on the port learns nothing and costs little', async () => {
  const worker = await here();
  const published = readPortFile(home.stateDir)!;
  const received: string[] = [];
  const token = fs.readFileSync(worker.tokenFile, 'utf8').trim();
  const silent = await listening(
    net.createServer((socket) => void socket.on('data', (part) => received.push(part.toString()))),
  );
  const foreign = await listening(
    http.createServer((request, response) => {
      received.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
      response.end('{"proof":"x","pid":1,"version":"9.9.9"}');
    }),
  );
  // Relays the requests to the real one.
  const relay = await listening(
    http.createServer((request, response) => {
      http.get({ host: '127.0.0.1', port: worker.port, path: request.url }, (answer) =>
        answer.pipe(response),
      );
    }),
  );
  const refusing = await listening(net.createServer((socket) => socket.destroy()));
  for (const port of [silent, foreign, relay, refusing, 1]) {
    fs.writeFileSync(portFile(home.stateDir), JSON.stringify({ ...published, port }), {
      mode: 0o600,
    });
    expect([port, await findWorker(home.env)]).toEqual([port, null]);
  }
  for (const text of ['', '{', '[]', '{"port":"x"}', `{"port":${worker.port}}`]) {
    fs.writeFileSync(portFile(home.stateDir), text);
    expect(await findWorker(home.env)).toBeNull();
  }
  expect(received.length).toBeGreaterThanOrEqual(2);
  expect(received.join('\n')).not.toContain(token);
  expect(received.join('\n').toLowerCase()).not.toContain('authorization');
  await worker.stop('shutdown');
});

it('does not follow a port file that others could have written, or of another token', async () => {
  const worker = await here();
  const file = portFile(home.stateDir);
  fs.chmodSync(file, 0o666);
  expect(await findWorker(home.env)).toBeNull();
  fs.chmodSync(file, 0o600);
  expect(await findWorker(home.env)).not.toBeNull();
  fs.writeFileSync(worker.tokenFile, `${'z'.repeat(43)}\n`);
  expect(await findWorker(home.env)).toBeNull();
  await worker.stop('shutdown');
});

it('skips a port in use and publishes the next one', async () => {
  const taken = await listening(net.createServer());
  const worker = await here({ port: taken, isPortFlexible: true });
  expect(worker.port).not.toBe(taken);
  expect((await findWorker(home.env))!.port).toBe(worker.port);
  await worker.stop('shutdown');
});

it('a newer version takes over after the running requests, an older one does not', async () => {
  const old = await ensure();
  const same = await ensureWorker({ env: home.env, bin: BIN, version: '0.0.1' });
  expect(same.pid).toBe(old.pid);
  const project = home.folder('shop');
  const post = (at: number) =>
    ask(
      old.port,
      {
        method: 'POST',
        path: '/hooks/claude-code',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${old.token}` },
      },
      JSON.stringify({
        hook_event_name: 'UserPromptSubmit',
        session_id: 's',
        cwd: project,
        prompt: `prompt ${at}`,
      }),
    ).catch(() => null);
  const posts = Array.from({ length: 40 }, (_, at) => post(at));
  await Promise.race(posts);
  const newer = await ensureWorker({ env: home.env, bin: BIN, version: '99.0.0', waitMs: 30_000 });
  expect(newer.pid).not.toBe(old.pid);
  await until(() => isGone(old.pid));
  const acknowledged = (await Promise.all(posts)).filter((answer) => answer?.status === 200).length;
  const [folder] = fs.readdirSync(path.join(home.stateDir, 'projects'));
  const dir = path.join(home.stateDir, 'projects', folder!, '.eventloom');
  const log = eventsOf(dir).filter(({ payload }) => JSON.stringify(payload).includes('prompt '));
  expect(acknowledged).toBeGreaterThan(0);
  expect(log.length).toBeGreaterThanOrEqual(acknowledged);
});

it('exits when idle, but not while a page listens or work runs', async () => {
  let time = 0;
  let isBusy = false;
  const worker = await here({
    now: () => time,
    idleMs: 50,
    background: () => [{ isBusy: () => isBusy, close: async () => {} }],
  });
  isBusy = true;
  time = 1000;
  expect(worker.idleSince()).toBeNull();
  const token = fs.readFileSync(worker.tokenFile, 'utf8').trim();
  const stream = await fetch(`http://127.0.0.1:${worker.port}/stream`, {
    headers: { authorization: `Bearer ${token}` },
  });
  isBusy = false;
  expect(worker.idleSince()).toBeNull();
  await stream.body!.cancel();
  await until(() => worker.idleSince() !== null);
  time += 1000;
  expect(await worker.ended).toBe('idle');
});

it('exits when its published file is gone, because it cannot be found any more', async () => {
  const worker = await here({ idleMs: 40, now: () => 0 });
  fs.rmSync(portFile(home.stateDir));
  expect(await worker.ended).toBe('orphaned');
});

it.each(['SIGTERM', 'SIGINT'] as const)('%s lets the running request end', async (signal) => {
  const worker = await ensure();
  const answers = Array.from({ length: 10 }, () =>
    ask(worker.port, {
      path: '/api/stats',
      headers: { authorization: `Bearer ${worker.token}` },
    }).catch(() => null),
  );
  await Promise.race(answers);
  process.kill(worker.pid, signal);
  await until(() => isGone(worker.pid));
  expect(
    (await Promise.all(answers)).every((answer) => answer === null || answer.status === 200),
  ).toBe(true);
  expect(readPortFile(home.stateDir)).toBeNull();
});

it('the MCP server starts a worker only if one was used before', async () => {
  const serve = (env: object): ChildProcess =>
    spawn(process.execPath, [BIN, 'serve'], {
      cwd: home.folder('shop'),
      env: { ...home.env, ...env },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
  const children = [serve({}), serve({})];
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(await findWorker(home.env)).toBeNull();
  fs.mkdirSync(home.stateDir, { recursive: true, mode: 0o700 });
  loadToken(home.stateDir);
  children.push(serve({ HOOKLOOM_WORKER_AUTOSTART: 'false' }), serve({}), serve({}));
  const found = await vi.waitFor(
    async () => {
      const worker = await findWorker(home.env);
      expect(worker).not.toBeNull();
      return worker!;
    },
    { timeout: 120_000, interval: 50 },
  );
  for (const child of children) child.stdin!.end();
  await Promise.all(children.map((child) => new Promise((resolve) => child.on('close', resolve))));
  expect((await findWorker(home.env))!.pid).toBe(found.pid);
});

it('a session start leaves a worker running if one was used before, without waiting for it', async () => {
  const shop = home.folder('shop');
  const startSession = async (env: object): Promise<void> => {
    const args = [BIN, 'context', '--for-hook', 'session'];
    const how = { cwd: shop, env: { ...home.env, ...env }, stdio: 'ignore' } as const;
    const child = spawn(process.execPath, args, how);
    const status = await new Promise((resolve) => child.on('close', resolve));
    expect(status).toBe(0);
  };
  fs.mkdirSync(path.join(shop, '.eventloom'), { mode: 0o700 });
  await startSession({});
  expect(fs.existsSync(home.stateDir) && fs.existsSync(portFile(home.stateDir))).toBe(false);
  fs.mkdirSync(home.stateDir, { recursive: true, mode: 0o700 });
  loadToken(home.stateDir);
  await startSession({ HOOKLOOM_WORKER_AUTOSTART: 'false' });
  await Promise.all([startSession({}), startSession({})]);
  const found = await vi.waitFor(
    async () => {
      const worker = await findWorker(home.env);
      expect(worker).not.toBeNull();
      return worker!;
    },
    { timeout: 120_000, interval: 50 },
  );
  await startSession({});
  expect((await findWorker(home.env))!.pid).toBe(found.pid);
});

it('compares versions as numbers, and never replaces one from source', () => {
  expect([
    isOlder('0.1.9', '0.1.10'),
    isOlder('1.0.0', '0.9.9'),
    isOlder('1.2.3', '1.2.3'),
    isOlder('0.0.0-source', '1.0.0'),
  ]).toEqual([true, false, false, false]);
});
