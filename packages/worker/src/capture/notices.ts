/** Reports skipped input in the status, without its content. The rest is still captured. */
import fs from 'node:fs';
import path from 'node:path';
import { isHookloomError } from '@hookloom/core';

export interface CaptureNotice {
  /** Name of the session file, without its folder. */
  file: string;
  reason: string;
}

/** Skipped lines of one file. */
export interface Skipped {
  count: number;
  /** Number of the last skipped line, from 1. */
  line: number;
  reason: SkipReason;
}

export type SkipReason = 'too long' | 'no UTF-8' | 'no JSON' | 'not readable as a record';

export const MAX_NOTICES = 8;
const MAX_NAME = 80;

export function skip(into: { skipped?: Skipped | null }, line: number, reason: SkipReason): void {
  into.skipped = { count: (into.skipped?.count ?? 0) + 1, line, reason };
}

export function noticeOfLines(file: string, { count, line, reason }: Skipped): CaptureNotice {
  const what =
    count === 1 ? `line ${line} is` : `${count} lines are left out, the last, ${line}, is`;
  return noticeAbout(file, `${what} ${reason}`);
}

export function noticeAbout(file: string, reason: string): CaptureNotice {
  return { file: nameOf(file), reason };
}

/** Why a session file cannot be read; null if it can or is gone. */
export function noticeOfFile(file: string): CaptureNotice | null {
  try {
    const stats = fs.lstatSync(file);
    if (stats.isFile()) return null;
    const what = stats.isSymbolicLink() ? 'a link, which is not followed' : 'not a regular file';
    return noticeAbout(file, `is ${what}`);
  } catch (error) {
    return noticeOfError(file, error);
  }
}

/** Null if the file disappeared meanwhile. */
export function noticeOfError(file: string, error: unknown): CaptureNotice | null {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (isHookloomError(error) || typeof code !== 'string') throw error;
  if (code === 'ENOENT' || code === 'ENOTDIR') return null;
  return noticeAbout(file, `could not be read (${code})`);
}

/** File names are untrusted and are printed to terminals. */
function nameOf(file: string): string {
  const name = path
    .basename(file)
    .toWellFormed()
    .replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?');
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
}
