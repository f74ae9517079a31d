/** The real path of a directory, even if it no longer exists: marks are stored under it. */
import { realpathSync } from 'node:fs';
import { realPath } from '@hookloom/core';

export function realDirectory(dir: string): string {
  try {
    return realpathSync.native(dir);
  } catch {
    const end = dir.lastIndexOf('/');
    return realPath(dir.slice(0, end) || '/') + dir.slice(end);
  }
}
