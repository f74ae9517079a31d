import fs from 'node:fs';
import path from 'node:path';

/** A lock this old belongs to a process that has died. */
const STALE_MS = 10_000;
const PAUSE_MS = 10;

/** Runs `work` under the lock. Returns null if the lock was not free in time. */
export function withReviewLock<T>(stateDir: string, waitMs: number, work: () => T): T | null {
  const lock = `${stateDir}/reviews/lock`;
  fs.mkdirSync(path.dirname(lock), { recursive: true, mode: 0o700 });
  for (let waited = 0; ; waited += PAUSE_MS) {
    try {
      fs.closeSync(fs.openSync(lock, 'wx', 0o600));
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      const age = Date.now() - (fs.statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? 0);
      if (age > STALE_MS) fs.rmSync(lock, { force: true });
      else if (waited >= waitMs) return null;
      else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
  try {
    return work();
  } finally {
    fs.rmSync(lock, { force: true });
  }
}
