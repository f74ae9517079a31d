/** Reads files of the workspace, to check the rows that cite them. */
import fs from 'node:fs';
import path from 'node:path';
import type { WorkspaceFiles } from '@hookloom/memory/checkout';
import { attempt } from '@hookloom/core';
import { isRemoteCall } from '../call-scope.ts';
import { readSource } from '../indexing/read-source.ts';

const MAX_FILE_BYTES = 1_048_576;
/** The limit for all files of one answer together. */
const MAX_BYTES = 8_388_608;

/**
 * Accepts relative paths, and absolute ones inside the root. A path that leads outside, even through a link, is
 * `unknown`.
 */
export function workspaceFiles(root: string): WorkspaceFiles {
  let left = MAX_BYTES;
  const locate = fileLocator(root);
  return {
    read(name) {
      const found = locate(name);
      if (found.state !== 'file') return found.state === 'missing' ? found : UNKNOWN;
      if (left <= 0) return UNKNOWN;
      const source = readSource(found.absolute, Math.min(left, MAX_FILE_BYTES));
      if (!source.ok) return UNKNOWN;
      left -= source.bytes;
      return { state: 'found', text: source.text, blob: source.blob };
    },
  };
}

export type LocatedFile =
  | { state: 'file'; absolute: string; stats: fs.Stats }
  | { state: 'missing' }
  | { state: 'unknown' };

/**
 * Resolves a recorded path without reading the file. A path that leads out of the root, even through a link, is
 * `unknown`.
 */
export function fileLocator(root: string): (name: string) => LocatedFile {
  let realRoot: string | null | undefined;
  return (name) => {
    // Other machines must not learn whether a file exists, nor its hash.
    if (isRemoteCall()) return UNKNOWN;
    realRoot ??= realPath(root);
    if (realRoot === null || name.length > 4096 || name.includes('\0')) return UNKNOWN;
    const absolute = path.resolve(root, name);
    if (!isInside(root, absolute) && !isInside(realRoot, absolute)) return UNKNOWN;
    const folder = nearestFolder(path.dirname(absolute));
    if (folder === null || !isInside(realRoot, folder)) return UNKNOWN;
    return statOf(absolute);
  };
}

const UNKNOWN = { state: 'unknown' } as const;

/** Follows no link. A recorded path may be invalid, such as a name that is too long for the file system. */
function statOf(absolute: string): LocatedFile {
  try {
    const stats = fs.lstatSync(absolute);
    return stats.isFile() ? { state: 'file', absolute, stats } : UNKNOWN;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR' ? { state: 'missing' } : UNKNOWN;
  }
}

/** The real path of the folder, or of the nearest existing one above it. */
function nearestFolder(folder: string): string | null {
  for (let at = folder; ; at = path.dirname(at)) {
    const real = realPath(at);
    if (real !== null || path.dirname(at) === at) return real;
  }
}

function realPath(of: string): string | null {
  return attempt(() => fs.realpathSync(of));
}

function isInside(root: string, absolute: string): boolean {
  const relative = path.relative(root, absolute);
  // A name may start with two dots.
  return relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
}
