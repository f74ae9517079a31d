/** The head file by its path: for callers that do not append. */
import { closeSync, constants } from 'node:fs';
import { attempt } from '@hookloom/core';
import { openHead, readHeadFrom, writeHeadTo, type HeadRecord } from './high-water.ts';
import { withOwned } from './owned-file.ts';

/** Null if it is missing or unreadable. A head file is evidence; its absence proves nothing. */
export function readHead(path: string): HeadRecord | null {
  return attempt(
    () => withOwned(path, constants.O_RDONLY, ({ fd }) => asHead(readHeadFrom(fd))),
    null,
  );
}

/** Null for anything that is not a head record. */
export function asHead(read: Partial<HeadRecord> | null): HeadRecord | null {
  const { seq, hash, size } = read ?? {};
  if (typeof seq !== 'number' || typeof hash !== 'string' || typeof size !== 'number') return null;
  return Number.isSafeInteger(seq) && seq > 0 && Number.isSafeInteger(size)
    ? { seq, hash, size }
    : null;
}

/** Call under the log's lock. */
export function writeHead(path: string, record: HeadRecord): void {
  const fd = openHead(path);
  try {
    writeHeadTo(fd, record);
  } finally {
    closeSync(fd);
  }
}
