/** `<session>.verified`: how far a log was verified, so that the next look starts there. Derived and disposable. */
import { closeSync, constants, openSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { openOwned, readRange } from '../append/owned-file.ts';
import { sidecarPath } from '../read/open-log.ts';
import type { VerifiedPrefix } from './walk-chain.ts';

const ENDING = '.verified';
const MAX_BYTES = 4096;

/** Null when there is none or it cannot be read. Its word is not taken: the caller looks at the line it names. */
export function readVerified(logPath: string): VerifiedPrefix | null {
  const path = sidecarPath(logPath, ENDING);
  if (path === null) return null;
  try {
    const { fd } = openOwned(path, constants.O_RDONLY);
    try {
      return asPrefix(JSON.parse(readRange(fd, 0, MAX_BYTES).toString('utf8')));
    } finally {
      closeSync(fd);
    }
  } catch {
    return null;
  }
}

/** Replaces the file in one step. A directory that may not be written is no reason to fail a verification. */
export function writeVerified(logPath: string, prefix: VerifiedPrefix): void {
  const path = sidecarPath(logPath, ENDING);
  if (path === null) return;
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    remove(temporary);
    const fd = openSync(temporary, 'wx', 0o600);
    try {
      writeSync(fd, `${JSON.stringify({ v: 1, ...prefix })}\n`);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch {
    // Next time the whole log is verified again.
  }
}

export function dropVerified(logPath: string): void {
  const path = sidecarPath(logPath, ENDING);
  if (path !== null) remove(path);
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function asPrefix(value: unknown): VerifiedPrefix | null {
  const { v, offset, seq, hash, shredded, recovered } = value as Record<string, unknown>;
  const whole =
    v === 1 &&
    typeof hash === 'string' &&
    isCount(offset) &&
    isCount(seq) &&
    isCount(shredded) &&
    isCount(recovered);
  return whole ? { offset, seq, hash, shredded, recovered } : null;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
