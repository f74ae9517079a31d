/**
 * Restarts a watcher that died while it is wanted. The worker checks from time to time, and an MCP server and a session
 * check when they start. No separate process does this.
 */
import fs from 'node:fs';
import path from 'node:path';
import { privateStateDir } from '@hookloom/hooks';
import { createFileLock } from '@hookloom/log/append';
import { quietly } from '@hookloom/core';
import {
  attemptsAt,
  noteAttempt,
  removeWantedWatcher,
  wantedWatcher,
  wantedWatchers,
  type Attempts,
} from './wanted.ts';
import { launchWatcher, watcherRuns } from './watcher.ts';
import type { WatcherState } from './watcher-state.ts';

/** `waiting`: a start failed recently and is retried later. `given-up`: it failed too often. */
export type Revival = 'unwanted' | 'running' | 'waiting' | 'given-up' | 'started';

export interface ReviveRequest {
  eventloomDir: string;
  env: Record<string, string | undefined>;
  /** The path of the command. */
  bin: string;
  now(): number;
}

/** A watcher that ran this long was healthy, so its exit does not count as a failed start. */
const STEADY_MS = 60_000;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 30 * 60_000;
/** About three hours of attempts. */
export const MOST_ATTEMPTS = 10;

/** Does not wait. The next call notices a watcher that failed to start. */
export function reviveWatcher({ eventloomDir, env, bin, now }: ReviveRequest): Revival {
  const wanted = wantedWatcher(env, eventloomDir);
  if (wanted === null) return 'unwanted';
  const { state, state_file: left } = watcherRuns(eventloomDir);
  if (state === 'running') return 'running';
  if (left === null && Math.abs(now() - Date.parse(wanted.wanted_at)) < STEADY_MS) return 'waiting';
  // Never restarts a watcher whose folder or state was deleted, because that would recreate them.
  if (left === null || !fs.existsSync(wanted.workspace)) {
    removeWantedWatcher(env, eventloomDir);
    return 'unwanted';
  }
  const before = attemptsAt(env, eventloomDir);
  const attempts = wasSteady(left, before) ? 0 : before.attempts;
  if (attempts >= MOST_ATTEMPTS) return 'given-up';
  if (isEarly({ ...before, attempts }, now())) return 'waiting';
  const lock = createFileLock(path.join(privateStateDir(env), 'watchers'), 'revive');
  if (!lock.tryAcquire()) return 'waiting';
  try {
    // Another process may have acted between the check and the lock.
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

/** Why it ended, if it could record that. Contains nothing of what it read. */
export function reasonOf(left: WatcherState, { attempted_at }: Attempts): string {
  if (attempted_at !== null && Date.parse(left.started_at) < Date.parse(attempted_at))
    return 'It did not come up when it was started again.';
  if (left.ended == null) return 'It was killed, or its machine went down.';
  return `It ended: ${left.ended.reason}`;
}

/** When the next start is allowed, in epoch milliseconds. */
export function dueAt({ attempts, attempted_at }: Attempts): number {
  if (attempted_at === null || attempts === 0) return 0;
  return (
    Date.parse(attempted_at) + Math.min(FIRST_PAUSE_MS * 3 ** (attempts - 1), LONGEST_PAUSE_MS)
  );
}

/** An attempt in the future means that the clock was set back, so do not wait. */
function isEarly(tried: Attempts, now: number): boolean {
  return now < dueAt(tried) && now >= Date.parse(tried.attempted_at ?? '') - STEADY_MS;
}

function wasSteady({ started_at, last_pass_at }: WatcherState, { attempted_at }: Attempts) {
  const isOfThisStart = attempted_at === null || Date.parse(started_at) >= Date.parse(attempted_at);
  const livedMs = Date.parse(last_pass_at ?? started_at) - Date.parse(started_at);
  return isOfThisStart && livedMs >= STEADY_MS;
}

/** What a report says in addition to whether it runs. */
export type Supervision = ReturnType<typeof supervisionOf>;

export function supervisionOf(eventloomDir: string, env: ReviveRequest['env']) {
  const isWanted = wantedWatcher(env, eventloomDir) !== null;
  const { pid, state_file: left } = watcherRuns(eventloomDir);
  const tried = attemptsAt(env, eventloomDir);
  const isDead = isWanted && pid === null && left !== null;
  /** Consecutive starts that did not last. */
  const attempts = isDead && wasSteady(left, tried) ? 0 : tried.attempts;
  const isGivenUp = isDead && attempts >= MOST_ATTEMPTS;
  const due = isDead && !isGivenUp ? dueAt({ ...tried, attempts }) : 0;
  return {
    /** Whether it is restarted when it dies. */
    wanted: isWanted,
    attempts,
    /** Why it was or must be restarted; null if it never had to be. */
    reason: isDead ? reasonOf(left, tried) : tried.reason,
    /** RFC 3339. Null if the next check restarts it, or if it is not wanted. */
    next_attempt_at: due > 0 ? new Date(due).toISOString() : null,
    /** It failed too often, so only `capture start` starts it. */
    given_up: isGivenUp,
  };
}

export interface KeepRequest extends Omit<ReviveRequest, 'eventloomDir'> {
  /** Default: 5 s. */
  everyMs?: number;
}

const EVERY_MS = 5_000;
const FIRST_LOOK_MS = 1_000;

/** Supervises all watchers of this user until it is closed. Does not keep the process alive. */
export function keepWatchers({ everyMs = EVERY_MS, ...request }: KeepRequest): { close(): void } {
  const look = (): void => {
    for (const { eventloom_path: eventloomDir } of wantedWatchers(request.env))
      quietly(() => reviveWatcher({ ...request, eventloomDir }));
  };
  // Runs after the first answers of a new worker.
  const first = setTimeout(look, FIRST_LOOK_MS).unref();
  const timer = setInterval(look, everyMs).unref();
  return {
    close() {
      clearTimeout(first);
      clearInterval(timer);
    },
  };
}

/**
 * Checks the watcher of this workspace when an MCP server or a session starts. Neither delays the caller nor prints.
 */
export function reviveQuietly(request: ReviveRequest): void {
  // The next check tries again. The status shows the error.
  quietly(() => reviveWatcher(request));
}
