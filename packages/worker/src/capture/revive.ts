/**
 * A watcher that died while it is wanted is started again by whatever of ours comes by: the worker now and then, an MCP
 * server and a session as they start. There is no process whose only work it is.
 */
import fs from 'node:fs';
import path from 'node:path';
import { privateStateDir } from '@hookloom/hooks/state/state-dir';
import { createFileLock } from '@hookloom/log/lock/file-lock';
import {
  attemptsAt,
  noteAttempt,
  unwantWatcher,
  wantedWatcher,
  wantedWatchers,
  type Attempts,
} from './wanted.ts';
import { launchWatcher, watcherRuns } from './watcher.ts';
import type { WatcherState } from './watcher-state.ts';

/** `waiting`: it failed lately, and is tried again later. `given-up`: it failed too often. */
export type Revival = 'unwanted' | 'running' | 'waiting' | 'given-up' | 'started';

export interface ReviveRequest {
  eventloomDir: string;
  env: Record<string, string | undefined>;
  /** The command's own file. */
  bin: string;
  now(): number;
}

/** Who lived this long was well: what ends it later is no failed start. */
const STEADY_MS = 60_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 30 * 60_000;
/** About three hours of attempts. */
export const MOST_ATTEMPTS = 10;

/** Waits for nothing; a watcher that does not come up is seen by whoever comes next. */
export function reviveWatcher({ eventloomDir, env, bin, now }: ReviveRequest): Revival {
  const wanted = wantedWatcher(env, eventloomDir);
  if (wanted === null) return 'unwanted';
  const { state, state_file: left } = watcherRuns(eventloomDir);
  if (state === 'running') return 'running';
  if (left === null && Math.abs(now() - Date.parse(wanted.wanted_at)) < STEADY_MS) return 'waiting';
  // Who took away the folder, or the state in it, wants no watcher that makes it again.
  if (left === null || !fs.existsSync(wanted.workspace)) {
    unwantWatcher(env, eventloomDir);
    return 'unwanted';
  }
  const before = attemptsAt(env, eventloomDir);
  const attempts = wasSteady(left, before) ? 0 : before.attempts;
  if (attempts >= MOST_ATTEMPTS) return 'given-up';
  if (isEarly({ ...before, attempts }, now())) return 'waiting';
  const lock = createFileLock(path.join(privateStateDir(env), 'watchers'), 'revive');
  if (!lock.tryAcquire()) return 'waiting';
  try {
    // Somebody else may have been here between the look and the lock.
    if (attemptsAt(env, eventloomDir).attempted_at !== before.attempted_at) return 'waiting';
    noteAttempt(env, eventloomDir, {
      attempts: attempts + 1,
      attempted_at: new Date(now()).toISOString(),
      reason: reasonOf(left, before),
    });
    launchWatcher({
      eventloomDir: wanted.eventloom_path,
      root: wanted.workspace,
      session: wanted.session_id,
      maxRecordsPerFile: wanted.max_records_per_file,
      intervalSeconds: wanted.interval_seconds,
      graph: wanted.graph,
      env: { ...env, ...wanted.env },
      bin,
    });
    return 'started';
  } finally {
    lock.close();
  }
}

/** Why it is gone, as far as it could be left behind. Nothing of what it read is in it. */
export function reasonOf(left: WatcherState, { attempted_at }: Attempts): string {
  if (attempted_at !== null && Date.parse(left.started_at) < Date.parse(attempted_at))
    return 'It did not come up when it was started again.';
  if (left.ended == null) return 'It was killed, or its machine went down.';
  return `It ended: ${left.ended.reason}`;
}

/** Epoch milliseconds from which on it may be started. */
export function dueAt({ attempts, attempted_at }: Attempts): number {
  if (attempted_at === null || attempts === 0) return 0;
  return (
    Date.parse(attempted_at) + Math.min(FIRST_PAUSE_MS * 3 ** (attempts - 1), LONGEST_PAUSE_MS)
  );
}

/** Where the clock was set back, an attempt that has not been yet is no reason to wait. */
function isEarly(tried: Attempts, now: number): boolean {
  return now < dueAt(tried) && now >= Date.parse(tried.attempted_at ?? '') - STEADY_MS;
}

function wasSteady(
  { started_at, last_pass_at }: WatcherState,
  { attempted_at }: Attempts,
): boolean {
  const isOfThisStart = attempted_at === null || Date.parse(started_at) >= Date.parse(attempted_at);
  const livedMs = Date.parse(last_pass_at ?? started_at) - Date.parse(started_at);
  return isOfThisStart && livedMs >= STEADY_MS;
}

/** What a report says of it beside whether it runs. */
export interface Supervision {
  /** It is started again when it dies. */
  wanted: boolean;
  /** Starts in a row that did not last. */
  attempts: number;
  /** Why it was, or has to be, started again; null where it runs and never had to be. */
  reason: string | null;
  /** RFC 3339: nobody starts it before. Null: whoever comes by next does, or nobody. */
  next_attempt_at: string | null;
  /** It failed too often: only `capture start` starts it now. */
  given_up: boolean;
}

export function supervisionOf(eventloomDir: string, env: ReviveRequest['env']): Supervision {
  const isWanted = wantedWatcher(env, eventloomDir) !== null;
  const { pid, state_file: left } = watcherRuns(eventloomDir);
  const tried = attemptsAt(env, eventloomDir);
  const isDead = isWanted && pid === null && left !== null;
  const attempts = isDead && wasSteady(left, tried) ? 0 : tried.attempts;
  const isGivenUp = isDead && attempts >= MOST_ATTEMPTS;
  const due = isDead && !isGivenUp ? dueAt({ ...tried, attempts }) : 0;
  return {
    wanted: isWanted,
    attempts,
    reason: isDead ? reasonOf(left, tried) : tried.reason,
    next_attempt_at: due > 0 ? new Date(due).toISOString() : null,
    given_up: isGivenUp,
  };
}

export interface KeepRequest extends Omit<ReviveRequest, 'eventloomDir'> {
  /** Default: 5 s. */
  everyMs?: number;
}

const EVERY_MS = 5_000;
const FIRST_LOOK_MS = 1_000;

/** Looks after all watchers of this user until it is closed. Keeps no process alive. */
export function keepWatchers({ everyMs = EVERY_MS, ...request }: KeepRequest): { close(): void } {
  const look = (): void => {
    for (const { eventloom_path: eventloomDir } of wantedWatchers(request.env))
      quietly(() => reviveWatcher({ ...request, eventloomDir }));
  };
  // Behind the first answers of a worker that has just come up.
  const first = setTimeout(look, FIRST_LOOK_MS).unref();
  const timer = setInterval(look, everyMs).unref();
  return {
    close() {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}

/** As an MCP server or a session starts: the one of this workspace, and nobody is kept waiting or hears of it. */
export function reviveQuietly(request: ReviveRequest): void {
  quietly(() => reviveWatcher(request));
}

function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Whoever comes next tries again; the status shows what is wrong.
  }
}
