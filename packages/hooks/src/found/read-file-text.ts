import fs from 'node:fs';

/** A larger settings file contains no hooks. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Null if there is no such file, or it cannot be read. */
export function readFileText(file: string): string | null {
  try {
    const stats = fs.statSync(file);
    return stats.isFile() && stats.size <= MAX_BYTES ? fs.readFileSync(file, 'utf8') : null;
  } catch {
    return null;
  }
}
