/** A log opened under its lock, with its known end and what must be recovered first. */
import { closeSync, constants, realpathSync } from 'node:fs';
import type { PreparedEvent } from '../envelope/seal.ts';
import { claimLog } from '../installation/claim-log.ts';
import { markPathOf, readMark, type Mark, openHead, readHeadFrom } from '../files/high-water.ts';
import { continuedEvents } from '../installation/own-session.ts';
import { recoverTail } from '../recover/recover-tail.ts';
import { openDeliveries, type Deliveries } from './deliveries.ts';
import { beginLog, ignoreEverything } from './begin-log.ts';
import { ensureOwnedDirectory, openOwned, readRange } from '../files/owned-file.ts';
import type { SessionLog } from '../lock/session-log.ts';
import { ownLine, parseObject } from '../files/own-line.ts';

/** Nearly every event is shorter. */
const LAST_BYTES = 16_384;

export interface OpenLog {
  readonly log: SessionLog;
  readonly fd: number;
  readonly headFd: number;
  /** Opened when it is needed: most appends name no delivery. */
  deliveries(): Deliveries;
  /** Writes the notes of deliveries, if there are any. */
  flushNotes(): void;
  readonly ino: number;
  /** Of the last committed event before any recovery: compared with `expectHead`. */
  readonly foundHash: string | null;
  /** Of the last event, with what this lock hold has appended. */
  seq: number;
  hash: string | null;
  /** Of the file. */
  size: number;
  /** The file ends in the middle of a line. */
  unterminated: boolean;
  /** To be sealed before anything else. */
  recoveries: PreparedEvent[];
  /** Updated with every append; null if it cannot be stored. */
  mark: Mark | null;
}

/** Creates the directory with a `.gitignore` for everything in it. Throws `permission_denied` for a planted one. */
export function ensureLogDirectory(dir: string): void {
  if (ensureOwnedDirectory(dir)) ignoreEverything(dir);
}

/** Call under the lock. Throws before anything is written: for a log of another installation too. */
export function openLog(log: SessionLog): OpenLog {
  ensureLogDirectory(log.dir);
  const { O_RDWR, O_CREAT, O_APPEND } = constants;
  const { fd, stats } = openOwned(log.path, O_RDWR | O_CREAT | O_APPEND);
  let headFd: number | undefined;
  try {
    headFd = openHead(log.headPath);
    const { size, ino } = stats;
    const { dir, session } = log;
    if (size === 0) beginLog(dir, session);
    const known = log.end?.ino === ino && log.end.size === size ? log.end : null;
    const head = known ?? readHeadFrom(headFd);
    const usual = known ?? usualTail(fd, size);
    const { end, ...found } =
      usual !== null && head?.seq === usual.seq && head.hash === usual.hash
        ? {
            seq: usual.seq,
            hash: usual.hash,
            unterminated: false,
            recoveries: [] as PreparedEvent[],
            end: null,
          }
        : recoverTail(log, fd, size, head, size === 0 ? continuedEvents(dir, session) : []);
    const mark = markAt(log, found.hash, found.recoveries.length > 0);
    let opened: Deliveries | undefined;
    const deliveries = () => (opened ??= openDeliveries(dir, session, fd, end));
    const flushNotes = () => opened?.flush();
    const files = { log, fd, headFd, ino, size, deliveries, flushNotes };
    return { ...files, ...found, foundHash: found.hash, mark };
  } catch (error) {
    closeSync(fd);
    if (headFd !== undefined) closeSync(headFd);
    throw error;
  }
}

/** The mark, which usually names the last event of the log. Throws `permission_denied` for a foreign log. */
function markAt(log: SessionLog, hash: string | null, isDamaged: boolean): Mark | null {
  if (log.markPath === null) return null;
  log.markPath ||= markPathOf(realpathSync.native(log.dir), log.session);
  const mark = readMark(log.markPath);
  const isUsual = !isDamaged && mark?.hash === hash && mark?.genesis;
  return isUsual ? mark : claimLog(log.dir, log.session);
}

/** Call after the lock is released and the log is synced. */
export function closeLog(open: OpenLog): void {
  closeSync(open.fd);
  closeSync(open.headFd);
}

/** Null if the last bytes are not a complete event of our own that ends its batch. */
function usualTail(fd: number, size: number) {
  const from = Math.max(0, size - LAST_BYTES);
  const bytes = readRange(fd, from, size);
  const end = bytes.length - 1;
  if (bytes[end] !== 10) return null;
  const start = end === 0 ? 0 : bytes.lastIndexOf(10, end - 1) + 1;
  if (start === 0 && from > 0) return null;
  const event = parseObject(bytes.subarray(start, end));
  const line = event === null ? null : ownLine(event);
  if (line === null) return null;
  const { seq, hash, batch } = line;
  return batch !== null && seq! < batch.first + batch.size - 1 ? null : { seq: seq!, hash };
}
