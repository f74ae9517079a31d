/** The real path of a directory, also of one that is gone: marks are kept by it. */
import { realpathSync } from 'node:fs';

export function realDirectory(dir: string): string {
  try {
    return realpathSync.native(dir);
  } catch {
    const end = dir.lastIndexOf('/');
    return realPathOr(dir.slice(0, end) || '/') + dir.slice(end);
  }
}

function realPathOr(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
