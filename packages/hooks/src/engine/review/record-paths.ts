/** Paths of review records, and whether any hook here needs one. Otherwise no review code is loaded. */
import os from 'node:os';
import path from 'node:path';
import { contentDigest } from '@hookloom/core/hook';
import fs from 'node:fs';
import type { LoadedConfig } from '../load.ts';

export interface RecordPlace {
  /** The user's private state folder. */
  stateDir: string;
  /** Null: no second copy. */
  home: string | null;
  /** Absolute path of the project. */
  projectDir: string;
  /** The account's home folder according to the system, whatever HOME says. Absent: ask the system. Null: none. */
  accountHome?: string | null;
}

/** The real path, from the system call if it works like Node's function. Throws if the file is missing. */
export function realPathOf(file: string): string {
  return process.platform === 'linux' ? fs.realpathSync.native(file) : fs.realpathSync(file);
}

/** The scope of hooks in the user's own files. */
export const USER_SCOPE = 'user';

/** The scope of a project's hooks: its real path. */
export function projectScope(projectDir: string): string {
  try {
    return realPathOf(projectDir);
  } catch {
    return path.resolve(projectDir);
  }
}

/** The folder of one scope, with its record and the copies of the reviewed files. */
export function scopeDir(stateDir: string, scope: string): string {
  return `${stateDir}/reviews/${contentDigest(scope)}`;
}

export function recordFile(stateDir: string, scope: string): string {
  return `${scopeDir(stateDir, scope)}/record`;
}

const secondCopies = new Map<string, string>();

export function secondCopyFile(home: string | null): string | null {
  if (home === null) return null;
  const file = secondCopies.get(home) ?? path.join(home, '.hookloom', 'reviews.json');
  secondCopies.set(home, file);
  return file;
}

let asked: string | null | undefined;

/** The home folder of the account. Not HOME, which anyone who starts us can set, such as the settings of a client. */
export function accountHomeOf({ accountHome }: Pick<RecordPlace, 'accountHome'>): string | null {
  if (accountHome !== undefined) return accountHome;
  if (asked === undefined)
    try {
      asked = os.userInfo().homedir || null;
    } catch {
      // The system does not know the account, as in some containers.
      asked = null;
    }
  return asked;
}

/** The second copy, and that of the account if HOME is another folder. */
export function secondCopyFiles(place: RecordPlace): string[] {
  const files = [secondCopyFile(place.home), secondCopyFile(accountHomeOf(place))];
  return [...new Set(files.filter((file) => file !== null))];
}

/** Files that change when the record of a project or its user changes. */
export function recordFiles(place: RecordPlace): string[] {
  const { stateDir, projectDir } = place;
  return [
    recordFile(stateDir, projectScope(projectDir)),
    recordFile(stateDir, USER_SCOPE),
    ...secondCopyFiles(place),
  ];
}

/** Whether any hook here needs or has a review. */
export function needsReviews(config: LoadedConfig, place: RecordPlace): boolean {
  return (
    config.problems.some(({ code }) => code === 'unreadable_file' || code === 'unparsable_file') ||
    config.handlers.some(({ critical }) => critical) ||
    config.files.some(
      ({ file, handlers, switches, blocked }) =>
        switches.length > 0 ||
        blocked.length > 0 ||
        (handlers.length > 0 && (file.layer === 'project' || file.layer === 'local')),
    ) ||
    recordFiles(place).some((file) => fs.existsSync(file))
  );
}
