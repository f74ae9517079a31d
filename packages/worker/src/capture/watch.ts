/** Runs passes that follow the session files: when a folder changes, and at every interval as a fallback. */
import fs from 'node:fs';
import { watch } from 'chokidar';
import type { PassResult } from './lane.ts';

export interface WatchRequest {
  /** Never throws. */
  pass(): Promise<PassResult>;
  intervalMs: number;
  /** How many passes to run; null for no limit. */
  iterations: number | null;
  signal: AbortSignal;
  /** Called after each pass. */
  onPass(result: PassResult): void;
  /** False if the watched folder is gone. Checked before each pass. */
  isThere(): boolean;
}

/** Changes within this time are read together. */
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
      // Reads the rest at once. Retries after a failure with growing delays.
      if (!hasFailed && result.lanes.some(({ hasMore }) => hasMore)) continue;
      const pause = Math.min(intervalMs * 2 ** Math.min(failures, 10), LONGEST_PAUSE_MS);
      await wake.after(Math.max(pause, intervalMs), failures > 0);
    }
  } finally {
    await folders.close();
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
      // After a failure, a change does not start an earlier attempt.
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

/** Watches the folders in which new records appear, without their subfolders. */
function watchFolders(onChange: () => void): {
  set(folders: readonly string[]): void;
  close(): Promise<void>;
} {
  const watched = new Set<string>();
  const watcher = watch([], {
    depth: 0,
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (file, stats) => stats?.isFile() === true && !file.endsWith('.jsonl'),
  });
  watcher.on('all', onChange);
  // The interval finds changes that the system does not report.
  watcher.on('error', () => {});
  return {
    set(folders) {
      const wanted = new Set(folders.slice(-MAX_FOLDERS).filter((folder) => fs.existsSync(folder)));
      for (const folder of watched) {
        if (wanted.has(folder)) continue;
        watched.delete(folder);
        watcher.unwatch(folder);
      }
      for (const folder of wanted) {
        if (watched.has(folder)) continue;
        watched.add(folder);
        watcher.add(folder);
      }
    },
    close: () => watcher.close(),
  };
}

const MAX_FOLDERS = 256;
