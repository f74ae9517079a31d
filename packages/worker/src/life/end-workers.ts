/** Ends the worker of this installation, even one that is starting. When this returns, none is running. */
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { attempt, isRunning, unavailable } from '@hookloom/core';
import { stateDirPath } from '@hookloom/core/settings';
import { linux, readStat, type Holder } from '@hookloom/log/append';
import { askWorker } from './ask-worker.ts';
import { findWorker, type FoundWorker } from './find-worker.ts';
import { startingIn } from './starting.ts';

/** A worker first completes its running requests. */
const LEAVE_MS = 15_000;
const LOOK_MS = 20;
const PROOF_MS = 1000;

/**
 * False if none was running or starting.
 *
 * @throws HookloomError `unavailable` if one has not ended in time
 */
export async function endWorkers(
  env: Record<string, string | undefined>,
  waitMs = LEAVE_MS,
): Promise<boolean> {
  const stateDir = stateDirPath(env);
  if (!fs.existsSync(stateDir)) return false;
  const starting = startingIn(stateDir, 'worker');
  starting.forbid();
  const until = Date.now() + waitMs;
  /** Wait for the process itself, whether it holds the lock or is starting. */
  const seen = new Set<number>();
  for (let hasSeen = false; ; hasSeen = true) {
    // Check in this order: about to start, starting, holding the lock, port published.
    const isAbout = starting.isAbout();
    const holder = holderOf(stateDir);
    for (const pid of starting.pids()) seen.add(pid);
    if (holder !== null) seen.add(holder);
    const isBusy = isAbout || holder !== null || [...seen].some(isRunning);
    const worker = await findWorker(env, PROOF_MS);
    if (worker !== null) await endWorker(worker, 'shutdown', waitMs);
    else if (!isBusy) return hasSeen;
    else if (Date.now() > until)
      throw unavailable(
        'A worker is starting and could not be stopped yet.',
        'Check `hookloom logs`, then run `hookloom down` again.',
      );
    else await delay(LOOK_MS);
  }
}

/** Asks it to drain and end, and waits until it has. */
export async function endWorker(
  worker: FoundWorker,
  reason: 'shutdown' | 'restart',
  waitMs = LEAVE_MS,
): Promise<void> {
  // A worker that another caller is ending closes its port before it is gone.
  const unanswered = await askWorker(worker, 'POST', `/api/admin/shutdown?reason=${reason}`).then(
    () => null,
    (error: unknown) => error,
  );
  const until = Date.now() + waitMs;
  while (isRunning(worker.pid)) {
    if (Date.now() > until && unanswered !== null) throw unanswered;
    if (Date.now() > until)
      throw unavailable(
        `The worker (process ${worker.pid}) has not ended yet.`,
        'It is finishing its current work. Check `hookloom status` later.',
      );
    await delay(LOOK_MS);
  }
}

/**
 * A worker holds its lock from before it publishes its port until it is gone. Null if no living process holds it. Only
 * reads the lock, because two callers that end workers at once would wait for each other.
 */
function holderOf(stateDir: string): number | null {
  return attempt(() => {
    const text = fs.readFileSync(path.join(stateDir, 'worker.lock'), 'utf8');
    const { pid, start } = JSON.parse(text) as Holder;
    // A later process may have the same pid.
    return isRunning(pid) && (!linux || readStat(pid).start === start) ? pid : null;
  });
}
