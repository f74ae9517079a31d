/** Reading and writing the client's settings files: never through a link, never half. */
import fs from 'node:fs';
import path from 'node:path';
import { HookloomError, sha256Hex } from '@hookloom/core';

/** The file's text, or null when there is none. Refuses links: a repository could point one anywhere (T9). */
export function readSettings(file: string): string | null {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  if (!stat.isFile()) {
    throw new HookloomError(
      'permission_denied',
      `${file} is not a plain file.`,
      'Replace the link by a file, or name another file with --output.',
    );
  }
  return fs.readFileSync(file, 'utf8');
}

/** Writes through a temporary file in the same directory; an existing file keeps its mode. */
export function writeSettings(file: string, text: string): void {
  const mode = fs.statSync(file, { throwIfNoEntry: false })?.mode ?? 0o600;
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`);
  fs.writeFileSync(temporary, text, { mode: mode & 0o777, flag: 'wx' });
  fs.renameSync(temporary, file);
}

/** Creates the parents of `file` and returns those that were not there, outermost first. */
export function createParents(file: string): string[] {
  const created: string[] = [];
  for (let dir = path.dirname(file); !fs.existsSync(dir); dir = path.dirname(dir))
    created.unshift(dir);
  for (const dir of created) fs.mkdirSync(dir, { mode: 0o755 });
  return created;
}

export function digest(text: string): string {
  return `sha256:${sha256Hex(text)}`;
}
