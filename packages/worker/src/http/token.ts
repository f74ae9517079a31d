/** The token of this installation, in a private file of the user's state folder. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { HookloomError } from '@hookloom/core/errors';

export function tokenFile(stateDir: string): string {
  return path.join(stateDir, 'worker-token');
}

/** Reads the token, or makes one. Throws `permission_denied` when others could read it. */
export function loadToken(stateDir: string): string {
  const file = tokenFile(stateDir);
  try {
    fs.writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const stats = fs.lstatSync(file);
  if (!stats.isFile() || (process.platform !== 'win32' && (stats.mode & 0o077) !== 0))
    throw new HookloomError(
      'permission_denied',
      `${file} is not a private file.`,
      'Delete it; a new token is made at the next start.',
    );
  return fs.readFileSync(file, 'utf8').trim();
}
