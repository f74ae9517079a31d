import { readdirSync, realpathSync } from 'node:fs';
import { attempt } from './attempt.ts';

/** Empty for a folder that cannot be read. */
export function namesIn(folder: string): string[] {
  return attempt(() => readdirSync(folder), []);
}

/** The path itself if nothing exists there. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}
