/**
 * Announces processes that are starting, and forbids starts that are no longer wanted. A starter announces the start
 * before it checks whether it is forbidden; an ender forbids starts before it looks for announcements. So one of them
 * always sees the other.
 */
import fs from 'node:fs';
import path from 'node:path';
import { attempt, isRunning, namesIn } from '@hookloom/core';
import { writePrivateFile } from '../private-file.ts';

/** A start takes less than a second. In an older announcement, the pid may belong to a later process. */
const NOTE_MS = 20_000;

export interface Starting {
  /** Announces that this process is about to start one, and withdraws that afterwards. */
  while<T>(starts: () => T): T;
  spawned(pid: number): void;
  /** Withdraws the announcement: the process is running, or never will be. */
  done(): void;
  pids(): number[];
  /** Whether an announced start has no pid yet. */
  isAbout(): boolean;
  /** Forbids everything that began to start before now. */
  forbid(): void;
  /** Whether starts since this time, in epoch milliseconds, are forbidden. */
  isForbidden(since: number): boolean;
}

/**
 * @param folder A private folder of ours. Reading creates nothing in it
 * @param name The kind of process: `worker`, `capture`
 */
export function startingIn(folder: string, name: string): Starting {
  const prefix = `${name}-starting.`;
  const byPrefix = `${name}-starting-by.`;
  const word = path.join(folder, `${name}-ended`);
  const say = (note: string): void =>
    fs.writeFileSync(path.join(folder, note), '', { mode: 0o600 });
  const unsay = (note: string): void => fs.rmSync(path.join(folder, note), { force: true });
  const noted = (start: string): number[] =>
    namesIn(folder)
      .filter((file) => file.startsWith(start))
      .map((file) => Number(file.slice(start.length)))
      .filter((pid) => isStarting(path.join(folder, start + pid), pid));
  return {
    while(starts) {
      say(byPrefix + process.pid);
      try {
        return starts();
      } finally {
        unsay(byPrefix + process.pid);
      }
    },
    spawned: (pid) => say(prefix + pid),
    done: () => unsay(prefix + process.pid),
    pids: () => noted(prefix),
    isAbout: () => noted(byPrefix).length > 0,
    forbid() {
      if (fs.existsSync(folder)) writePrivateFile(word, String(Date.now()));
    },
    isForbidden(since) {
      const saidMs = readNumber(word);
      // After the clock was set back, this must not forbid starts for hours.
      return saidMs !== null && since <= saidMs && saidMs <= Date.now();
    },
  };
}

function isStarting(note: string, pid: number): boolean {
  const since = fs.statSync(note, { throwIfNoEntry: false })?.mtimeMs;
  if (since === undefined) return false;
  if (Math.abs(Date.now() - since) < NOTE_MS && isRunning(pid)) return true;
  fs.rmSync(note, { force: true });
  return false;
}

function readNumber(file: string): number | null {
  return attempt(() => {
    const text = fs.readFileSync(file, 'utf8');
    return /^\d{1,16}$/.test(text) ? Number(text) : null;
  });
}
