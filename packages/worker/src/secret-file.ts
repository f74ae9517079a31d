/**
 * Reads secrets from files that the environment names. Refuses files that other users can read. Never prints a secret.
 */
import { permissionDenied, type HookloomError } from '@hookloom/core';
import { readFileSync, statSync } from 'node:fs';

const MAX_BYTES = 4096;
const OPEN_TO_OTHERS = 0o007;
const OPEN_TO_ANYONE = 0o077;

/**
 * Throws `permission_denied` for a file that is empty, cannot be read or is accessible to every user; with `isOwnOnly`
 * also for one that is accessible to a group.
 */
export function readSecretFile(variable: string, file: string, isOwnOnly = false): string {
  let secret: string;
  let mode: number;
  try {
    const stats = statSync(file);
    mode = stats.mode;
    secret = stats.size <= MAX_BYTES ? readFileSync(file, 'utf8').trim() : '';
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'an error';
    throw refuse(variable, `cannot be read (${code})`);
  }
  if (process.platform !== 'win32' && (mode & (isOwnOnly ? OPEN_TO_ANYONE : OPEN_TO_OTHERS)) !== 0)
    throw refuse(variable, 'is open to other users of this machine');
  if (secret === '') throw refuse(variable, 'is empty or too long');
  return secret;
}

function refuse(variable: string, what: string): HookloomError {
  return permissionDenied(
    `The file of ${variable} ${what}.`,
    'Write it into a file of your own with mode 0600, or unset the variable.',
  );
}
