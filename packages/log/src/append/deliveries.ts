/**
 * Exactly once. `runtime/seen/<session>/<16 hex of the scope>` holds a note of 24 bytes per delivery: 8 bytes of the
 * key's digest, the offset at which its line would start, and when. A note is written *before* the line, and counts
 * only if the line at that offset is an event of that delivery: a crash between the two loses nothing, and a crash
 * after both duplicates nothing. Read and written under the log's lock.
 */
import { constants, rmSync } from 'node:fs';
import type { AppendResult } from '@hookloom/core/events';
import { namesIn, sha256Hex } from '@hookloom/core';
import type { PreparedEvent } from '../envelope/seal.ts';
import { isInside, NOTE_BYTES, type Key } from './delivery-note.ts';
import { findNoted } from './noted-delivery.ts';
import { ensureOwnedDirectory, readRange, withOwned, writeAll } from '../files/owned-file.ts';

/** Only the newest notes of a scope are searched: 174,762 deliveries. */
const MAX_READ_BYTES = 4 * 1024 * 1024;

export type { Key };

export interface Deliveries {
  /** The previous append of this key inside its window, or null. */
  find(key: Key): AppendResult | null;
  /** Records where the line of this key will start. */
  note(key: Key, offset: number, result: AppendResult): void;
  /** Writes the notes. Call before the lines are written. */
  flush(): void;
  /** Drops all notes of a scope. */
  forget(scope: string): void;
}

/** The key of an event that names its delivery. */
export function deliveryKey({ id, delivery }: PreparedEvent): Key | null {
  if (delivery === undefined) return null;
  const { scope, digest, windowMs, atMs } = delivery;
  const tail = digest.slice(0, 20);
  return {
    scope,
    digest,
    matches: (id) => id.endsWith(tail),
    windowMs: windowMs ?? Number.POSITIVE_INFINITY,
    // `eventIdFrom` put the millisecond there.
    atMs: atMs ?? Number.parseInt(id.slice(4, 16), 16),
  };
}

interface Notes {
  path: string;
  /** Null until it is needed. */
  old: Buffer | null;
  /** Not written yet. */
  fresh: Buffer[];
  /** Of this lock hold. */
  appended: { key: Key; result: AppendResult }[];
}

/**
 * The notes of one session for the length of one lock hold.
 *
 * @param end Size of the log, when its last line is an event that only lacks its newline; else null.
 */
export function openDeliveries(
  dir: string,
  session: string,
  fd: number,
  end: number | null,
): Deliveries {
  const folder = notesFolder(dir, session);
  const scopes = new Map<string, Notes>();
  function notesOf(scope: string): Notes {
    let notes = scopes.get(scope);
    if (notes === undefined) {
      const path = `${folder}/${fileOf(scope)}`;
      notes = { path, old: null, fresh: [], appended: [] };
      scopes.set(scope, notes);
    }
    return notes;
  }
  return {
    find(key) {
      const notes = notesOf(key.scope);
      for (const { key: other, result } of notes.appended)
        if (other.digest === key.digest && isInside(key, other.atMs))
          return { ...result, duplicate: true };
      const old = (notes.old ??= readNotes(notes.path));
      const print = Buffer.from(key.digest.slice(0, 16), 'hex');
      if (!old.includes(print)) return null;
      return findNoted({ fd, end }, old, print, key);
    },
    note(key, offset, result) {
      const note = Buffer.alloc(NOTE_BYTES);
      note.write(key.digest.slice(0, 16), 'hex');
      note.writeDoubleBE(offset, 8);
      note.writeDoubleBE(key.atMs, 16);
      const notes = notesOf(key.scope);
      notes.fresh.push(note);
      notes.appended.push({ key, result });
    },
    flush() {
      for (const { path: file, fresh } of scopes.values()) {
        if (fresh.length === 0) continue;
        for (const path of [`${dir}/runtime`, `${dir}/runtime/seen`, folder])
          ensureOwnedDirectory(path);
        appendNotes(file, Buffer.concat(fresh.splice(0)));
      }
    },
    forget(scope) {
      scopes.delete(scope);
      rmSync(`${folder}/${fileOf(scope)}`, { force: true });
    },
  };
}

/** Moves the noted offsets after lines of the log changed their length (shredding). Call under the lock. */
export function remapDeliveries(dir: string, session: string, map: (offset: number) => number) {
  const folder = notesFolder(dir, session);
  for (const name of namesIn(folder))
    withOwned(`${folder}/${name}`, constants.O_RDWR, ({ fd, stats }) => {
      const notes = readRange(fd, 0, stats.size - (stats.size % NOTE_BYTES));
      for (let at = 0; at < notes.length; at += NOTE_BYTES)
        notes.writeDoubleBE(map(notes.readDoubleBE(at + 8)), at + 8);
      writeAll(fd, notes, 0);
    });
}

export function notesFolder(dir: string, session: string): string {
  return `${dir}/runtime/seen/${session}`;
}

export function fileOf(scope: string): string {
  return sha256Hex(scope).slice(0, 16);
}

/** Complete notes only: the last one may be torn. A file that cannot be opened contains none. */
export function readNotes(path: string): Buffer {
  try {
    return withOwned(path, constants.O_RDONLY, ({ fd, stats }) => {
      const end = stats.size - (stats.size % NOTE_BYTES);
      const most = MAX_READ_BYTES - (MAX_READ_BYTES % NOTE_BYTES);
      return readRange(fd, Math.max(0, end - most), end);
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/** Over a torn last note, if there is one. */
function appendNotes(path: string, notes: Buffer): void {
  withOwned(path, constants.O_RDWR | constants.O_CREAT, ({ fd, stats }) => {
    writeAll(fd, notes, stats.size - (stats.size % NOTE_BYTES));
  });
}
