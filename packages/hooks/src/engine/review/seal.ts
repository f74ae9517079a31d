/** The key that seals review records: a file of random bytes in the private state folder. */
import fs from 'node:fs';
import path from 'node:path';
import { sha256Hex } from '@hookloom/core';

/** Null if there is none or others can read it. `make` creates one. */
export function readKey(stateDir: string, { make = false } = {}): Buffer | null {
  const file = `${stateDir}/reviews/key`;
  try {
    const stats = fs.lstatSync(file);
    const isOpen = process.platform !== 'win32' && (stats.mode & 0o077) !== 0;
    const key = stats.isFile() && !isOpen ? fs.readFileSync(file) : null;
    if (key?.length === 32) return key;
  } catch {
    // There is none yet.
  }
  if (!make) return null;
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}.tmp`;
  fs.rmSync(temporary, { force: true });
  const key = process.getBuiltinModule('node:crypto').randomBytes(32);
  fs.writeFileSync(temporary, key, { mode: 0o600, flag: 'wx' });
  try {
    // If two processes create a key at once, the first one wins.
    fs.linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || readKey(stateDir) === null)
      fs.renameSync(temporary, file);
  }
  fs.rmSync(temporary, { force: true });
  return readKey(stateDir);
}

const BLOCK_BYTES = 64;

/** HMAC-SHA-256 (RFC 2104) in hex. Does not load `node:crypto` for a record of ordinary size. */
export function sealOf(body: string, key: Buffer): string {
  const padded = (fill: number): Uint8Array =>
    Uint8Array.from({ length: BLOCK_BYTES }, (_, at) => fill ^ (key[at] ?? 0));
  const inner = sha256Hex(Buffer.concat([padded(0x36), Buffer.from(body)]));
  return sha256Hex(Buffer.concat([padded(0x5c), Buffer.from(inner, 'hex')]));
}
