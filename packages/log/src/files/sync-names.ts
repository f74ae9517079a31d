/** A synced file survives only if its name does: the names of a log and of its directory. */
import {
  closeSync,
  constants,
  fsyncSync,
  openSync,
  fdatasyncSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { quietly, HookloomError } from '@hookloom/core';
import { openOwned, writeAll } from './owned-file.ts';

/** Inodes whose names this process has synced. */
const synced = new Set<number>();

/** Syncs the directory and the one above, once for each file. `ino`: of a file in `dir`. */
export function syncNames(dir: string, ino: number): void {
  if (synced.has(ino)) return;
  syncDirectory(dir);
  // If the folder above is not ours to open, it existed before us.
  quietly(() => syncDirectory(dir.slice(0, dir.lastIndexOf('/')) || '/'));
  synced.add(ino);
}

export function syncDirectory(dir: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(dir, constants.O_RDONLY);
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

// Makes an append survive a power loss: for appends that ask for it, which hooks do not.

/** After the lock is released: the write fixes the order, and a sync also covers everything before it. */
export function syncLog(dir: string, { fd, ino }: { fd: number; ino: number }): void {
  try {
    fdatasyncSync(fd);
    syncNames(dir, ino);
  } catch (error) {
    throw unavailable(
      'The log was written but could not be synced, so it may not survive a crash.',
      error,
    );
  }
}

/** An append whose durability is uncertain. */
export function unavailable(message: string, cause?: unknown): HookloomError {
  return new HookloomError(
    'unavailable',
    message,
    'Try again. If it happens again, check the disk.',
    { cause },
  );
}

// Replaces a file of ours in one step.

/** Under another name first, so that the file is either complete or absent. */
export function writeFile(path: string, pieces: Iterable<Uint8Array>): void {
  const { O_CREAT, O_WRONLY, O_EXCL } = constants;
  const temporary = `${path}.new`;
  rmSync(temporary, { force: true });
  const { fd } = openOwned(temporary, O_CREAT | O_WRONLY | O_EXCL);
  try {
    for (const piece of pieces) writeAll(fd, piece, null);
    fsyncSync(fd);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  renameSync(temporary, path);
}
