/**
 * Opens files that a hostile repository may have planted: never through a link, never a hard-linked file, a pipe or
 * someone else's file. Checked after opening, so that nothing can be swapped in between.
 */
import { openPlain } from '@hookloom/core';
import {
  closeSync,
  fstatSync,
  lstatSync,
  readSync,
  unlinkSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { makeDirectory, openingFailed, refuseDirectory, refuseFile } from './odd-path.ts';

export interface OwnedFile {
  fd: number;
  stats: Stats;
}

/**
 * Opens a regular file of our own with exactly one name. New files get mode 0600.
 * Throws `permission_denied` for anything else, and the file system's own errors.
 */
export function openOwned(path: string, flags: number): OwnedFile {
  let fd: number;
  try {
    fd = openPlain(path, flags);
  } catch (error) {
    // Usually there is no file yet, and nothing else is loaded for that.
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? error : openingFailed(path, error);
  }
  const stats = fstatSync(fd);
  if (stats.isFile() && stats.nlink < 2 && !isForeign(stats)) return { fd, stats };
  closeSync(fd);
  throw refuseFile(path, stats);
}

/** Opens it as `openOwned` does, and closes it whatever happens. */
export function withOwned<T>(path: string, flags: number, use: (file: OwnedFile) => T): T {
  const file = openOwned(path, flags);
  try {
    return use(file);
  } finally {
    closeSync(file.fd);
  }
}

/** Makes sure that `path` is a real directory of our own, creating it with mode 0700. True when it was created. */
export function ensureOwnedDirectory(path: string): boolean {
  let created = false;
  let stats = statOf(path);
  if (stats === null) {
    created = makeDirectory(path);
    stats = lstatSync(path);
  }
  if (!stats.isDirectory() || isForeign(stats)) throw refuseDirectory(path, stats);
  return created;
}

function statOf(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}

function isForeign(stats: Stats): boolean {
  return process.geteuid !== undefined && stats.uid !== process.geteuid();
}

/** Writes everything, however often the file system writes only a part (a full disk is a short write first). */
export function writeAll(fd: number, bytes: Uint8Array, position: number | null): void {
  for (let done = 0; done < bytes.length;) {
    const at = position === null ? null : position + done;
    const written = writeSync(fd, bytes, done, bytes.length - done, at);
    if (written === 0) throw Object.assign(new Error('nothing was written'), { code: 'EIO' });
    done += written;
  }
}

/** The bytes of `[start, end)`, fewer only if the file ends. */
export function readRange(fd: number, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, end - start));
  let done = 0;
  while (done < bytes.length) {
    const count = readSync(fd, bytes, done, bytes.length - done, start + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}

/** Removes a file, also if it does not exist. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
