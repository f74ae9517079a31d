/**
 * `<session>.head`: one record of fixed width that says how far the log had come, so that a cut tail is noticed.
 * Written after the log, under its lock: never ahead of it unless the log lost something.
 */
import { constants } from 'node:fs';
import { parseObject } from './own-line.ts';
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

/** The raw content of the file: `asHead` checks it if it is used for more than a comparison. */
export function readHeadFrom(fd: number): Partial<HeadRecord> | null {
  return parseObject(readRange(fd, 0, HEAD_RECORD_BYTES));
}

/** Opened before the log is written, so that a planted file is refused before anything changes. */
export function openHead(path: string): number {
  return openOwned(path, constants.O_RDWR | constants.O_CREAT).fd;
}

export function writeHeadTo(fd: number, { seq, hash, size }: HeadRecord): void {
  const text = JSON.stringify({ v: 1, seq, hash, size }).padEnd(HEAD_RECORD_BYTES - 1) + '\n';
  writeAll(fd, Buffer.from(text), 0);
}
