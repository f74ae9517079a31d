/**
 * `<session>.verified`: how far a log was verified, with a digest of those bytes, so that the next verification need
 * not hash every event again. It can be deleted. It is also evidence: a log that no longer contains the event that it
 * names has lost something.
 */
import { closeSync, constants, openSync, renameSync, writeSync } from 'node:fs';
import type { LostEvents } from '@hookloom/core/events';
import { attempt } from '@hookloom/core';
import { readRange, removeFile, withOwned } from '../files/owned-file.ts';
import { sidecarPath } from './open-log.ts';

const ENDING = '.verified';
const MAX_BYTES = 64 * 1024;
const VERSION = 2;

/** A verified prefix: everything up to `offset`, ending with the event of this seq and hash (`sha256:` + hex). */
export interface VerifiedPrefix {
  offset: number;
  seq: number;
  hash: string | null;
  shredded: number;
  recovered: number;
  lost: LostEvents[];
  /** Ends with an event of our own form, which no blank line follows. */
  own: boolean;
}

export interface Verified extends VerifiedPrefix {
  /** SHA-256 of all bytes up to `offset`, in hex. */
  digest: string;
  /** The stamp of the file (`OpenLog.stamp`); null if a later change might have the same. */
  stamp: string | null;
}

/** Null if there is none or it cannot be read. It is not trusted: the caller checks the bytes it names. */
export function readVerified(logPath: string): Verified | null {
  const path = sidecarPath(logPath, ENDING);
  if (path === null) return null;
  return attempt(() =>
    withOwned(path, constants.O_RDONLY, ({ fd }) =>
      asVerified(JSON.parse(readRange(fd, 0, MAX_BYTES).toString('utf8'))),
    ),
  );
}

/** Replaces the file in one step. A read-only directory is no reason to fail a verification. */
export function writeVerified(logPath: string, verified: Verified): void {
  const path = sidecarPath(logPath, ENDING);
  if (path === null) return;
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    removeFile(temporary);
    const fd = openSync(temporary, 'wx', 0o600);
    try {
      writeSync(fd, `${JSON.stringify({ v: VERSION, ...verified })}\n`);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch {
    // The next verification then covers the complete log.
  }
}

export function dropVerified(logPath: string): void {
  const path = sidecarPath(logPath, ENDING);
  if (path !== null) removeFile(path);
}

function asVerified(value: unknown): Verified | null {
  const { v, offset, seq, hash, shredded, recovered, lost, own, digest, stamp } = value as Record<
    string,
    unknown
  >;
  const whole =
    v === VERSION &&
    typeof hash === 'string' &&
    typeof digest === 'string' &&
    (stamp === null || typeof stamp === 'string') &&
    typeof own === 'boolean' &&
    Array.isArray(lost) &&
    isCount(offset) &&
    isCount(seq) &&
    isCount(shredded) &&
    isCount(recovered);
  if (!whole) return null;
  const known = lost.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { from_seq, to_seq, recorded_at_seq, acknowledged } = entry as Record<string, unknown>;
    return isCount(from_seq) && isCount(to_seq) && isCount(recorded_at_seq)
      ? [{ from_seq, to_seq, recorded_at_seq, acknowledged: acknowledged === true }]
      : [];
  });
  return { offset, seq, hash, shredded, recovered, lost: known, own, digest, stamp };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
