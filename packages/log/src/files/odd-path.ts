/** Rarely needed code: creates folders, and refuses planted files. */
import { mkdirSync, type Stats } from 'node:fs';
import { permissionDenied, type HookloomError } from '@hookloom/core';

/**
 * True if it was created. Not `recursive`: if nothing can be created (/proc), Node's own loop over the parents never
 * ends.
 */
export function makeDirectory(path: string): boolean {
  if (tryMakeDirectory(path, 'ENOENT')) return true;
  const parent = path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')));
  if (parent !== '') makeDirectory(parent);
  return tryMakeDirectory(path, 'EEXIST');
}

/** False for the expected failure, for example because another process was faster. */
function tryMakeDirectory(path: string, expected: 'ENOENT' | 'EEXIST'): boolean {
  try {
    mkdirSync(path, { mode: 0o700 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === expected) return false;
    throw error;
  }
}

/** The file system's own error, unless the path is a link or not a regular file. */
export function openingFailed(path: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ELOOP' || code === 'EMLINK') return refusePath(path, 'a symbolic link');
  return code === 'EISDIR' || code === 'ENXIO' ? refusePath(path, 'not a regular file') : error;
}

export function refuseFile(path: string, stats: Stats): HookloomError {
  if (!stats.isFile()) return refusePath(path, 'not a regular file');
  return refusePath(path, stats.nlink > 1 ? 'a file with a second name' : "another user's file");
}

export function refuseDirectory(path: string, stats: Stats): HookloomError {
  if (stats.isSymbolicLink()) return refusePath(path, 'a symbolic link');
  return refusePath(path, stats.isDirectory() ? "another user's directory" : 'not a directory');
}

function refusePath(path: string, what: string): HookloomError {
  const name = JSON.stringify(path.slice(path.lastIndexOf('/') + 1));
  return permissionDenied(
    `${name} is ${what}; nothing was written.`,
    'Check what it is, remove it and try again, or use another directory with EVENTLOOM_PATH.',
  );
}
