/** How far a log has grown: the head file next to it, and this installation's mark outside the workspace. */
import { constants, readFileSync, writeFileSync } from 'node:fs';
import { parseObject } from './own-line.ts';
import { openOwned, readRange, writeAll } from './owned-file.ts';
import { stateDirPath } from '@hookloom/core/settings';
import { contentDigest } from '@hookloom/core/hook';
import { attempt } from '@hookloom/core';
import type { Finding } from '../installation/finding.ts';

/**
 * `<session>.head`: one record of fixed width, so that a cut tail is noticed. Written after the log, under its lock, so
 * it is ahead of the log only if the log lost something.
 */
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

/** The Merkle root of the chain hashes of the first `seq` events, 64 hex: what exports and archives name too. */
export interface VerifiedRoot {
  seq: number;
  root: string;
}

/**
 * How far this installation has seen a log grow. Stored in the private state folder, so that a log that was cut, rolled
 * back, replaced or deleted inside the workspace is noticed.
 */
export interface Mark {
  v: 1;
  /** Real path of the `.eventloom` directory. */
  dir: string;
  session: string;
  /** Hash of the first event; null until the second append to a new log. */
  genesis: string | null;
  seq: number;
  hash: string;
  /** Offset directly after the line of that event. */
  size: number;
  /** What the last complete verification found. */
  merkle?: VerifiedRoot;
  /** What was noticed and not acknowledged yet. */
  findings: Finding[];
  /** Directories of copies of this log that may continue separately. */
  acknowledgedCopies?: string[];
}

/** `<state>/logs/<digest of the directory>/<session>.json`. @param dir Real path. */
export function markPathOf(dir: string, session: string): string {
  return `${stateDirPath(process.env)}/logs/${contentDigest(dir)}/${session}.json`;
}

/** Null if there is none, or if a power loss left half of it. */
export function readMark(path: string): Mark | null {
  return attempt(() => JSON.parse(readFileSync(path, 'utf8')) as Mark);
}

/**
 * One write to an existing file. A mark that lags behind its log is never reported. Padded, so that it covers a longer
 * earlier text.
 */
export function writeMark(path: string, mark: Mark): void {
  writeFileSync(path, JSON.stringify(mark).padEnd(1024), { flag: 'r+' });
}
