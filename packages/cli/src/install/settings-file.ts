/** Reads and writes clients' settings files: never through a link, never partially. */
import fs from 'node:fs';
import path from 'node:path';
import { conflict, permissionDenied, sha256Hex } from '@hookloom/core';

const MAX_BYTES = 16 * 1024 * 1024;

/** The file's text, or null if there is none. Refuses links, because a repository could point one anywhere. */
export function readSettings(file: string): string | null {
  const stat = orRefused(file, () => fs.lstatSync(file, { throwIfNoEntry: false }));
  if (stat === undefined) return null;
  if (!stat.isFile())
    throw permissionDenied(
      `${file} is not a regular file.`,
      'Replace the link with a file, or choose another file with --output.',
    );
  if (stat.size > MAX_BYTES)
    throw conflict(
      `${file} is too large for a settings file.`,
      'Check its content, or choose another file with --output.',
    );
  try {
    // Refuses bytes that are not UTF-8, because they could not be written back. Keeps a byte order mark.
    const bytes = orRefused(file, () => fs.readFileSync(file));
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw conflict(
      `${file} is not UTF-8 text.`,
      'Save it as UTF-8 in an editor, then run the command again.',
    );
  }
}

/** Throws if a link on the path to `file` leads out of the workspace. Does not check files elsewhere. */
export function assertInside(root: string, file: string): void {
  if (!file.startsWith(root + path.sep)) return;
  let folder = path.dirname(file);
  while (!fs.existsSync(folder)) folder = path.dirname(folder);
  const real = fs.realpathSync(folder) + path.sep;
  if (real.startsWith(fs.realpathSync(root) + path.sep)) return;
  throw permissionDenied(
    `${folder} is a link that points outside the workspace.`,
    'Replace it with a folder, or connect the folder that it points to.',
  );
}

/** A file that is written to a temporary name and not yet moved into place. */
export type StagedFile = ReturnType<typeof stageSettings>;

/** Writes a temporary file in the same directory. An existing file keeps its mode, unless a program is written. */
export function stageSettings(file: string, text: string, newMode = 0o600) {
  const stat = orRefused(file, () => fs.statSync(file, { throwIfNoEntry: false }));
  const mode = (newMode & 0o111) === 0 ? (stat?.mode ?? newMode) & 0o777 : newMode;
  const temporary = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.tmp`);
  /** Deletes it, unless it was moved into place. */
  const drop = (): void => fs.rmSync(temporary, { force: true });
  orRefused(file, () => {
    try {
      const fd = fs.openSync(temporary, 'wx', mode);
      try {
        fs.writeFileSync(fd, text);
        fs.fchmodSync(fd, mode);
        fs.fsyncSync(fd);
      } finally {
        fs.closeSync(fd);
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') drop();
      throw error;
    }
  });
  return {
    /** Moves it into place. */
    commit: () => orRefused(file, () => fs.renameSync(temporary, file)),
    drop,
  };
}

/** Writes the file completely or not at all. An existing file keeps its mode. */
export function writeSettings(file: string, text: string): void {
  const staged = stageSettings(file, text);
  try {
    staged.commit();
  } finally {
    staged.drop();
  }
}

/**
 * Creates the missing parents of `file` and returns them, outermost first.
 *
 * @param onCreated Called for each new folder, because a later one may fail
 */
export function createParents(file: string, onCreated: (dir: string) => void): string[] {
  const created: string[] = [];
  for (let dir = path.dirname(file); !fs.existsSync(dir); dir = path.dirname(dir))
    created.unshift(dir);
  for (const dir of created) {
    orRefused(file, () => fs.mkdirSync(dir, { mode: 0o755 }));
    onCreated(dir);
  }
  return created;
}

const REFUSED = new Set(
  'EACCES EPERM EROFS ENOTDIR EISDIR ENOTEMPTY ENOSPC EDQUOT EIO EBUSY EEXIST ENAMETOOLONG ELOOP ENOENT'.split(
    ' ',
  ),
);

/** Reports an error of the file system for this file. Any other error is a defect. */
function orRefused<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || !REFUSED.has(code)) throw error;
    throw permissionDenied(
      `${file} cannot be used (${code}).`,
      'Check the permissions of its folders and the free disk space, then run the command again.',
      { cause: error },
    );
  }
}

export function digest(text: string): string {
  return `sha256:${sha256Hex(text)}`;
}
