/**
 * `<session>.head`: one record of fixed width that says how far the log had come, so that cutting off the log's tail is
 * noticed. Written after the log, under its lock: never ahead of it unless the log lost something.
 */
import { closeSync, constants } from 'node:fs';
import { openOwned, readRange, writeAll } from './owned-file.ts';

export interface HeadRecord {
  seq: number;
  /** `sha256:` + 64 hex. */
  hash: string;
  /** Offset just after the line of that event. */
  size: number;
}

/** Overwritten in place by one write that crosses no block. */
export const HEAD_RECORD_BYTES = 256;

/** Null when there is none, or none that can be read: a head file is evidence, its absence is not. */
export function readHead(path: string): HeadRecord | null {
  try {
    const { fd } = openOwned(path, constants.O_RDONLY);
    try {
      return readHeadFrom(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    return null;
  }
}

/** The same from an open file. */
export function readHeadFrom(fd: number): HeadRecord | null {
  try {
    const parsed = JSON.parse(readRange(fd, 0, HEAD_RECORD_BYTES).toString('utf8')) as HeadRecord;
    const { seq, hash, size } = parsed;
    const whole =
      Number.isSafeInteger(seq) &&
      seq > 0 &&
      typeof hash === 'string' &&
      Number.isSafeInteger(size);
    return whole ? { seq, hash, size } : null;
  } catch {
    return null;
  }
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

/** Opened before the log is written, so that a planted file is refused while nothing has happened yet. */
export function openHead(path: string): number {
  return openOwned(path, constants.O_RDWR | constants.O_CREAT).fd;
}

export function writeHeadTo(fd: number, { seq, hash, size }: HeadRecord): void {
  const text = JSON.stringify({ v: 1, seq, hash, size }).padEnd(HEAD_RECORD_BYTES - 1) + '\n';
  writeAll(fd, Buffer.from(text), 0);
}
