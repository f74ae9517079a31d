/** Passes that follow the session files: at once when a folder tells of a change, and every interval as a net. */
import fs from 'node:fs';
import type { PassResult } from './pass.ts';

export interface WatchRequest {
  /** Never throws. */
  pass(): Promise<PassResult>;
  intervalMs: number;
  /** Ends after so many passes. Null: never. */
  iterations: number | null;
  signal: AbortSignal;
  /** Called after each pass. */
  onPass(result: PassResult): void;
  /** False: what is watched has gone. Asked before each pass. */
  isThere(): boolean;
}

/** Changes that come together are read together. */
const SETTLE_MS = 40;
const LONGEST_PAUSE_MS = 60_000;

/** Why it ended. */
export type WatchEnd = 'stopped' | 'iterations' | 'gone';

export async function watchSessions(request: WatchRequest): Promise<WatchEnd> {
  const { signal, intervalMs, iterations } = request;
  const wake = wakeUp(signal);
  const folders = watchFolders(wake.now);
  let failures = 0;
  try {
    for (let done = 0; ;) {
      if (signal.aborted) return 'stopped';
      if (!request.isThere()) return 'gone';
      const result = await request.pass();
      folders.set(result.folders);
      request.onPass(result);
      done++;
      if (iterations !== null && done >= iterations) return 'iterations';
      const hasFailed = result.lanes.some(({ error }) => error !== null);
      failures = hasFailed ? failures + 1 : 0;
      // What is left is read at once; what fails is tried again later and later.
      if (!hasFailed && result.lanes.some(({ hasMore }) => hasMore)) continue;
      const pause = Math.min(intervalMs * 2 ** Math.min(failures, 10), LONGEST_PAUSE_MS);
      await wake.after(Math.max(pause, intervalMs), failures > 0);
    }
  } finally {
    folders.close();
  }
}

/** A pause that a change ends early. */
function wakeUp(signal: AbortSignal): {
  now(): void;
  after(ms: number, isHeld: boolean): Promise<void>;
} {
  let end: (() => void) | null = null;
  let isDue = false;
  const now = (): void => {
    isDue = true;
    end?.();
  };
  signal.addEventListener('abort', now);
  return {
    now,
    async after(ms, isHeld) {
      // After a failure a change is no reason to try sooner.
      if (!isDue || isHeld)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          end = () => {
            if (isHeld && !signal.aborted) return;
            clearTimeout(timer);
            resolve();
          };
          if (signal.aborted) end();
        });
      end = null;
      if (isDue && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      isDue = false;
    },
  };
}

/** A watch on each folder, not on each file: the system tells of both, and a folder of sessions has thousands. */
function watchFolders(onChange: () => void): {
  set(folders: readonly string[]): void;
  close(): void;
} {
  const watched = new Map<string, fs.FSWatcher>();
  function drop(folder: string): void {
    watched.get(folder)?.close();
    watched.delete(folder);
  }
  return {
    set(folders) {
      const wanted = new Set(folders.slice(-MAX_FOLDERS));
      for (const folder of watched.keys()) if (!wanted.has(folder)) drop(folder);
      for (const folder of wanted) {
        if (watched.has(folder)) continue;
        try {
          const watcher = fs.watch(folder, { persistent: false }, onChange);
          // It has gone, or the system watches no more: the interval finds what there is.
          watcher.on('error', () => drop(folder));
          watched.set(folder, watcher);
        } catch {
          // Not there yet.
        }
      }
    },
    close() {
      for (const folder of watched.keys()) drop(folder);
    },
  };
}

const MAX_FOLDERS = 256;
