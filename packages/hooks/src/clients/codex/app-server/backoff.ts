/** How long to wait before connecting again. */
import type { Clock } from '@hookloom/core/events';

export interface ReconnectPolicy {
  /** Attempts in a row without success. 0: never connect again. */
  attempts: number;
  baseMs: number;
  maxMs: number;
  /** A connection that lasted this long counts as a success and resets the count. */
  stableMs: number;
}

export const DEFAULT_RECONNECT: ReconnectPolicy = {
  attempts: 8,
  baseMs: 250,
  maxMs: 30_000,
  stableMs: 10_000,
};

/** Time and randomness are injected, so that the same input gives the same result. */
export interface Surroundings extends Clock {
  /** From 0 (included) to 1 (excluded). */
  random(): number;
  /** Resolves early when the signal is aborted. Never rejects. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const realSurroundings: Surroundings = {
  now: () => Date.now(),
  random: () => Math.random(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal.addEventListener('abort', done);
    }),
};

/**
 * Doubles with each attempt. Half of it is random, so that many clients do not reconnect at once.
 *
 * @param attempt From 0.
 * @example backoffMs(DEFAULT_RECONNECT, 2, 0.5) === 750
 */
export function backoffMs(policy: ReconnectPolicy, attempt: number, random: number): number {
  const whole = Math.min(policy.maxMs, policy.baseMs * 2 ** Math.min(attempt, 30));
  return Math.round(whole / 2 + (whole / 2) * random);
}
