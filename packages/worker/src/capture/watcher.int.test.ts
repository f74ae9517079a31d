/**
 * One watcher per workspace: started once, killed without a loss, and ended when it is stopped or has nothing to watch.
 */
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { captureFixture, SESSION, type CaptureFixture } from './capture-place.fixture.ts';
import { startWatcher, stopWatcher, watcherRuns } from './watcher.ts';
import { watcherStateFile } from './watcher-state.ts';

const BIN = path.resolve('packages/cli/bin/hookloom.cjs');
let place: CaptureFixture;
let pids: Set<number>;
beforeEach(() => {
  place = captureFixture();
  pids = new Set();
});
afterEach(() => {
  const { pid } = watcherRuns(place.eventloomDir);
  if (pid !== null) pids.add(pid);
  for (const each of pids) kill(each);
  place.close();
});

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

const env = (): Record<string, string | undefined> => ({
  HOME: place.home,
  PATH: process.env['PATH'],
});

async function start(): Promise<{ started: boolean; pid: number }> {
  const answer = await startWatcher({
    eventloomDir: place.eventloomDir,
    root: place.root,
    session: SESSION,
    maxRecordsPerFile: 50,
    env: env(),
    bin: BIN,
    waitMs: 60_000,
  });
  pids.add(answer.pid);
  return answer;
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}

const count = async (): Promise<number> =>
  existsSync(path.join(place.eventloomDir, `${SESSION}.jsonl`)) ? (await place.events()).length : 0;

function prompts(from: number, to: number): void {
  const lines = Array.from({ length: to - from }, (_, n) => ({
    type: 'user',
    uuid: `uuid-${from + n}`,
    promptId: `prompt-${from + n}`,
    message: { role: 'user', content: `Prompt number ${from + n}.` },
    cwd: place.root,
    sessionId: 'session-1',
  }));
  place.append('claude-code', lines);
}

test('ten starts make one watcher; it captures what is written and stops on request', async () => {
  prompts(0, 1);
  const answers = await Promise.all(Array.from({ length: 10 }, () => start()));
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(1);
  expect(answers.filter(({ started }) => started)).toHaveLength(1);
  await until(async () => (await count()) === 2);
  prompts(1, 3);
  await until(async () => (await count()) === 4);
  expect(watcherRuns(place.eventloomDir)).toMatchObject({
    state: 'running',
    state_file: { session_id: SESSION, lanes: { 'claude-code': { files: 1, last_error: null } } },
  });
  expect(await stopWatcher(place.eventloomDir, env())).toBe(true);
  expect(watcherRuns(place.eventloomDir)).toMatchObject({ state: 'stopped', pid: null });
  expect(await stopWatcher(place.eventloomDir, env())).toBe(false);
});

test('loses and repeats nothing when it is killed during an import', async () => {
  prompts(0, 600);
  // A kill may leave a record of itself in the log, without words.
  const said = async () =>
    (await place.events()).slice(1).flatMap(({ payload }) => payload['content'] ?? []);
  for (let kills = 0; (await said()).length < 600; kills++) {
    const before = await count();
    const { pid } = await start();
    await until(async () => (await count()) > before);
    if (kills < 3) kill(pid);
    else await until(async () => (await said()).length >= 600);
    if (kills < 3) await until(() => watcherRuns(place.eventloomDir).state === 'stopped');
  }
  await stopWatcher(place.eventloomDir, env());
  expect(await said()).toEqual(Array.from({ length: 600 }, (_, n) => `Prompt number ${n}.`));
});

test('exits by itself when the workspace is deleted', async () => {
  prompts(0, 1);
  const { pid } = await start();
  await until(async () => (await count()) === 2);
  renameSync(place.root, `${place.root}-moved`);
  await until(() => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  });
  expect(existsSync(place.root)).toBe(false);
});

test('does not mistake a later process with the pid of a watcher for it', () => {
  expect(watcherRuns(place.eventloomDir)).toEqual({ state: 'never', pid: null, state_file: null });
  prompts(0, 1);
  return start().then(async () => {
    await stopWatcher(place.eventloomDir, env());
    const file = watcherStateFile(place.eventloomDir);
    const state = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...state, pid: process.pid }));
    expect(watcherRuns(place.eventloomDir).state).toBe('stopped');
    expect(await stopWatcher(place.eventloomDir, env())).toBe(false);
  });
});

test.each([0, 20, 60, 100, 150, 200, 300])(
  'a watcher that was started %i ms ago is gone when it is stopped, and is not restarted',
  async (ms) => {
    prompts(0, 1);
    const starting = start().then(
      ({ pid }) => pid,
      (error: Error) => error.message,
    );
    await new Promise((resolve) => setTimeout(resolve, ms));
    expect(await stopWatcher(place.eventloomDir, env(), 60_000)).toBe(true);
    const notes = (): string[] =>
      readdirSync(path.join(place.eventloomDir, 'runtime')).filter((name) =>
        name.startsWith('capture-starting'),
      );
    expect([watcherRuns(place.eventloomDir).pid, notes()]).toEqual([null, []]);
    const answer = await starting;
    if (typeof answer === 'string')
      expect(answer).toBe('The watcher was stopped while it was starting.');
    expect(watcherRuns(place.eventloomDir).pid).toBe(null);
  },
);
