/** A synced file survives only if its name does: the names of a log and of its directory. */
import { closeSync, constants, fsyncSync, openSync } from 'node:fs';

/** Inodes whose names this process has synced. */
const synced = new Set<number>();

/** Syncs the directory and the one above, once for each file. `ino`: of a file in `dir`. */
export function syncNames(dir: string, ino: number): void {
  if (synced.has(ino)) return;
  syncDirectory(dir);
  try {
    syncDirectory(dir.slice(0, dir.lastIndexOf('/')) || '/');
  } catch {
    // If the folder above is not ours to open, it existed before us.
  }
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
