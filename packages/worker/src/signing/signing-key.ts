/**
 * The keys that sign exports and shared lines: Ed25519, created on first use, stored only in the user's own state
 * folder.
 */
import { createPrivateFile } from '../private-file.ts';
import { HookloomError, permissionDenied, openPlain } from '@hookloom/core';
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

export const EXPORT_KEY = 'export-key.pem';
export const SHARE_KEY = 'share-key.pem';
const MAX_BYTES = 4096;
const OPEN_TO_OTHERS = 0o077;

/** Throws `permission_denied` for a key file that others can read, or that is not a regular file with a single name. */
export function signingKey(stateDir: string, name: string): KeyObject {
  const file = path.join(stateDir, name);
  return readKey(file) ?? makeKey(stateDir, file);
}

/** Null if there is no key yet. */
export function knownKey(stateDir: string, name: string): KeyObject | null {
  return readKey(path.join(stateDir, name));
}

function readKey(file: string): KeyObject | null {
  let fd: number;
  try {
    // Follows no link, which could point to another user's key.
    fd = openPlain(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw refuse('cannot be read');
  }
  try {
    const { mode, size, nlink } = fs.fstatSync(fd);
    if (process.platform !== 'win32' && (mode & OPEN_TO_OTHERS) !== 0)
      throw refuse('is open to other users');
    if (nlink > 1 || size > MAX_BYTES) throw refuse('is not a key of its own');
    const key = createPrivateKey(fs.readFileSync(fd));
    if (key.asymmetricKeyType !== 'ed25519') throw refuse('contains another kind of key');
    return key;
  } catch (error) {
    throw error instanceof HookloomError ? error : refuse('contains no key');
  } finally {
    fs.closeSync(fd);
  }
}

/** If two processes create one at once, both use the first. */
function makeKey(stateDir: string, file: string): KeyObject {
  fs.mkdirSync(stateDir, { recursive: true, mode: 0o700 });
  const { privateKey } = generateKeyPairSync('ed25519');
  try {
    createPrivateFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
  } catch {
    throw refuse('cannot be written');
  }
  const kept = readKey(file);
  if (kept === null) throw refuse('was deleted again');
  return kept;
}

function refuse(what: string): HookloomError {
  return permissionDenied(
    `The signing key in the state folder ${what}.`,
    'Give the .pem file mode 0600 and no other name, or remove it. A new key is created when one is needed.',
  );
}
