/**
 * Opening what a hostile repository may have planted: never through a link, never a file with a second name, a pipe or
 * someone else's file (security.md T9). Checked after opening, so that nothing can be swapped in between.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  writeSync,
  type Stats,
} from 'node:fs';
import { HookloomError } from '@hookloom/core/errors';

export interface OwnedFile {
  fd: number;
  stats: Stats;
}

/**
 * Opens a regular file of our own with exactly one name. `flags` are added to no-follow; new files get mode 0600.
 * Throws `permission_denied` for anything else, and the file system's own errors.
 */
export function openOwned(path: string, flags: number): OwnedFile {
  let fd: number;
  try {
    fd = openSync(path, flags | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0), 0o600);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ELOOP' || code === 'EMLINK') throw refuse(path, 'a symbolic link');
    if (code === 'EISDIR' || code === 'ENXIO') throw refuse(path, 'not a regular file');
    throw error;
  }
  const stats = fstatSync(fd);
  const fault = !stats.isFile()
    ? 'not a regular file'
    : stats.nlink > 1
      ? 'a file with a second name'
      : isForeign(stats)
        ? "another user's file"
        : null;
  if (fault === null) return { fd, stats };
  closeSync(fd);
  throw refuse(path, fault);
}

/** Makes sure that `path` is a real directory of our own, creating it with mode 0700. True when it was created. */
export function ensureOwnedDirectory(path: string): boolean {
  let created = false;
  let stats = statOf(path);
  if (stats === null) {
    created = makeDirectory(path);
    stats = lstatSync(path);
  }
  if (stats.isSymbolicLink()) throw refuse(path, 'a symbolic link');
  if (!stats.isDirectory()) throw refuse(path, 'not a directory');
  if (isForeign(stats)) throw refuse(path, "another user's directory");
  return created;
}

/** Not `recursive`: where nothing can be created (/proc), Node's own loop over the parents never ends. */
function makeDirectory(path: string): boolean {
  if (tryMakeDirectory(path, 'ENOENT')) return true;
  const parent = path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')));
  if (parent !== '') makeDirectory(parent);
  return tryMakeDirectory(path, 'EEXIST');
}

/** False for the expected failure; another process may have been faster. */
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

function statOf(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}

function isForeign(stats: Stats): boolean {
  return process.geteuid !== undefined && stats.uid !== process.geteuid();
}

function refuse(path: string, what: string): HookloomError {
  const name = JSON.stringify(path.slice(path.lastIndexOf('/') + 1));
  return new HookloomError(
    'permission_denied',
    `${name} is ${what}; nothing was written.`,
    'Look at what it is, remove it, and try again; or use another directory with EVENTLOOM_PATH.',
  );
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

/** The bytes of `[start, end)`, fewer only where the file ends. */
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
