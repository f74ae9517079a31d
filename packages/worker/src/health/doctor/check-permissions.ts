/**
 * Whether other users of this machine can read our files: the log and the state folder must be 0700, their files 0600.
 */
import fs from 'node:fs';
import path from 'node:path';
import { stateDirPath } from '@hookloom/core/settings';
import { error, ok, REPAIR, skipped, warning, type Check } from './row.ts';
import { tokenFile } from '../../life/token.ts';

/** The maximum number of entries to check in a folder. */
const MAX_ENTRIES = 5000;

export const checkPermissions: Check = ({ workspace, place, repair }) => {
  if (place.platform === 'win32') return skipped('permissions', 'Not checked on Windows.');
  const folders = [workspace.eventloomDir, stateDirPath(place.env)];
  const open: string[] = [];
  const foreign: string[] = [];
  for (const folder of folders) look(folder, { open, foreign });
  if (foreign.length > 0)
    return error('permissions', {
      message: `Not a regular file or folder of this user: ${some(foreign)}.`,
      why: 'Another user could change or redirect what is recorded.',
      command: `ls -la ${path.dirname(foreign[0]!)}`,
    });
  if (open.length === 0)
    return ok('permissions', 'Only you can read the log and the state folder.');
  const wrong = {
    message: `Readable by other users: ${some(open)}.`,
    why: 'Other users of this machine can read what your agents did.',
    command: REPAIR,
  };
  if (!repair) return warning('permissions', wrong);
  const closed = open.filter(close);
  return {
    ...(closed.length === open.length
      ? ok('permissions', 'Only you can read the log and the state folder.')
      : error('permissions', wrong)),
    repaired: `made ${closed.length} of ${open.length} private`,
  };
};

export const checkToken: Check = ({ place, repair }) => {
  const file = tokenFile(stateDirPath(place.env));
  const stats = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return skipped('token', 'No token exists yet: the worker has not run.');
  const isOwn = stats.isFile() && isOwned(stats);
  if (isOwn && (place.platform === 'win32' || (stats.mode & 0o077) === 0))
    return ok('token', `${file} is private.`);
  const wrong = {
    message: isOwn
      ? `${file} has mode ${(stats.mode & 0o777).toString(8)}.`
      : `${file} is a link or belongs to another user.`,
    why: 'Anyone who reads the token can ask the worker for everything. The worker does not use it in this state.',
    command: isOwn ? REPAIR : `rm ${file}`,
  };
  if (!repair || !isOwn) return error('token', wrong);
  fs.chmodSync(file, 0o600);
  return { ...ok('token', `${file} is private.`), repaired: 'set its mode to 0600' };
};

/** Checks the entries of the folder and its subfolders. Reports links and never follows them. */
function look(folder: string, faults: { open: string[]; foreign: string[] }): void {
  const todo = [folder];
  for (let looked = 0; todo.length > 0 && looked < MAX_ENTRIES; looked++) {
    const at = todo.pop()!;
    const stats = fs.lstatSync(at, { throwIfNoEntry: false });
    if (stats === undefined) continue;
    if (!isOwned(stats) || !(stats.isFile() || stats.isDirectory() || stats.isSocket()))
      faults.foreign.push(at);
    else if ((stats.mode & 0o077) !== 0) faults.open.push(at);
    if (!stats.isDirectory()) continue;
    try {
      for (const name of fs.readdirSync(at)) todo.push(path.join(at, name));
    } catch {
      // Its mode is reported.
    }
  }
}

function close(file: string): boolean {
  try {
    const stats = fs.lstatSync(file);
    if (stats.isSymbolicLink()) return false;
    fs.chmodSync(file, stats.isDirectory() ? 0o700 : 0o600);
    return true;
  } catch {
    return false;
  }
}

function isOwned({ uid }: fs.Stats): boolean {
  return process.getuid === undefined || uid === process.getuid();
}

function some(files: readonly string[]): string {
  const more = files.length > 2 ? ` and ${files.length - 2} more` : '';
  return files.slice(0, 2).join(', ') + more;
}
