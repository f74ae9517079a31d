/**
 * Finds the project that a folder belongs to. Hooks, servers, commands, capture and the worker all use it, so that a
 * session, a question and a guard that start in the same folder mean the same project. On the hook path: a few stats.
 */
import { lstatSync, readFileSync, realpathSync, statSync, type Stats } from 'node:fs';
import { attempt, realPath } from '../attempt.ts';

/** Everybody may write, and only the owner may delete: the mode of /tmp. */
const SHARED = 0o1002;
const MAX_POINTER_BYTES = 4096;
const MAX_CONFIG_BYTES = 65_536;
/** A line of git's configuration. */
const BARE = /^\s*bare\s*=\s*true\s*$/m;

/**
 * The nearest folder from `folder` upwards that has a `.eventloom`; null if there is none. The search stops at the root
 * of a repository, at the home folder and at a `.eventloom` that is a link or another user's. A git worktree belongs to
 * the project of its repository's main folder, unless it has its own.
 *
 * @param folder Absolute.
 * @param home Absolute; its own log does not serve the folders below it.
 * @example findProject('/home/dev/shop/src', '/home/dev') // '/home/dev/shop', which has `.eventloom`
 */
export function findProject(folder: string, home: string | undefined): string | null {
  const isEnd = endsAt(home ?? '');
  for (let dir = folder; ; dir = parentOf(dir)) {
    if (dir !== folder && (isEnd(dir) || dir === parentOf(dir))) return null;
    const log = statOf(`${dir}/.eventloom`);
    // A link could point out of the project, so the search does not continue above it either.
    if (log !== null) return log.isDirectory() && isOurs(log, dir, folder) ? dir : null;
    const git = statOf(`${dir}/.git`);
    if (git !== null) return git.isFile() ? mainProject(dir, folder, isEnd) : null;
    if (dir === parentOf(dir)) return null;
  }
}

/** The project of the checkout that a worktree hangs on: at the same place below it, else the nearest above that. */
function mainProject(worktree: string, folder: string, isEnd: (dir: string) => boolean) {
  const main = mainFolder(worktree);
  if (main === null) return null;
  for (let dir = main + folder.slice(worktree.length); !isEnd(dir); dir = parentOf(dir)) {
    const log = statOf(`${dir}/.eventloom`);
    if (log !== null) return log.isDirectory() && isOurs(log, dir, folder) ? dir : null;
    if (dir.length <= main.length) return null;
  }
  return null;
}

/**
 * The folder for a project that begins in `folder`: itself or, in a git worktree without a log, the main folder of its
 * repository. `hookloom init .` still creates a log for the worktree itself.
 */
export function projectToMake(folder: string): string {
  for (let dir = folder; ; dir = parentOf(dir)) {
    if (statOf(`${dir}/.eventloom`) !== null) return folder;
    const git = statOf(`${dir}/.git`);
    if (git !== null) return git.isFile() ? (mainFolder(dir) ?? folder) : folder;
    if (dir === parentOf(dir)) return folder;
  }
}

/** The system names a folder by its real path, the environment as it was set. */
function endsAt(home: string): (dir: string) => boolean {
  const named = home.length > 1 ? home.replace(/[/\\]+$/, '') : home;
  let real: string | null = null;
  return (dir) => named !== '' && (dir === named || dir === (real ??= realPath(named)));
}

/**
 * The folder of the repository that has this worktree; null for a submodule, and for a `.git` file that names a
 * repository which does not know it, because anyone can write such a file. A bare repository is the folder itself
 * (`shop.git`) or, if its name is hidden (`shop/.bare`), its parent folder.
 */
export function mainFolder(worktree: string): string | null {
  return attempt(() => {
    const gitDir = pointer(worktree, `${worktree}/.git`, 'gitdir: ');
    const common = pointer(gitDir, `${gitDir}/commondir`);
    const isListed = parentOf(gitDir) === `${common}/worktrees`;
    const isKnown = pointer(gitDir, `${gitDir}/gitdir`) === realPath(`${worktree}/.git`);
    if (!isListed || !isKnown) return null;
    if (/[/\\]\.git$/.test(common)) return parentOf(common);
    if (!isBare(common)) return null;
    return /[/\\]\.[^/\\]+$/.test(common) ? parentOf(common) : common;
  });
}

function isBare(common: string): boolean {
  const file = `${common}/config`;
  return lstatSync(file).size <= MAX_CONFIG_BYTES && BARE.test(readFileSync(file, 'utf8'));
}

/** The real path that a small file names. */
function pointer(base: string, file: string, before = ''): string {
  const { size } = lstatSync(file);
  const text = size <= MAX_POINTER_BYTES ? readFileSync(file, 'utf8').trimEnd() : '';
  if (text === '' || !text.startsWith(before)) throw new Error('No pointer.');
  const named = text.slice(before.length);
  return realpathSync.native(/^([A-Za-z]:)?[/\\]/.test(named) ? named : `${base}/${named}`);
}

/** A log that another user puts above a folder is not the memory of those who work in it. */
function isOurs({ uid }: Stats, dir: string, folder: string): boolean {
  const user = process.getuid?.();
  if (user === undefined || dir === folder) return true;
  if ((statSync(dir).mode & SHARED) === SHARED) return false;
  if (uid === user) return true;
  // In a container the user is often root and the project belongs to a user outside.
  return user === 0 && statSync(folder).uid === uid;
}

function statOf(path: string): Stats | null {
  return attempt(() => lstatSync(path, { throwIfNoEntry: false }) ?? null);
}

/** `node:path` is a built-in the hook path would otherwise not need. */
function parentOf(dir: string): string {
  const parent = dir.replace(/[/\\]+[^/\\]*$/, '');
  if (parent === '') return '/';
  return /^[A-Za-z]:$/.test(parent) ? `${parent}\\` : parent;
}
