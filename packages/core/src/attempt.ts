/** Work whose failure is normal in a healthy system, such as reading a missing file. */
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
  type Stats,
} from 'node:fs';

/**
 * What `work` returns; null, or `otherwise`, if it throws. For failures that are normal in a healthy system.
 *
 * @example attempt(() => readFileSync(file, 'utf8')) ?? 'empty'
 */
export function attempt<T, const O = null>(work: () => T, otherwise = null as O): T | O {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** For work whose failure does not matter because the essential part is done. Give the reason at the call. */
export function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // The caller gives the reason.
  }
}

/** Follows no link and waits for no pipe. A new file gets mode 0600. Throws the error of the file system. */
export function openPlain(path: string, flags: number = constants.O_RDONLY): number {
  // Windows has neither of the last two: they are undefined there, and `|` reads that as 0.
  return openSync(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, 0o600);
}

/** What `use` returns; null if it throws, or if the path is not a regular file that can be opened. */
export function withPlain<T>(path: string, use: (fd: number, stats: Stats) => T): T | null {
  const fd = attempt(() => openPlain(path));
  if (fd === null) return null;
  try {
    const stats = fstatSync(fd);
    return stats.isFile() ? use(fd, stats) : null;
  } catch {
    return null;
  } finally {
    closeSync(fd);
  }
}

/** The first bytes of a regular file as text; null if it cannot be read. */
export function readStart(path: string, most: number): string | null {
  return withPlain(path, (fd) => textAt(fd, 0, most));
}

/** The last complete lines of a regular file, from at most this many bytes; null if it cannot be read. */
export function readEnd(path: string, most: number): string | null {
  return withPlain(path, (fd, { size }) => {
    if (size <= most) return textAt(fd, 0, size);
    const text = textAt(fd, size - most, most);
    return text.slice(text.indexOf('\n') + 1);
  });
}

function textAt(fd: number, from: number, most: number): string {
  const bytes = Buffer.alloc(most);
  return bytes.toString('utf8', 0, readSync(fd, bytes, 0, most, from));
}

/**
 * Replaces a private file in one step, so that others read the old content or the new. Creates its folder, unless
 * `folder` says that it must exist: a log that was deleted stays deleted.
 */
export function replaceFile(
  file: string,
  data: string | Buffer,
  folder: 'create' | 'must exist' = 'create',
): void {
  // Without `node:path`, because a hook loads no other module than `node:fs`.
  const end = Math.max(
    file.lastIndexOf('/'),
    process.platform === 'win32' ? file.lastIndexOf('\\') : 0,
  );
  if (folder === 'create' && end > 0)
    mkdirSync(file.slice(0, end), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}.tmp`;
  rmSync(temporary, { force: true });
  try {
    writeFileSync(temporary, data, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Empty for a folder that cannot be read. */
export function namesIn(folder: string): string[] {
  return attempt(() => readdirSync(folder), []);
}

/** The path itself if nothing exists there. */
export function realPath(path: string): string {
  return attempt(() => realpathSync.native(path), path);
}
