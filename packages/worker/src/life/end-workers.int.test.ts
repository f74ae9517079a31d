/** Ending a worker leaves nothing running, at any moment of its start. */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { isRunning } from '@hookloom/core';
import { privateStateDir } from '@hookloom/hooks';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryHome, type Home } from '../../test/living.ts';
import { endWorkers } from './end-workers.ts';
import { ensureWorker, start } from './ensure-worker.ts';
import { findWorker } from './find-worker.ts';
import { startingIn } from './starting.ts';

const BIN = path.resolve('packages/cli/bin/hookloom.cjs');
let home: Home;
let pids: Set<number>;
beforeEach(() => {
  home = temporaryHome();
  pids = new Set();
});
afterEach(async () => {
  const found = await findWorker(home.env);
  if (found !== null) pids.add(found.pid);
  for (const pid of pids) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  home.remove();
});

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const notes = (): string[] =>
  fs.readdirSync(home.stateDir).filter((name) => /^worker-starting|\.lock/.test(name));

/** From before the process has its own name to after it answers. */
const MOMENTS = [0, 0, 1, 30, 60, 90, 120, 160, 200, 250, 300, 400, 600];

it.each(MOMENTS)('a worker that was started %i ms ago is gone', async (ms) => {
  const stateDir = privateStateDir(home.env);
  const child = start({ env: home.env, bin: BIN }, stateDir)!;
  pids.add(child.pid!);
  await pause(ms);
  expect(await endWorkers(home.env, 60_000)).toBe(true);
  expect(isRunning(child.pid!)).toBe(false);
  expect(await findWorker(home.env)).toBe(null);
  expect(notes()).toEqual([]);
  expect(await endWorkers(home.env)).toBe(false);
});

it('a caller that waits for a worker that is ended gets an error and does not restart it', async () => {
  for (const ms of [0, 50, 150, 250]) {
    const waiting = ensureWorker({ env: home.env, bin: BIN, waitMs: 60_000 }).then(
      ({ pid }) => pid,
      (error: Error) => error.message,
    );
    await pause(ms);
    await endWorkers(home.env, 60_000);
    const answer = await waiting;
    if (typeof answer === 'number') expect(isRunning(answer)).toBe(false);
    else expect(answer).toBe('The worker was stopped while it was starting.');
    expect([await findWorker(home.env), notes()]).toEqual([null, []]);
  }
  const after = await ensureWorker({ env: home.env, bin: BIN, waitMs: 60_000 });
  expect(await findWorker(home.env)).toMatchObject({ pid: after.pid });
});

it('`down` during `up --detach` leaves nothing running', async () => {
  const stateDir = privateStateDir(home.env);
  const up = spawn(process.execPath, [BIN, 'up', '--detach'], { env: home.env, stdio: 'ignore' });
  const ended = new Promise<number | null>((resolve) => up.on('close', resolve));
  pids.add(up.pid!);
  let starting: number[] = [];
  while (starting.length === 0) {
    starting = startingIn(stateDir, 'worker').pids();
    await pause(1);
  }
  for (const pid of starting) pids.add(pid);
  const down = spawnSync(process.execPath, [BIN, 'down', '--json'], {
    env: home.env,
    encoding: 'utf8',
  });
  expect(JSON.parse(down.stdout)).toEqual({ stopped: true });
  expect(starting.filter(isRunning)).toEqual([]);
  await ended;
  expect(await findWorker(home.env)).toBe(null);
  expect(notes()).toEqual([]);
});

it('several simultaneous ends do not wait for each other', async () => {
  const child = start({ env: home.env, bin: BIN }, privateStateDir(home.env))!;
  pids.add(child.pid!);
  const downs = Array.from({ length: 3 }, () =>
    spawn(process.execPath, [BIN, 'down'], { env: home.env, stdio: 'ignore' }),
  );
  const codes = downs.map((down) => new Promise((resolve) => down.on('close', resolve)));
  expect(await Promise.all(codes)).toEqual([0, 0, 0]);
  expect(isRunning(child.pid!)).toBe(false);
});

it('ignores a note of an ended process, and a mark from a clock that was set back', async () => {
  const stateDir = privateStateDir(home.env);
  const starting = startingIn(stateDir, 'worker');
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  starting.spawned(pid);
  starting.spawned(process.pid);
  const old = new Date(Date.now() - 60_000);
  fs.utimesSync(path.join(stateDir, `worker-starting.${process.pid}`), old, old);
  expect(await endWorkers(home.env)).toBe(false);
  expect(starting.isForbidden(Date.now() - 1000)).toBe(true);
  expect(starting.isForbidden(Date.now() + 1000)).toBe(false);
  fs.writeFileSync(path.join(stateDir, 'worker-ended'), String(Date.now() + 3_600_000));
  expect(starting.isForbidden(Date.now())).toBe(false);
});

it('creates nothing if there was never a worker', async () => {
  expect(await endWorkers(home.env)).toBe(false);
  expect(fs.existsSync(home.stateDir)).toBe(false);
});
