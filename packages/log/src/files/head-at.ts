/**
 * The head file and the marks of a log by their paths, for callers that do not append, and the faults at the end of the
 * log that the head file shows.
 */
import {
  closeSync,
  constants,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { attempt, namesIn, realPath, sha256Hex, weakRandomHex } from '@hookloom/core';
import {
  openHead,
  readHeadFrom,
  writeHeadTo,
  type HeadRecord,
  markPathOf,
  readMark,
  writeMark,
  type Mark,
} from './high-water.ts';
import { withOwned, readRange } from './owned-file.ts';
import type { UnsealedEvent } from '@hookloom/core/events';
import { readTail, type Tail } from './tail.ts';
import { stateDirPath } from '@hookloom/core/settings';
import { contentDigest } from '@hookloom/core/hook';

/** Null if it is missing or unreadable. A head file is evidence; its absence proves nothing. */
export function readHead(path: string): HeadRecord | null {
  return attempt(() => withOwned(path, constants.O_RDONLY, ({ fd }) => asHead(readHeadFrom(fd))));
}

/** Null for anything that is not a head record. */
export function asHead(read: Partial<HeadRecord> | null): HeadRecord | null {
  const { seq, hash, size } = read ?? {};
  if (typeof seq !== 'number' || typeof hash !== 'string' || typeof size !== 'number') return null;
  return Number.isSafeInteger(seq) && seq > 0 && Number.isSafeInteger(size)
    ? { seq, hash, size }
    : null;
}

/** Call under the log's lock. */
export function writeHead(path: string, record: HeadRecord): void {
  const fd = openHead(path);
  try {
    writeHeadTo(fd, record);
  } finally {
    closeSync(fd);
  }
}

/** In the order in which they are appended: first the one that covers pending bytes. */
export function recoveryEvents(fd: number, tail: Tail, head: HeadRecord | null): UnsealedEvent[] {
  const events: UnsealedEvent[] = [];
  if (tail.pending !== null) {
    const { reason, offset, length, kept } = tail.pending;
    const digest = `sha256:${sha256Hex(readRange(fd, offset, offset + length))}`;
    events.push(recovered({ reason, offset, length, digest, kept }));
  }
  if (head !== null && isCut(fd, tail, head)) {
    const { seq, hash } = tail.kept ?? tail;
    events.push(
      recovered({
        reason: 'cut_tail',
        expected: { seq: head.seq, hash: head.hash },
        found: { seq, hash },
      }),
    );
  }
  return events;
}

function recovered(payload: UnsealedEvent['payload']): UnsealedEvent {
  return { type: 'log.recovered', actorId: 'hookloom', origin: { channel: 'system' }, payload };
}

/** The head file names an event that the log does not contain. */
export function isCut(fd: number, tail: Tail, head: HeadRecord): boolean {
  const { seq, hash } = tail.kept ?? tail;
  if (head.seq > seq || (head.seq === seq && head.hash !== hash)) return true;
  if (head.seq === seq) return false;
  if (head.size > tail.size) return true;
  // Behind the log: the previous writer died between log and head file, or was a program that writes no head file.
  const then = readTail(fd, head.size);
  return then.pending !== null || then.hash !== head.hash;
}

const MAX_COPIES = 64;

function folderOf(genesis: string): string {
  const digest = genesis.replace(/^sha256:/, '').slice(0, 32);
  return `${stateDirPath(process.env)}/logs/by-genesis/${digest}`;
}

/** The file name identifies the mark: digest of the directory, then the session. @param dir Real path. */
function nameOf(dir: string, session: string): string {
  return `${contentDigest(dir)}.${session}`;
}

export function noteCopy(genesis: string, dir: string, session: string): void {
  const folder = folderOf(genesis);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(`${folder}/${nameOf(dir, session)}`, '', { mode: 0o600 });
}

/** Every mark of this log except the one at this location. @param place `dir` is a real path. */
export function copiesOf(genesis: string, place: { dir: string; session: string }): Mark[] {
  const folder = folderOf(genesis);
  const names = namesIn(folder).sort().slice(0, MAX_COPIES);
  return names.flatMap((name) => {
    const [, digest, session] = /^([0-9a-f]{32})\.(.+)$/.exec(name) ?? [];
    if (digest === undefined) return [];
    const file = `${stateDirPath(process.env)}/logs/${digest}/${session}.json`;
    const mark = trueMark(readMark(file));
    if (mark === null) return [];
    if (mark.dir === place.dir && mark.session === place.session) return [];
    return mark.genesis === genesis ? [mark] : [];
  });
}

export function forgetCopy(genesis: string, dir: string, session: string): void {
  rmSync(`${folderOf(genesis)}/${nameOf(dir, session)}`, { force: true });
}

/** A broken log has a mark of its own, with this in front of the hash: a log never ends with such an event. */
export const BROKEN = 'broken:';

export function trueMark(mark: Mark | null): Mark | null {
  if (mark?.hash.startsWith(BROKEN) !== true) return mark;
  return { ...mark, hash: mark.hash.slice(BROKEN.length) };
}

/** The real path of a directory, even if it no longer exists: marks are stored under it. */
export function realDirectory(dir: string): string {
  try {
    return realpathSync.native(dir);
  } catch {
    const end = dir.lastIndexOf('/');
    return realPath(dir.slice(0, end) || '/') + dir.slice(end);
  }
}

/** Replaces the file in one step. */
export function saveMark(mark: Mark): void {
  const file = markPathOf(mark.dir, mark.session);
  mkdirSync(file.slice(0, file.lastIndexOf('/')), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${weakRandomHex()}.tmp`;
  try {
    writeFileSync(temporary, '', { mode: 0o600, flag: 'wx' });
    writeMark(temporary, mark);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
