/**
 * The appends of one process to one session, in order: the holder of the lock writes for all that wait. Waiting uses
 * timers, so that the process stays responsive; the lock itself is only ever held within one synchronous step.
 */
import { quietly, isHookloomError, unavailable, type HookloomError } from '@hookloom/core';
import type { AppendOptions, AppendResult } from '@hookloom/core/events';
import { appendUnderLock } from '../../append/append-or-spool.ts';
import type { Deliveries } from '../../append/deliveries.ts';
import { deliveryIndex } from '../../append/delivery-index.ts';
import { failureReason } from '../../append/failure.ts';
import { closeLog, ensureLogDirectory, openLog, type OpenLog } from '../../append/open-log.ts';
import type { SessionLog } from '../../lock/session-log.ts';
import type { PreparedEvent } from '../../envelope/seal.ts';
import { monotonicMs } from '../../lock/file-lock.ts';
import type { GroupSync } from './group-sync.ts';

export interface AppendQueue {
  append(events: PreparedEvent[], options: AppendOptions): Promise<AppendResult[]>;
  /** Waits for the queue, then releases the lock file. */
  close(): Promise<void>;
  /** The process ends now: releases the lock file without waiting. */
  abandon(): void;
}

interface Waiter {
  events: PreparedEvent[];
  options: AppendOptions;
  untilMs: number;
  resolve(results: AppendResult[]): void;
  reject(error: unknown): void;
}

/** Short enough to block the event loop for; most locks are released sooner. */
const SPIN_MS = 0.2;
const LONGEST_PAUSE_MS = 5;
/** For one lock hold, so that others get their turn. */
const HOLD_MS = 20;
const DRAIN_MS = 50;

export function createAppendQueue(
  log: SessionLog,
  sync: GroupSync,
  lockWaitMs: number,
): AppendQueue {
  let waiting: Waiter[] = [];
  let running: Promise<void> | null = null;
  const index = deliveryIndex();

  async function run(): Promise<void> {
    // Requests of the same tick are written under the same lock.
    await Promise.resolve();
    for (let pause = 1; waiting.length > 0;) {
      refuseLate();
      try {
        ensureLogDirectory(log.dir);
        if (log.lock.acquire(SPIN_MS)) {
          pause = 1;
          writeWaiting();
          continue;
        }
      } catch (error) {
        for (const waiter of waiting.splice(0)) waiter.reject(asUnavailable(error));
      }
      await new Promise((resume) => setTimeout(resume, pause * (0.5 + Math.random())));
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
    running = null;
  }

  function refuseLate(): void {
    const now = monotonicMs();
    waiting = waiting.filter(({ untilMs, options: { signal }, reject }) => {
      if (signal?.aborted === true)
        reject(
          unavailable('The append was cancelled.', 'Try again.', {
            cause: signal.reason,
          }),
        );
      else if (now > untilMs) reject(locked(log.session, lockWaitMs));
      else return true;
      return false;
    });
  }

  /** With the lock, in one synchronous step. */
  function writeWaiting(): void {
    const startedMs = monotonicMs();
    const written: { waiter: Waiter; results: AppendResult[] }[] = [];
    let open: OpenLog | undefined;
    try {
      const opened = openLog(log);
      let deliveries: Deliveries | undefined;
      open = {
        ...opened,
        deliveries: () => (deliveries ??= index.over(opened)),
        flushNotes: () => deliveries?.flush(),
      };
      while (waiting.length > 0 && monotonicMs() - startedMs < HOLD_MS) {
        const waiter = waiting.shift()!;
        const { events, options } = waiter;
        try {
          const drainUntilMs = startedMs + DRAIN_MS;
          written.push({
            waiter,
            results: appendUnderLock(open, {
              events,
              expectHead: options.expectHead,
              drainUntilMs,
            }),
          });
        } catch (error) {
          waiter.reject(asUnavailable(error));
          // Only a conflict is detected before any change: otherwise the log is opened again.
          if (!isHookloomError(error) || error.code !== 'conflict') break;
        }
      }
    } catch (error) {
      for (const waiter of waiting.splice(0)) waiter.reject(asUnavailable(error));
    } finally {
      giveBack(log);
    }
    if (open !== undefined) acknowledge(open, written);
  }

  function acknowledge(open: OpenLog, written: { waiter: Waiter; results: AppendResult[] }[]) {
    const isSynced = ({ waiter }: { waiter: Waiter }) => waiter.options.durability !== 'os';
    for (const { waiter, results } of written) if (!isSynced({ waiter })) waiter.resolve(results);
    const synced = written.filter(isSynced);
    if (synced.length === 0) return closeLog(open);
    sync.sync(open).then(
      () => synced.forEach(({ waiter, results }) => waiter.resolve(results)),
      (error: unknown) => synced.forEach(({ waiter }) => waiter.reject(unsynced(error))),
    );
  }

  return {
    append(events, options) {
      return new Promise((resolve, reject) => {
        waiting.push({ events, options, untilMs: monotonicMs() + lockWaitMs, resolve, reject });
        running ??= run();
      });
    },
    async close() {
      await running;
      log.lock.close();
    },
    abandon() {
      // The next owner of the lock sweeps it.
      quietly(() => log.lock.close());
    },
  };
}

/** A lock that cannot be released now still names us, and is ours again at the next try. */
function giveBack(log: SessionLog): void {
  // The events are written: a lock that could not be released must not turn them into failures.
  quietly(() => log.lock.release());
}

function locked(session: string, waitMs: number): HookloomError {
  return unavailable(
    `The log of session ${session} stayed locked for ${waitMs} ms.`,
    'Try again. The lock file next to the log names the process that holds it.',
  );
}

function unsynced(cause: unknown): HookloomError {
  return unavailable(
    'The events were written but could not be synced, so they may not survive a crash.',
    'Look up the events by their ids before you try again, and check the disk.',
    { cause },
  );
}

function asUnavailable(error: unknown): HookloomError {
  if (isHookloomError(error)) return error;
  return unavailable(
    `The log could not be written (${failureReason(error)}); the append is not acknowledged.`,
    `Free some disk space or make ${(error as NodeJS.ErrnoException).path ?? 'the directory'} writable, then try again.`,
    { cause: error },
  );
}
