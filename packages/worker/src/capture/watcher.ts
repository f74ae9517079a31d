/** Starts, queries and stops the watcher of a workspace, a separate process that captures session files. */
import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { quietly, attempt, isRunning, unavailable, type HookloomError } from '@hookloom/core';
import { createFileLock, ensureLogDirectory, linux, readStat } from '@hookloom/log/append';
import { startingIn } from '../life/starting.ts';
import { removeWantedWatcher, userPlaces, wantedWatcher, wantWatcher } from './wanted.ts';
import { readWatcherState, type WatcherState } from './watcher-state.ts';

export interface WatcherRequest {
  /** Absolute path. */
  eventloomDir: string;
  /** Absolute path of the workspace. */
  root: string;
  session: string;
  maxRecordsPerFile: number;
  intervalSeconds?: number;
  graph?: boolean;
  /** The environment with which the watcher finds the clients' folders. */
  env: Record<string, string | undefined>;
  /** The path of the command. */
  bin: string;
  /** Default: 10 s. */
  waitMs?: number;
}

export interface WatcherStatus {
  /** `never`: none was ever started here. */
  state: 'running' | 'stopped' | 'never';
  /** Null unless it is running. */
  pid: number | null;
  /** The last written state. */
  state_file: WatcherState | null;
}

const LOOK_MS = 20;
const INTERVAL_SECONDS = 2;
const WAIT_MS = 10_000;
/** A small heap for Node, because the process runs all day and reads sessions in pieces. */
const NODE_OPTIONS = [
  '--max-semi-space-size=1',
  '--max-old-space-size=512',
  '--single-threaded-gc',
];
/** Variables that select another log or change the process. */
const OF_THE_CALLER =
  /^(EVENTLOOM_PATH|EVENTLOOM_THREAD|ZAXY_DOMAIN|CLAUDE_PROJECT_DIR|CLAUDE_ENV_FILE|NODE_OPTIONS|NODE_CHANNEL_FD)$/;

/** Reads the state file and the system's process table, because a later process may have the same pid. */
export function watcherRuns(eventloomDir: string): WatcherStatus {
  const state_file = readWatcherState(eventloomDir);
  if (state_file === null) return { state: 'never', pid: null, state_file };
  return isItself(state_file)
    ? { state: 'running', pid: state_file.pid, state_file }
    : { state: 'stopped', pid: null, state_file };
}

/**
 * Starts one watcher per workspace, even if several calls run at once. Resolves when it is running.
 *
 * @throws HookloomError `unavailable` if none is running in time
 * @example await startWatcher({ eventloomDir, root, session: 'shop-default', maxRecordsPerFile: 500, env, bin })
 * // → { started: true, pid: 4711 }
 */
export async function startWatcher(request: WatcherRequest) {
  const { eventloomDir, waitMs = WAIT_MS } = request;
  const running = watcherRuns(eventloomDir).pid;
  if (running !== null) {
    if (wantedWatcher(request.env, eventloomDir) === null) want(request);
    return { started: false, pid: running };
  }
  const runtime = runtimeFolder(eventloomDir);
  const since = Date.now();
  const until = since + waitMs;
  const { isForbidden } = startingIn(runtime, 'capture');
  const starting = createFileLock(runtime, 'capture-start');
  let isOurs = false;
  let child: ChildProcess | null = null;
  try {
    while (Date.now() < until) {
      const { pid } = watcherRuns(eventloomDir);
      if (pid !== null) return { started: pid === child?.pid, pid };
      isOurs ||= starting.tryAcquire();
      if (isForbidden(since)) throw endedMeanwhile();
      if (isOurs && child === null) {
        // It exits by itself if it is no longer wanted.
        want(request);
        child = launchWatcher(request, since);
        if (child === null) throw endedMeanwhile();
      }
      if (child !== null && child.exitCode !== null) break;
      await delay(LOOK_MS);
    }
  } finally {
    if (isOurs && watcherRuns(eventloomDir).pid === null)
      removeWantedWatcher(request.env, eventloomDir);
    starting.close();
  }
  throw unavailable(
    'The watcher did not start.',
    'Run `hookloom capture run` in the workspace to see why.',
  );
}

/**
 * Stops the watcher, even one that is starting, waits until it is gone, and prevents a restart. False if there was
 * none.
 */
export async function stopWatcher(
  eventloomDir: string,
  env: Record<string, string | undefined>,
  waitMs = WAIT_MS,
): Promise<boolean> {
  const notes = startingIn(path.join(eventloomDir, 'runtime'), 'capture');
  notes.forbid();
  removeWantedWatcher(env, eventloomDir);
  const until = Date.now() + waitMs;
  const seen = new Set<number>();
  for (let hasSeen = false; ; hasSeen = true) {
    const isAbout = notes.isAbout();
    for (const starting of notes.pids()) seen.add(starting);
    const isStarting = isAbout || [...seen].some(isRunning);
    const { state_file, pid } = watcherRuns(eventloomDir);
    if (pid !== null && state_file !== null) await end(state_file, waitMs);
    else if (!isStarting) return hasSeen;
    else if (Date.now() > until)
      throw unavailable(
        'A watcher is starting and could not be stopped yet.',
        'Run `hookloom capture stop` again.',
      );
    else await delay(LOOK_MS);
  }
}

async function end(state: WatcherState, waitMs: number): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!isItself(state)) return;
    // It may have ended already.
    quietly(() => process.kill(state.pid, signal));
    const until = Date.now() + waitMs;
    while (isItself(state) && Date.now() < until) await delay(LOOK_MS);
  }
}

/** The error if the watcher was stopped while it was starting. */
function endedMeanwhile(): HookloomError {
  return unavailable(
    'The watcher was stopped while it was starting.',
    'Run `hookloom capture start` to start it again.',
  );
}

/** Creates `.eventloom/runtime` and the log's folder if missing, and returns it. */
export function runtimeFolder(eventloomDir: string): string {
  ensureLogDirectory(eventloomDir);
  const runtime = path.join(eventloomDir, 'runtime');
  fs.mkdirSync(runtime, { recursive: true, mode: 0o700 });
  return runtime;
}

function isItself({ pid, process_started }: WatcherState): boolean {
  if (!isRunning(pid)) return false;
  // Other systems have no start ticks, but the lock prevents a second watcher.
  if (!linux) return true;
  return attempt(() => readStat(pid).start === process_started, false);
}

function want({ eventloomDir, root, session, env, ...request }: WatcherRequest): void {
  wantWatcher(env, {
    version: 1,
    eventloom_path: eventloomDir,
    workspace: root,
    session_id: session,
    max_records_per_file: request.maxRecordsPerFile,
    interval_seconds: request.intervalSeconds ?? INTERVAL_SECONDS,
    graph: request.graph ?? false,
    wanted_at: new Date().toISOString(),
    env: userPlaces(env),
  });
}

/**
 * Starts the process without waiting. It exits at once if another one is running. Null if it is no longer wanted.
 *
 * @param since When it was first wanted, in epoch milliseconds. It obeys a later stop
 */
export function launchWatcher(
  request: Omit<WatcherRequest, 'waitMs'>,
  since = Date.now(),
): ChildProcess | null {
  const { root, eventloomDir, session, maxRecordsPerFile, graph } = request;
  const { intervalSeconds = INTERVAL_SECONDS } = request;
  const args = ['--workspace', root, '--eventloom-path', eventloomDir, '--session-id', session];
  args.push('--max-records-per-file', String(maxRecordsPerFile));
  args.push('--interval-seconds', String(intervalSeconds));
  if (graph === true) args.push('--graph');
  args.push('--wanted');
  const env = Object.entries(request.env).filter(([name]) => !OF_THE_CALLER.test(name));
  const notes = startingIn(runtimeFolder(eventloomDir), 'capture');
  return notes.while(() => {
    if (notes.isForbidden(since) || wantedWatcher(request.env, eventloomDir) === null) return null;
    const command = [...NODE_OPTIONS, request.bin, 'capture', 'run', ...args];
    const child = spawn(process.execPath, command, {
      cwd: root,
      detached: true,
      stdio: 'ignore',
      windowsHide: true,
      env: Object.fromEntries(env),
    });
    child.on('error', () => {});
    child.unref();
    if (child.pid !== undefined) notes.spawned(child.pid);
    return child;
  });
}
