/** Reads a whole file of the workspace safely: a regular text file below the size limit, never through a link. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';

export type ReadSource =
  | { ok: true; text: string; bytes: number; blob: string }
  | { ok: false; reason: 'too_large' | 'unreadable' | 'binary' };

/** Git looks for a NUL in as many bytes. */
const LOOKED_AT = 8000;

export function readSource(absolute: string, maxBytes: number): ReadSource {
  let bytes: Buffer;
  try {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
    const fd = fs.openSync(absolute, O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0));
    try {
      const { size, isFile } = statOf(fd);
      if (!isFile) return { ok: false, reason: 'unreadable' };
      if (size > maxBytes) return { ok: false, reason: 'too_large' };
      bytes = fs.readFileSync(fd);
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    return { ok: false, reason: 'unreadable' };
  }
  // It may have grown meanwhile.
  if (bytes.length > maxBytes) return { ok: false, reason: 'too_large' };
  if (bytes.subarray(0, LOOKED_AT).includes(0)) return { ok: false, reason: 'binary' };
  const blob = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  return { ok: true, text: bytes.toString('utf8').toWellFormed(), bytes: bytes.length, blob };
}

function statOf(fd: number): { size: number; isFile: boolean } {
  const stat = fs.fstatSync(fd);
  return { size: stat.size, isFile: stat.isFile() };
}
