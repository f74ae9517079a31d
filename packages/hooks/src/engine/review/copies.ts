/** Private copies of reviewed texts, to show a difference and to restore them. They are never run. */
import { attempt, replaceFile, sha256Hex } from '@hookloom/core';
import fs from 'node:fs';
import { scopeDir } from './record-paths.ts';

const MAX_COPY_BYTES = 1024 * 1024;

/** Stores the file's current content. Returns its SHA-256, or null if it cannot be stored. */
export function keepCopy(stateDir: string, scope: string, file: string): string | null {
  return attempt(() => {
    const bytes = fs.readFileSync(file);
    if (bytes.length > MAX_COPY_BYTES) return null;
    const digest = sha256Hex(bytes);
    const target = copyFile(stateDir, scope, digest);
    if (!fs.existsSync(target)) replaceFile(target, bytes);
    return digest;
  });
}

/** The reviewed content; null if there is none or it has changed. */
export function readCopy(stateDir: string, scope: string, digest: string): Buffer | null {
  if (!/^[0-9a-f]{64}$/.test(digest)) return null;
  return attempt(() => {
    const bytes = fs.readFileSync(copyFile(stateDir, scope, digest));
    return sha256Hex(bytes) === digest ? bytes : null;
  });
}

/** Removes the copies that no entry needs. */
export function dropOtherCopies(stateDir: string, scope: string, needed: ReadonlySet<string>) {
  const dir = `${scopeDir(stateDir, scope)}/copies`;
  try {
    for (const name of fs.readdirSync(dir))
      if (!needed.has(name)) fs.rmSync(`${dir}/${name}`, { force: true });
  } catch {
    // There are no copies.
  }
}

function copyFile(stateDir: string, scope: string, digest: string): string {
  return `${scopeDir(stateDir, scope)}/copies/${digest}`;
}
