/**
 * The key of this installation: it seals what this installation wrote, on this machine or wherever the key is shared.
 */
import fs from 'node:fs';
import { stateDirPath } from '@hookloom/core/settings';
import { attempt, replaceFile, sha256Hex, weakRandomHex } from '@hookloom/core';
import { readRange, withOwned } from '../files/owned-file.ts';

const KEY_BYTES = 32;

/** `HOOKLOOM_INSTALLATION_KEY_FILE`, for a container or a second machine; else in the state folder. */
export function keyFile(): string {
  const named = process.env['HOOKLOOM_INSTALLATION_KEY_FILE'] ?? '';
  return named === '' ? `${stateDirPath(process.env)}/installation.key` : named;
}

/**
 * Null if there is none, or if others can read it. `make` creates one if there is none.
 *
 * @example const key = installationKey({ make: true });
 */
export function installationKey({ make = false } = {}): Buffer | null {
  const file = keyFile();
  const found = readKey(file);
  if (found !== 'none') return found;
  if (!make) return null;
  try {
    fs.mkdirSync(file.slice(0, Math.max(1, file.lastIndexOf('/'))), {
      recursive: true,
      mode: 0o700,
    });
    const temporary = `${file}.${process.pid}.${weakRandomHex()}`;
    fs.writeFileSync(temporary, randomKey(), { mode: 0o600, flag: 'wx' });
    try {
      // If two processes create one at once, the first wins.
      fs.linkSync(temporary, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      fs.rmSync(temporary, { force: true });
    }
  } catch {
    return null;
  }
  const made = readKey(file);
  return made === 'none' ? null : made;
}

/** Without the crypto module if the system has a device for it: a hook creates the first key. */
function randomKey(): Buffer {
  if (process.platform === 'win32')
    return process.getBuiltinModule('node:crypto').randomBytes(KEY_BYTES);
  const key = Buffer.alloc(KEY_BYTES);
  const fd = fs.openSync('/dev/urandom', 'r');
  try {
    if (fs.readSync(fd, key) !== KEY_BYTES) throw new Error('No random bytes.');
  } finally {
    fs.closeSync(fd);
  }
  return key;
}

function readKey(file: string): Buffer | null | 'none' {
  try {
    const stats = fs.statSync(file);
    const isOpen = process.platform !== 'win32' && (stats.mode & 0o077) !== 0;
    if (!stats.isFile() || isOpen) return null;
    const key = fs.readFileSync(file);
    return key.length >= KEY_BYTES ? key : null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'none' : null;
  }
}

/** Eight hex characters that identify the installation publicly. */
export function installationId(key: Buffer): string {
  return sha256Hex(Buffer.concat([Buffer.from('hookloom installation\n'), key])).slice(0, 8);
}

/** The point of a log that is sealed. */
export interface SealedPoint {
  genesis: string;
  seq: number;
  hash: string;
  /** Offset after its line, if it is known. */
  size?: number;
}

function sealOf({ genesis, seq, hash }: SealedPoint, key: Buffer): string {
  return hmac(`hookloom log seal 1\n${genesis}\n${seq}\n${hash}`, key);
}

const BLOCK_BYTES = 64;

/** HMAC-SHA-256 (RFC 2104) in lower-case hex, without loading the crypto module. */
export function hmac(text: string, key: Buffer): string {
  const short = key.length > BLOCK_BYTES ? Buffer.from(sha256Hex(key), 'hex') : key;
  const block = Buffer.alloc(BLOCK_BYTES);
  short.copy(block);
  const padded = (byte: number, rest: Buffer): Buffer =>
    Buffer.concat([block.map((own) => own ^ byte), rest]);
  const inner = sha256Hex(padded(0x36, Buffer.from(text)));
  return sha256Hex(padded(0x5c, Buffer.from(inner, 'hex')));
}

// `<session>.seal`: a point of the log, sealed with the key of the installation that wrote it. It moves with the log.

const MAX_BYTES = 4096;
type Sealed = SealedPoint & { seal: unknown };

/** The point that this key sealed; null if there is none, or if another installation sealed it. */
export function readSeal(dir: string, session: string, key: Buffer): SealedPoint | null {
  return attempt(() =>
    withOwned(`${dir}/${session}.seal`, fs.constants.O_RDONLY, ({ fd }) => {
      const content = JSON.parse(readRange(fd, 0, MAX_BYTES).toString('utf8')) as Sealed;
      // If the seal is ours, the fields under it are as we wrote them.
      const { genesis, seq, hash, size, seal } = content;
      if (seal !== sealOf({ genesis, seq, hash }, key)) return null;
      return { genesis, seq, hash, ...(typeof size === 'number' && { size }) };
    }),
  );
}

/** Replaces the file in one step. Throws the file system's errors. */
export function writeSeal(dir: string, session: string, point: SealedPoint, key: Buffer): void {
  const file = `${dir}/${session}.seal`;
  replaceFile(
    file,
    `${JSON.stringify({ v: 1, ...point, seal: sealOf(point, key) })}\n`,
    'must exist',
  );
}
