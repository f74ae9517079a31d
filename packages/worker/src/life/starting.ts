/**
 * Processes of ours that are just starting, and the word that they are not wanted any more. Who starts one says so before
 * it looks for that word; who ends them says the word before it looks who is starting: one of the two sees the other.
 */
import fs from 'node:fs';
import path from 'node:path';
import { isRunning } from '@hookloom/hooks/process/process-state';
import { writePrivateFile } from '../private-file.ts';

/** A start takes less than a second; a note that is older says nothing of the process that has this number now. */
const NOTE_MS = 20_000;

export interface Starting {
  /** Says that this process is about to start one, and takes it back when that is done. */
  while<T>(starts: () => T): T;
  /** Says which process it is. */
  spawned(pid: number): void;
  /** Takes back what was said of this process: it runs, or it will not. */
  done(): void;
  /** The processes that are starting. */
  pids(): number[];
  /** True while somebody is about to start one that has no number yet. */
  isAbout(): boolean;
  /** From now on, whatever began to start before must not go on. */
  forbid(): void;
  /** True when somebody ended everything after `since` (milliseconds since the epoch). */
  isForbidden(since: number): boolean;
}

/**
 * @param folder A private folder of ours; nothing is made in it by looking.
 * @param name Of the kind of process: `worker`, `capture`.
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
      // A clock that was set back must not forbid anything for hours.
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

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}

function readNumber(file: string): number | null {
  try {
    const text = fs.readFileSync(file, 'utf8');
    return /^\d{1,16}$/.test(text) ? Number(text) : null;
  } catch {
    return null;
  }
}
