/** The lifecycle of the only worker of an installation: it holds a lock, publishes its address, and exits when idle. */
import { createFileLock, type FileLock } from '@hookloom/log/append';
import { VERSION, unavailable } from '@hookloom/core';
import { privateStateDir } from '@hookloom/hooks';
import type { StopReason } from '../http/worker-state.ts';
import { loadToken } from './token.ts';
import type { RunningWorker, UpOptions } from '../up.ts';
import { endedMeanwhile } from './ensure-worker.ts';
import { findWorker, type FoundWorker } from './find-worker.ts';
import { digestOf, publishPort, readPortFile, withdrawPort } from './port-file.ts';
import { startingIn } from './starting.ts';

export interface LifeOptions extends Omit<UpOptions, 'stop'> {
  /** Opens the ports. Called while holding the lock. */
  startWorker(options: UpOptions): Promise<RunningWorker>;
  /** Idle timeout; null for none. */
  idleMs: number | null;
  /** When its process was started, in epoch milliseconds. Default: now. It obeys a later end. */
  since?: number;
}

/** `orphaned`: its address file is gone, so no one can find it. */
export type LifeEnd = StopReason | 'idle' | 'orphaned' | 'signal';

export interface LivingWorker extends RunningWorker {
  /** Drains and ends it. A second call waits for the first. */
  stop(reason: LifeEnd): Promise<void>;
  /** Resolves when it has ended and another may start. */
  ended: Promise<LifeEnd>;
}

/** How long a second worker waits for the first one to be ready or gone. */
const OTHER_MS = 12_000;
const LOOK_MS = 25;

/**
 * Starts the worker, unless this installation has one.
 *
 * @throws HookloomError `unavailable` if another one holds the lock and cannot be reached
 */
export async function runWorker(options: LifeOptions): Promise<LivingWorker | FoundWorker> {
  const { startWorker, env, now, since = Date.now() } = options;
  const stateDir = privateStateDir(env);
  const starting = startingIn(stateDir, 'worker');
  const lock = createFileLock(stateDir, 'worker', { sweepFirst: true });
  const other = await takePlace(lock, env);
  if (other !== null) {
    starting.done();
    lock.close();
    return other;
  }
  let end: (reason: LifeEnd) => Promise<void> = async () => {};
  let worker: RunningWorker;
  try {
    if (starting.isForbidden(since)) throw endedMeanwhile();
    worker = await startWorker({ ...options, stop: (reason) => void end(reason) });
    publishPort(stateDir, {
      port: worker.port,
      pid: process.pid,
      startedAt: now(),
      version: VERSION,
      secretDigest: digestOf(loadToken(stateDir)),
    });
  } catch (error) {
    lock.close();
    throw error;
  } finally {
    starting.done();
  }
  worker.log(`up on port ${worker.port}, version ${VERSION}, pid ${process.pid}`);
  let ending: Promise<void> | undefined;
  let tellEnd: (reason: LifeEnd) => void = () => {};
  const ended = new Promise<LifeEnd>((resolve) => (tellEnd = resolve));
  const timer = watchIdle(worker, options, stateDir, (reason) => void end(reason));
  end = (reason) =>
    (ending ??= (async () => {
      clearInterval(timer);
      worker.log(`going down: ${reason}`);
      // Keeps new callers away while the last requests end.
      withdrawPort(stateDir, process.pid);
      await worker.close();
      lock.close();
      tellEnd(reason);
    })());
  return { ...worker, stop: end, ended };
}

/** Null if we have the lock. */
async function takePlace(lock: FileLock, env: Record<string, string | undefined>) {
  const until = Date.now() + OTHER_MS;
  while (!lock.tryAcquire()) {
    const other = await findWorker(env);
    if (other !== null) return other;
    if (Date.now() > until)
      throw unavailable(
        'Another worker of this installation holds the lock and does not answer.',
        'Run `hookloom down`, or end its process.',
      );
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return null;
}

function watchIdle(
  worker: RunningWorker,
  { idleMs, now }: LifeOptions,
  stateDir: string,
  end: (reason: LifeEnd) => void,
): NodeJS.Timeout | undefined {
  if (idleMs === null) return undefined;
  return setInterval(
    () => {
      const since = worker.idleSince();
      if (readPortFile(stateDir)?.pid !== process.pid) end('orphaned');
      else if (since !== null && now() - since >= idleMs) end('idle');
    },
    Math.min(idleMs, 15_000),
  ).unref();
}
