/** The token of this installation, in a private file of the user's state folder. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { permissionDenied } from '@hookloom/core';
import { createPrivateFile, readPrivateFile } from '../private-file.ts';

export function tokenFile(stateDir: string): string {
  return path.join(stateDir, 'worker-token');
}

/** Reads or creates the token. Throws `permission_denied` if others could read it. */
export function loadToken(stateDir: string): string {
  const file = tokenFile(stateDir);
  const there = readToken(stateDir);
  if (there !== null) return there;
  createPrivateFile(file, `${randomBytes(32).toString('base64url')}\n`);
  const token = readToken(stateDir);
  if (token !== null) return token;
  throw permissionDenied(
    `${file} is not a private file with a token.`,
    'Delete it. A new token is created at the next start.',
  );
}

/** Null if there is none yet, or it cannot be trusted. */
export function readToken(stateDir: string): string | null {
  const token = readPrivateFile(tokenFile(stateDir))?.trim() ?? '';
  return /^[\w-]{32,128}$/.test(token) ? token : null;
}
