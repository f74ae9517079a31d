/** Work whose failure is normal in a healthy system, such as reading a missing file. */
import { readdirSync, realpathSync } from 'node:fs';

/**
 * What `work` returns; null, or `otherwise`, if it throws. For failures that are normal in a healthy system.
 *
 * @example attempt(() => readFileSync(file, 'utf8')) ?? 'empty'
 */
export function attempt<T, const O = null>(work: () => T, otherwise = null as O): T | O {
  try {
    return work();
  } catch {
    return otherwise;
  }
}

/** For work whose failure does not matter because the essential part is done. Give the reason at the call. */
export function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // The caller gives the reason.
  }
}

/** Empty for a folder that cannot be read. */
export function namesIn(folder: string): string[] {
  return attempt(() => readdirSync(folder), []);
}

/** The path itself if nothing exists there. */
export function realPath(path: string): string {
  return attempt(() => realpathSync.native(path), path);
}
