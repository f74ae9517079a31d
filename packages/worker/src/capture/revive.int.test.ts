/** A wanted watcher is restarted after any crash; a stopped one is not; one that cannot run is given up. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { captureFixture, SESSION, type CaptureFixture } from './capture-place.fixture.ts';
import { MOST_ATTEMPTS, reviveWatcher, supervisionOf, type Revival } from './revive.ts';
import { removeWantedWatcher, wantedWatcher } from './wanted.ts';
import { startWatcher, stopWatcher, watcherRuns } from './watcher.ts';
import { watcherStateFile } from './watcher-state.ts';

const BIN = path.resolve('packages/cli/bin/hookloom.cjs');
let place: CaptureFixture;
let pids: Set<number>;
let children: ChildProcess[];
beforeEach(() => {
  place = captureFixture();
  pids = new Set();
  children = [];
});
afterEach(async () => {
  // From here on nothing restarts it, and a starting one exits by itself.
  removeWantedWatcher(env(), place.eventloomDir);
  for (const child of children) await gone(child);
  await stopWatcher(place.eventloomDir, env());
  for (const pid of pids) kill(pid);
  place.close();
});

const env = (): Record<string, string | undefined> => ({
  HOME: place.home,
  PATH: process.env['PATH'],
});

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

async function gone(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await closed;
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function start(bin = BIN): Promise<number> {
  const { pid } = await startWatcher({
    eventloomDir: place.eventloomDir,
    root: place.root,
    session: SESSION,
    maxRecordsPerFile: 50,
    intervalSeconds: 1,
    env: env(),
    bin,
    waitMs: 60_000,
  });
  pids.add(pid);
  return pid;
}

const runs = (): number | null => {
  const { pid } = watcherRuns(place.eventloomDir);
  if (pid !== null) pids.add(pid);
  return pid;
};

async function killed(): Promise<number> {
  const pid = await start();
  kill(pid);
  await until(() => runs() === null);
  return pid;
}

const revive = (now = Date.now(), bin = BIN): Revival =>
  reviveWatcher({ eventloomDir: place.eventloomDir, env: env(), bin, now: () => now });

function command(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd: place.root,
    env: env(),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  children.push(child);
  return child;
}

test('a running worker restarts a killed watcher', async () => {
  const before = await killed();
  command('up', '--port', '0');
  await until(() => runs() !== null);
  expect(runs()).not.toBe(before);
  expect(supervisionOf(place.eventloomDir, env())).toMatchObject({
    wanted: true,
    attempts: 1,
    reason: 'It was killed, or its machine went down.',
    given_up: false,
  });
});

test('an MCP server restarts it when it starts', async () => {
  await killed();
  command('serve').stdin!.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })}\n`,
  );
  await until(() => runs() !== null);
});

test('a session restarts it when it starts, without delaying its context', async () => {
  await killed();
  place.leave('claude-code');
  await place.pass();
  const child = command('context', '--for-hook', 'session', '--session-id', SESSION);
  await until(() => runs() !== null);
  await new Promise((resolve) =>
    child.exitCode === null ? child.once('close', resolve) : resolve(null),
  );
});

test('a stopped watcher stays stopped, even if it was about to restart', async () => {
  await start();
  expect(await stopWatcher(place.eventloomDir, env())).toBe(true);
  expect(revive()).toBe('unwanted');
  await killed();
  expect(revive()).toBe('started');
  // During its start: a starting watcher finds that it is no longer wanted.
  await stopWatcher(place.eventloomDir, env());
  expect(revive()).toBe('unwanted');
  const late = command('capture', 'run', '--session-id', SESSION, '--wanted');
  await new Promise((resolve) => late.once('close', resolve));
  expect(runs()).toBeNull();
  expect(supervisionOf(place.eventloomDir, env())).toMatchObject({ wanted: false, attempts: 0 });
});

test('ten simultaneous restarts start it once, and of ten that start one stays', async () => {
  await killed();
  const answers = await Promise.all(Array.from({ length: 10 }, async () => revive()));
  expect(answers.filter((answer) => answer === 'started')).toHaveLength(1);
  const others = Array.from({ length: 10 }, () =>
    command('capture', 'run', '--session-id', SESSION, '--wanted'),
  );
  const alive = (): number[] =>
    others.filter(({ exitCode }) => exitCode === null).map(({ pid }) => pid!);
  const rest = (): number[] => alive().filter((pid) => pid !== runs());
  // The ten and the one before them: all but one have ended.
  await until(() => runs() !== null && rest().length === 0);
  expect(alive().length).toBeLessThanOrEqual(1);
});

test('one that dies at once is retried with growing delays, then given up, and the status says why', async () => {
  await killed();
  const broken = path.join(place.home, 'broken.cjs');
  writeFileSync(broken, 'process.exit(1);\n');
  let now = Date.now();
  const pauses: number[] = [];
  for (let since = now; ; now += 1000) {
    const answer = revive(now, broken);
    if (answer === 'given-up') break;
    if (answer === 'waiting') continue;
    expect(answer).toBe('started');
    pauses.push(now - since);
    since = now;
  }
  expect(pauses).toHaveLength(MOST_ATTEMPTS);
  expect(pauses.slice(0, 5)).toEqual([0, 5_000, 15_000, 45_000, 135_000]);
  expect(supervisionOf(place.eventloomDir, env())).toEqual({
    wanted: true,
    attempts: MOST_ATTEMPTS,
    reason: 'It did not come up when it was started again.',
    next_attempt_at: null,
    given_up: true,
  });
  // An explicit start still works.
  await start();
  expect(supervisionOf(place.eventloomDir, env())).toMatchObject({ attempts: 0, reason: null });
});

test('a workspace cannot start its own watcher: files in it start nothing', async () => {
  await killed();
  removeWantedWatcher(env(), place.eventloomDir);
  expect(existsSync(watcherStateFile(place.eventloomDir))).toBe(true);
  expect(revive()).toBe('unwanted');
});

test('a deleted folder is forgotten, and checking creates no folder', async () => {
  await killed();
  rmSync(place.root, { recursive: true });
  expect(revive(Date.now() + 120_000)).toBe('unwanted');
  expect(wantedWatcher(env(), place.eventloomDir)).toBeNull();
  expect(existsSync(place.root)).toBe(false);
  mkdirSync(place.root);
  const home = { HOME: path.join(place.home, 'nobody') };
  mkdirSync(home.HOME);
  expect(supervisionOf(place.eventloomDir, home)).toMatchObject({ wanted: false });
  expect(readdirSync(home.HOME)).toEqual([]);
});
