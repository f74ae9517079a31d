/** A log opened under its lock, with its end known and what must be recovered first. */
import { closeSync, constants, writeFileSync } from 'node:fs';
import type { PreparedEvent } from '../envelope/seal.ts';
import { recoverTail } from '../recover/recover-tail.ts';
import { openDeliveries, type Deliveries } from './deliveries.ts';
import { openHead, readHeadFrom } from './head-file.ts';
import { ensureOwnedDirectory, openOwned } from './owned-file.ts';
import type { SessionLog } from './session-log.ts';
import { usualTail } from './usual-tail.ts';

export interface OpenLog {
  readonly log: SessionLog;
  readonly fd: number;
  readonly headFd: number;
  readonly deliveries: Deliveries;
  /** The file was empty: its directory entry is not durable yet. */
  readonly isNew: boolean;
  readonly ino: number;
  /** Of the last committed event before anything is recovered: what `expectHead` is held against. */
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
}

/** Creates the directory with a `.gitignore` for everything in it. Throws `permission_denied` for a planted one. */
export function ensureLogDirectory(dir: string): void {
  if (ensureOwnedDirectory(dir)) ignoreEverything(dir);
}

/** Call under the lock. Throws before anything is written. */
export function openLog(log: SessionLog): OpenLog {
  ensureLogDirectory(log.dir);
  const { O_RDWR, O_CREAT, O_APPEND } = constants;
  const { fd, stats } = openOwned(log.path, O_RDWR | O_CREAT | O_APPEND);
  let headFd: number | undefined;
  try {
    headFd = openHead(log.headPath);
    const { size, ino } = stats;
    if (size === 0) ignoreEverything(log.dir);
    const known = log.end;
    const rest = {
      log,
      fd,
      headFd,
      ino,
      size,
      isNew: size === 0,
    };
    const deliveriesTo = (end: number | null) => openDeliveries(log.dir, log.session, fd, end);
    if (known !== null && known.ino === ino && known.size === size) {
      const { seq, hash } = known;
      const deliveries = deliveriesTo(null);
      return {
        ...rest,
        seq,
        hash,
        foundHash: hash,
        deliveries,
        unterminated: false,
        recoveries: [],
      };
    }
    const head = readHeadFrom(headFd);
    const usual = usualTail(fd, size);
    const { end, ...found } =
      usual !== null && head?.seq === usual.seq && head.hash === usual.hash
        ? { ...usual, unterminated: false, recoveries: [], end: null }
        : recoverTail(log, fd, size, head);
    return { ...rest, ...found, foundHash: found.hash, deliveries: deliveriesTo(end) };
  } catch (error) {
    closeSync(fd);
    if (headFd !== undefined) closeSync(headFd);
    throw error;
  }
}

/** After the lock is given back and the log is synced. */
export function closeLog(open: OpenLog): void {
  closeSync(open.fd);
  closeSync(open.headFd);
}

/** Recorded work is private until somebody decides otherwise (security.md T25). */
function ignoreEverything(dir: string): void {
  try {
    writeFileSync(`${dir}/.gitignore`, '*\n', { flag: 'wx', mode: 0o600 });
  } catch {
    // It is there already, or the disk is full: no reason to refuse an event.
  }
}
