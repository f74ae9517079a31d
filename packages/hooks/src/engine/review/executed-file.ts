/** One file that a hook executes, and how a change of its content is detected. */
import fs from 'node:fs';
import { sha256Hex } from '@hookloom/core';
import { realPathOf } from './record-paths.ts';

export interface ExecutedFile {
  /** An absolute path without links. For a task of a package file: `/p/package.json#lint`. */
  path: string;
  /**
   * SHA-256 of the content in hex; `missing`; `large:` and the file's stamp if it is too long to be hashed each time.
   */
  sha256: string;
}

/** Longer files are identified by size, modification time and inode. */
const MAX_HASHED_BYTES = 16 * 1024 * 1024;
/** Longer files are not searched for imports. */
const MAX_READ_BYTES = 1024 * 1024;

export interface Content extends ExecutedFile {
  /** Null if there is nothing to search. */
  text: string | null;
  /** Taken before the content was read. */
  stamp: string;
}

/** Changes whenever a file is written or replaced, even with the same content. */
export function stampOf(file: string): string {
  const stats = fs.statSync(file, { bigint: true, throwIfNoEntry: false });
  if (stats === undefined) return 'missing';
  const { dev, ino, size, mtimeNs, ctimeNs } = stats;
  return [dev, ino, size, mtimeNs, ctimeNs].join(':');
}

export function contentOf(file: string): Content {
  let path = file;
  let stamp = 'missing';
  try {
    path = realPathOf(file);
    stamp = stampOf(path);
    const stats = fs.statSync(path);
    if (!stats.isFile()) return { path, sha256: 'missing', text: null, stamp };
    if (stats.size > MAX_HASHED_BYTES) {
      const { size, mtimeMs, ctimeMs, ino } = stats;
      return { path, sha256: `large:${size}:${mtimeMs}:${ctimeMs}:${ino}`, text: null, stamp };
    }
    const bytes = fs.readFileSync(path);
    const isText = bytes.length <= MAX_READ_BYTES && !bytes.subarray(0, 1024).includes(0);
    return { path, sha256: sha256Hex(bytes), text: isText ? bytes.toString('utf8') : null, stamp };
  } catch {
    return { path, sha256: 'missing', text: null, stamp };
  }
}
