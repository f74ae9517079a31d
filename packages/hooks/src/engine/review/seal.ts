/** The key with which records of reviews are sealed: one file of random bytes in the private state folder. */
import { createHmac, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Null where there is none, or one that others can read. `make` writes one. */
export function readKey(stateDir: string, { make = false } = {}): Buffer | null {
  const file = `${stateDir}/reviews/key`;
  try {
    const stats = fs.lstatSync(file);
    const isOpen = process.platform !== 'win32' && (stats.mode & 0o077) !== 0;
    const key = stats.isFile() && !isOpen ? fs.readFileSync(file) : null;
    if (key?.length === 32) return key;
  } catch {
    // None yet.
  }
  if (!make) return null;
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}.tmp`;
  fs.rmSync(temporary, { force: true });
  fs.writeFileSync(temporary, randomBytes(32), { mode: 0o600, flag: 'wx' });
  try {
    // Of two that make one at once, the first counts.
    fs.linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || readKey(stateDir) === null)
      fs.renameSync(temporary, file);
  }
  fs.rmSync(temporary, { force: true });
  return readKey(stateDir);
}

export function sealOf(body: string, key: Buffer): string {
  return createHmac('sha256', key).update(body).digest('hex');
}
