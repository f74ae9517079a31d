/**
 * `runtime/forgotten` next to the logs: one line for every forgotten text (`gate-entry.ts`). It is empty if nothing was
 * forgotten, so a writer only needs its size. It is a cache: if it is missing, it is rebuilt from the
 * `memory.forgotten` events of all sessions.
 */
import {
  closeSync,
  constants,
  fsyncSync,
  readdirSync,
  readSync,
  renameSync,
  statSync,
} from 'node:fs';
import { isJsonObject, type JsonObject, openPlain } from '@hookloom/core';
import { ensureOwnedDirectory, readRange, withOwned, writeAll } from '../files/owned-file.ts';
import { parseObject } from '../files/own-line.ts';
import { createFileLock } from '../lock/file-lock.ts';
import { entryLine, parseEntry, type GateEntry } from './gate-entry.ts';

const NAME = 'forgotten';
/** The lock is only held to write the file; a process that does not get it in this time reads the logs itself. */
const LOCK_WAIT_MS = 2000;

export function gatePath(dir: string): string {
  return `${dir}/runtime/${NAME}`;
}

/** Changes when something else is forgotten here; empty if nothing was. */
export function gateMark(dir: string): string {
  const stats = statSync(gatePath(dir), { throwIfNoEntry: false });
  return stats === undefined || stats.size === 0
    ? ''
    : `${stats.ino} ${stats.size} ${stats.mtimeMs}`;
}

/** All entries. Creates the file if it is missing. */
export function readGate(dir: string): GateEntry[] {
  const read = tryRead(dir);
  if (read !== null) return read;
  try {
    return locked(dir, () => tryRead(dir) ?? rebuild(dir)) ?? entriesOfLogs(dir);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    // No event may be lost because a file system has no hard links or a disk is full.
    return rebuildUnlocked(dir);
  }
}

/** `ENOSPC`, `EPERM`, …; codes of our own are lower-case. */
function isSystemError(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^E[A-Z]/.test(code);
}

/** Forgetting needs the lock, so no process adds to the file meanwhile. */
function rebuildUnlocked(dir: string): GateEntry[] {
  try {
    return rebuild(dir);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return entriesOfLogs(dir);
  }
}

/**
 * Adds entries, durable on return. Call before the event that reports them is appended: a crash between the two then
 * refuses a text that was about to be forgotten, and never admits a forgotten one.
 * False if the lock could not be taken.
 */
export function addToGate(dir: string, entries: readonly GateEntry[]): boolean {
  const done = locked(dir, () => {
    if (tryRead(dir) === null) rebuild(dir);
    withOwned(gatePath(dir), constants.O_WRONLY | constants.O_APPEND, ({ fd }) => {
      // A line feed first: the previous writer may have died inside a line.
      writeAll(fd, Buffer.from(`\n${entries.map(entryLine).join('\n')}\n`), null);
      fsyncSync(fd);
    });
    return true;
  });
  return done ?? false;
}

/** Null if the file is missing. */
function tryRead(dir: string): GateEntry[] | null {
  try {
    return withOwned(gatePath(dir), constants.O_RDONLY, ({ fd, stats }) =>
      entriesIn(readRange(fd, 0, stats.size).toString('latin1').split('\n')),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function entriesIn(lines: readonly unknown[]): GateEntry[] {
  return lines.flatMap((line) => (typeof line === 'string' ? (parseEntry(line) ?? []) : []));
}

function locked<T>(dir: string, work: () => T): T | null {
  ensureOwnedDirectory(`${dir}/runtime`);
  const lock = createFileLock(`${dir}/runtime`, NAME);
  try {
    return lock.acquire(LOCK_WAIT_MS) ? work() : null;
  } finally {
    lock.close();
  }
}

function rebuild(dir: string): GateEntry[] {
  const entries = entriesOfLogs(dir);
  const temporary = `${gatePath(dir)}.new`;
  const { O_WRONLY, O_CREAT, O_TRUNC } = constants;
  withOwned(temporary, O_WRONLY | O_CREAT | O_TRUNC, ({ fd }) => {
    writeAll(fd, Buffer.from(entries.map((entry) => `${entryLine(entry)}\n`).join('')), null);
    fsyncSync(fd);
  });
  renameSync(temporary, gatePath(dir));
  return entries;
}

/** What the logs of a directory record as forgotten, each once. */
export function entriesOfLogs(dir: string): GateEntry[] {
  const found = new Map<string, GateEntry>();
  for (const name of readdirSync(dir)) {
    if (!name.endsWith('.jsonl')) continue;
    for (const entry of entriesOfLog(`${dir}/${name}`)) found.set(entryLine(entry), entry);
  }
  return [...found.values()];
}

const NEEDLE = Buffer.from('"type":"memory.forgotten"');
const CHUNK_BYTES = 4 * 1024 * 1024;
const LINE_FEED = 10;

/** Searches for the bytes of the type; only lines that contain them are parsed. */
function entriesOfLog(path: string): GateEntry[] {
  const { size } = statSync(path);
  const fd = openPlain(path);
  const entries: GateEntry[] = [];
  let rest = Buffer.alloc(0);
  try {
    for (let at = 0; at < size;) {
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, size - at));
      const count = readSync(fd, chunk, 0, chunk.length, at);
      if (count === 0) break;
      at += count;
      const bytes = Buffer.concat([rest, chunk.subarray(0, count)]);
      const whole = at >= size ? bytes.length : bytes.lastIndexOf(LINE_FEED) + 1;
      entries.push(...entriesOfBytes(bytes.subarray(0, whole)));
      rest = bytes.subarray(whole);
    }
  } finally {
    closeSync(fd);
  }
  return entries;
}

function entriesOfBytes(bytes: Buffer): GateEntry[] {
  const entries: GateEntry[] = [];
  for (let at = bytes.indexOf(NEEDLE); at >= 0; at = bytes.indexOf(NEEDLE, at + 1)) {
    const start = bytes.lastIndexOf(LINE_FEED, at) + 1;
    const end = bytes.indexOf(LINE_FEED, at);
    const event = parseObject(bytes.subarray(start, end < 0 ? bytes.length : end));
    if (event !== null) entries.push(...entriesOfEvent(event));
  }
  return entries;
}

/** The gate entries of a `memory.forgotten` event. Other and older events have none. */
export function entriesOfEvent({ type, payload }: JsonObject): GateEntry[] {
  if (type !== 'memory.forgotten' || !isJsonObject(payload)) return [];
  const { gate } = payload;
  return Array.isArray(gate) ? entriesIn(gate) : [];
}
