/** Starts the worker on demand: finds that of this installation, or starts it as a separate process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { VERSION, unavailable, type HookloomError } from '@hookloom/core';
import { privateStateDir } from '@hookloom/hooks';
import { createFileLock } from '@hookloom/log/append';
import { askWorker } from './ask-worker.ts';
import { findWorker, type FoundWorker } from './find-worker.ts';
import { startingIn } from './starting.ts';

export interface EnsureOptions {
  env: Record<string, string | undefined>;
  /** The path of the command. */
  bin: string;
  /** Options of `up`, if a worker must be started. */
  args?: readonly string[];
  /** Default: 10 s. */
  waitMs?: number;
  /** When the worker was first wanted, in epoch milliseconds. Default: now. It obeys a later end. */
  since?: number;
  /** The version of the caller, for tests. */
  version?: string;
}

const LOOK_MS = 15;
/** Variables about the caller's log, or about one client. */
const OF_THE_CALLER =
  /^(EVENTLOOM_PATH|EVENTLOOM_THREAD|ZAXY_DOMAIN|CLAUDE_PROJECT_DIR|CLAUDE_ENV_FILE|NODE_OPTIONS|NODE_CHANNEL_FD)$/;

/**
 * Returns a worker that is ready. Drains and replaces an older one.
 *
 * @throws HookloomError `unavailable` if none is ready in time
 */
export async function ensureWorker(options: EnsureOptions): Promise<FoundWorker> {
  const { env, waitMs = 10_000, version = VERSION, since = Date.now() } = options;
  const until = Date.now() + waitMs;
  let sentAway: number | null = null;
  /**
   * Null if there is none yet, or an older one, which is asked to end. Any successor is accepted, so nothing is
   * replaced twice.
   */
  const look = async (): Promise<FoundWorker | null> => {
    const found = await findWorker(env);
    if (found === null || found.pid === sentAway) return null;
    if (sentAway !== null || !isOlder(found.version, version)) return found;
    sentAway = found.pid;
    await askWorker(found, 'POST', '/api/admin/shutdown?reason=upgrade');
    return null;
  };
  const there = await look();
  if (there !== null) return there;
  const stateDir = privateStateDir(env);
  const { isForbidden } = startingIn(stateDir, 'worker');
  // If several callers need it at once, one starts it and the others wait.
  const starting = createFileLock(stateDir, 'worker-start');
  let isOurs = false;
  let started: ChildProcess | null = null;
  try {
    while (Date.now() < until) {
      const found = await look();
      if (found !== null) return found;
      // The process found the older worker and exited.
      if (started?.exitCode === 0) started = null;
      isOurs ||= starting.tryAcquire();
      if (isForbidden(since)) throw endedMeanwhile();
      if (isOurs) started ??= start({ ...options, since }, stateDir);
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  } finally {
    starting.close();
  }
  throw unavailable(
    'The worker was not ready in time.',
    'Check `hookloom logs`, or run `hookloom up` to see why.',
  );
}

/** Enough for the young objects of one request. The default is several times as much. */
const NODE_ARGS = ['--max-semi-space-size=4'];

/** The error if the worker was ended while it was starting. */
export function endedMeanwhile(): HookloomError {
  return unavailable(
    'The worker was stopped while it was starting.',
    'Run `hookloom up --detach` to start it again.',
  );
}

/** Does not wait. If several start at once, one takes the lock and the others exit. */
export function start(
  {
    env,
    bin,
    args = [],
    since = Date.now(),
  }: Pick<EnsureOptions, 'env' | 'bin' | 'args' | 'since'>,
  cwd: string,
): ChildProcess | null {
  const starting = startingIn(cwd, 'worker');
  return starting.while(() => {
    if (starting.isForbidden(since)) return null;
    const child = spawn(process.execPath, [...NODE_ARGS, bin, 'up', '--background', ...args], {
      cwd,
      detached: true,
      stdio: 'ignore',
      windowsHide: true,
      env: Object.fromEntries(Object.entries(env).filter(([name]) => !OF_THE_CALLER.test(name))),
    });
    child.on('error', () => {});
    child.unref();
    if (child.pid !== undefined) starting.spawned(child.pid);
    return child;
  });
}

/** A worker that runs from source is never older, and never replaced. */
export function isOlder(one: string, other: string): boolean {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  if (a === null || b === null) return false;
  const at = a.findIndex((number, index) => number !== b[index]);
  return at !== -1 && a[at]! < b[at]!;
}

function numbersOf(version: string): number[] | null {
  const match = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/.exec(version);
  return match === null ? null : match.slice(1).map(Number);
}
