/**
 * Looks up thousands of deliveries: the cost of a lookup does not grow with the notes of its scope. Same answers as
 * `deliveries.ts`, which a hook uses for its few; for long-lived processes. The part of a notes file that was read is
 * cached from one lock hold to the next, as long as the log is the same file: shredding writes a new one and moves the
 * offsets.
 */
import { constants } from 'node:fs';
import type { AppendResult } from '@hookloom/core/events';
import { fileOf, notesFolder, type Deliveries } from './deliveries.ts';
import { isInside, NOTE_BYTES, type Key } from './delivery-note.ts';
import { lineAt, type Lines } from '../files/line-at.ts';
import type { TailLine } from '../files/own-line.ts';
import type { OpenLog } from './open-log.ts';
import { readRange, withOwned, type OwnedFile } from '../files/owned-file.ts';

export interface DeliveryIndex {
  /** For one lock hold, in place of `open.deliveries()`, to which it writes. */
  over(open: OpenLog): Deliveries;
}

interface Scope {
  /** Of the log that the offsets are of. */
  ino: number;
  /** The position and the text of the first indexed note: they differ if the file was rewritten from the start. */
  start: number;
  begin: string;
  /** Notes that are indexed. */
  count: number;
  /** All notes of a digest, by its first 8 bytes. */
  notes: Map<string, Buffer>;
}

/** Few client sessions are active at the same time. */
const MAX_SCOPES = 8;
const PRINT_BYTES = 8;
/** Complete notes, as many as a hook reads; an index grows to twice that before it starts over. */
const MAX_READ_BYTES = 174_762 * NOTE_BYTES;
const MAX_INDEXED_BYTES = 2 * MAX_READ_BYTES;

export function deliveryIndex(): DeliveryIndex {
  const scopes = new Map<string, Scope>();

  function scopeOf(name: string, { log, ino }: OpenLog): Scope {
    const path = `${notesFolder(log.dir, log.session)}/${fileOf(name)}`;
    const known = scopes.get(name);
    const { bytes, scope } = newNotes(path, ino, known?.ino === ino ? known : null);
    scopes.delete(name);
    scopes.set(name, scope);
    for (const oldest of [...scopes.keys()].slice(0, -MAX_SCOPES)) scopes.delete(oldest);
    scope.count += bytes.length / NOTE_BYTES;
    for (let at = 0; at < bytes.length; at += NOTE_BYTES) {
      const print = bytes.toString('latin1', at, at + PRINT_BYTES);
      const before = scope.notes.get(print);
      const note = Buffer.from(bytes.subarray(at, at + NOTE_BYTES));
      scope.notes.set(print, before === undefined ? note : Buffer.concat([before, note]));
    }
    return scope;
  }

  return {
    over(open) {
      const base = open.deliveries();
      const held = new Map<string, Scope>();
      /** Of this hold: written, or about to be. */
      const fresh = new Map<string, { key: Key; result: AppendResult }[]>();
      const lines = { fd: open.fd, end: open.unterminated ? open.size : null };
      const whole = new Map<number, boolean>();
      return {
        find(key) {
          for (const { key: other, result } of fresh.get(key.scope + key.digest) ?? [])
            if (isInside(key, other.atMs)) return { ...result, duplicate: true };
          let scope = held.get(key.scope);
          if (scope === undefined) held.set(key.scope, (scope = scopeOf(key.scope, open)));
          const print = Buffer.from(key.digest.slice(0, 2 * PRINT_BYTES), 'hex');
          const notes = scope.notes.get(print.toString('latin1'));
          return notes === undefined
            ? null
            : newest(notes, key, (offset) => committedAt(lines, offset, whole));
        },
        note(key, offset, result) {
          base.note(key, offset, result);
          const name = key.scope + key.digest;
          fresh.set(name, [...(fresh.get(name) ?? []), { key, result }]);
        },
        flush: () => base.flush(),
        forget(scope) {
          base.forget(scope);
          held.delete(scope);
          scopes.delete(scope);
        },
      };
    },
  };
}

/** The notes of a file beyond the indexed ones; all of the newest, for a new index, if it is another file now. */
function newNotes(path: string, ino: number, known: Scope | null) {
  const empty = { ino, start: 0, begin: '', count: 0, notes: new Map<string, Buffer>() };
  const read = ({ fd, stats }: OwnedFile) => {
    const end = stats.size - (stats.size % NOTE_BYTES);
    const beginAt = (start: number): string =>
      readRange(fd, start, Math.min(end, start + NOTE_BYTES)).toString('latin1');
    if (known !== null && known.count > 0) {
      const indexed = known.start + known.count * NOTE_BYTES;
      if (
        indexed <= end &&
        end - known.start <= MAX_INDEXED_BYTES &&
        beginAt(known.start) === known.begin
      )
        return { bytes: readRange(fd, indexed, end), scope: known };
    }
    const start = Math.max(0, end - MAX_READ_BYTES);
    return { bytes: readRange(fd, start, end), scope: { ...empty, start, begin: beginAt(start) } };
  };
  try {
    return withOwned(path, constants.O_RDONLY, read);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { bytes: Buffer.alloc(0), scope: empty };
  }
}

/** The newest append of this key inside its window, or null: the event must be where the note says. */
function newest(
  notes: Buffer,
  key: Key,
  committed: (offset: number) => TailLine | null,
): AppendResult | null {
  for (let at = notes.length - NOTE_BYTES; at >= 0; at -= NOTE_BYTES) {
    if (!isInside(key, notes.readDoubleBE(at + 16))) continue;
    const line = committed(notes.readDoubleBE(at + PRINT_BYTES));
    if (line === null || line.seq === null || !key.matches(line.id)) continue;
    const { seq, hash, previousHash, id } = line;
    return { seq, hash, previousHash, id, duplicate: true };
  }
  return null;
}

/** As `committedLineAt`; remembers whether a batch is complete. */
function committedAt(lines: Lines, offset: number, whole: Map<number, boolean>): TailLine | null {
  const found = lineAt(lines, offset);
  if (found === null || found.line.batch === null) return found?.line ?? null;
  const { first, size } = found.line.batch;
  let isWhole = whole.get(first);
  if (isWhole === undefined) {
    let next: typeof found | null = found;
    while (next !== null && next.line.seq! < first + size - 1) {
      const { seq }: TailLine = next.line;
      next = lineAt(lines, next.end + 1);
      if (next?.line.batch?.first !== first || next.line.seq !== seq! + 1) next = null;
    }
    isWhole = next !== null;
    whole.set(first, isWhole);
  }
  return isWhole ? found.line : null;
}
