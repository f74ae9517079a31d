/** Reads a whole file of the workspace safely: a regular text file below the size limit, never through a link. */
import { withPlain } from '@hookloom/core';
import { createHash } from 'node:crypto';
import fs from 'node:fs';

export type ReadSource =
  | { ok: true; text: string; bytes: number; blob: string }
  | { ok: false; reason: 'too_large' | 'unreadable' | 'binary' };

/** Git looks for a NUL in as many bytes. */
const LOOKED_AT = 8000;

export function readSource(absolute: string, maxBytes: number): ReadSource {
  const bytes = withPlain(absolute, (fd, { size }) =>
    size > maxBytes ? 'too_large' : fs.readFileSync(fd),
  );
  if (bytes === null) return { ok: false, reason: 'unreadable' };
  // It may have grown meanwhile.
  if (typeof bytes === 'string' || bytes.length > maxBytes)
    return { ok: false, reason: 'too_large' };
  if (bytes.subarray(0, LOOKED_AT).includes(0)) return { ok: false, reason: 'binary' };
  const blob = `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
  return { ok: true, text: bytes.toString('utf8').toWellFormed(), bytes: bytes.length, blob };
}
