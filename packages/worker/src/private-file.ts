/**
 * Small files in the user's state folder: written completely or not at all, and read only if no other user could have
 * written them.
 */
import { withPlain } from '@hookloom/core';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';

const MAX_BYTES = 4 * 1024 * 1024;

/** Replaces the file in one step, with mode 0600 whatever the umask is. */
export function writePrivateFile(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    const fd = fs.openSync(temporary, 'wx', 0o600);
    try {
      fs.fchmodSync(fd, 0o600);
      fs.writeFileSync(fd, text);
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
}

/** Creates the file unless it exists. Returns whether it was created. Readers never see a part of it. */
export function createPrivateFile(file: string, text: string): boolean {
  const temporary = `${file}.${process.pid}.${randomBytes(4).toString('hex')}.new`;
  fs.writeFileSync(temporary, text, { mode: 0o600, flag: 'wx', flush: true });
  try {
    fs.linkSync(temporary, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}

/** Null if the file is missing, is not a regular file of this user, is accessible to others or is too large. */
export function readPrivateFile(file: string, maxBytes = MAX_BYTES): string | null {
  return withPlain(file, (fd, stats) =>
    stats.size <= maxBytes && isPrivate(stats) ? fs.readFileSync(fd, 'utf8') : null,
  );
}

function isPrivate({ mode, uid }: fs.Stats): boolean {
  if (process.platform === 'win32') return true;
  return (mode & 0o077) === 0 && uid === process.getuid!();
}
