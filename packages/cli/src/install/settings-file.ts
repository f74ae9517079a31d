/** Reading and writing the client's settings files: never through a link, never half. */
import fs from 'node:fs';
import path from 'node:path';
import { HookloomError, sha256Hex } from '@hookloom/core';

/** The file's text, or null when there is none. Refuses links: a repository could point one anywhere (T9). */
export function readSettings(file: string): string | null {
  const stat = orRefused(file, () => fs.lstatSync(file, { throwIfNoEntry: false }));
  if (stat === undefined) return null;
  if (!stat.isFile()) {
    throw new HookloomError(
      'permission_denied',
      `${file} is not a plain file.`,
      'Replace the link by a file, or name another file with --output.',
    );
  }
  try {
    // Bytes that are no text would be written back as other bytes; a byte order mark stays.
    const bytes = orRefused(file, () => fs.readFileSync(file));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new HookloomError(
      'conflict',
      `${file} is not UTF-8 text.`,
      'Save it as UTF-8 in an editor, then run the command again.',
    );
  }
}

/** Throws where the folders on the way to `file` lead out of the workspace by a link. Files elsewhere are not its business. */
export function assertInside(root: string, file: string): void {
  if (!file.startsWith(root + path.sep)) return;
  let folder = path.dirname(file);
  while (!fs.existsSync(folder)) folder = path.dirname(folder);
  const real = fs.realpathSync(folder) + path.sep;
  if (real.startsWith(fs.realpathSync(root) + path.sep)) return;
  throw new HookloomError(
    'permission_denied',
    `${folder} is a link that leads out of the workspace.`,
    'Replace it by a folder, or connect the folder that it points to.',
  );
}

/** Writes through a temporary file in the same directory; an existing file keeps its mode. */
export function writeSettings(file: string, text: string): void {
  const mode = (fs.statSync(file, { throwIfNoEntry: false })?.mode ?? 0o600) & 0o777;
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`);
  orRefused(file, () => {
    try {
      fs.writeFileSync(temporary, text, { mode, flag: 'wx' });
      fs.chmodSync(temporary, mode);
      fs.renameSync(temporary, file);
    } finally {
      fs.rmSync(temporary, { force: true });
    }
  });
}

/** Creates the parents of `file` and returns those that were not there, outermost first. */
export function createParents(file: string): string[] {
  const created: string[] = [];
  for (let dir = path.dirname(file); !fs.existsSync(dir); dir = path.dirname(dir))
    created.unshift(dir);
  for (const dir of created) orRefused(file, () => fs.mkdirSync(dir, { mode: 0o755 }));
  return created;
}

const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'ENOSPC', 'EEXIST']);

/** What the system refuses is said of the file that was meant; anything else is a defect of ours. */
function orRefused<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || !REFUSED.has(code)) throw error;
    throw new HookloomError(
      'permission_denied',
      `${file} cannot be used (${code}).`,
      'Look at its folders and their modes; what was written before it goes with `hookloom uninstall`.',
      { cause: error },
    );
  }
}

export function digest(text: string): string {
  return `sha256:${sha256Hex(text)}`;
}
