import fs from 'node:fs';
import path from 'node:path';

/** The content of every file below a directory. */
export function everythingIn(dir: string): string {
  return fs
    .readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => fs.readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}
