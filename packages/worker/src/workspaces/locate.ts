/** Finds the workspace of a folder in a payload. The folder is untrusted, so what its files say is verified. */
import fs from 'node:fs';
import path from 'node:path';
import { attempt, invalidRequest, notFound } from '@hookloom/core';

export interface Repository {
  /** The folder of this checkout. */
  top: string;
  /** Shared by all worktrees of the repository. */
  commonDir: string;
  /** The main checkout of the worktrees; null for a bare repository. */
  main: string | null;
}

const MAX_PATH = 4096;
const MAX_POINTER_BYTES = 4096;

/**
 * The folder with links resolved. Throws `invalid_request` unless it is an absolute path, `not_found` unless it is a
 * folder.
 */
export function realFolder(folder: string): string {
  if (!path.isAbsolute(folder) || folder.includes('\0') || folder.length > MAX_PATH)
    throw invalidRequest(
      'The folder is not an absolute path.',
      'Send the absolute path of the folder that the client works in as `cwd`.',
    );
  try {
    const real = fs.realpathSync.native(folder);
    if (fs.statSync(real).isDirectory()) return real;
  } catch {
    // Reported below.
  }
  throw notFound('There is no such folder.', 'Send the folder that the client works in as `cwd`.');
}

/** The folder and all its parents. */
export function withParents(folder: string): string[] {
  const above = path.dirname(folder);
  return above === folder ? [folder] : [folder, ...withParents(above)];
}

/** A log of this user: not a link, and writable by no other user. */
export function isOwnLog(dir: string): boolean {
  try {
    const stats = fs.lstatSync(dir);
    return stats.isDirectory() && isOwned(stats) && (stats.mode & 0o022) === 0;
  } catch {
    return false;
  }
}

/** The repository around a folder; null if there is none, or its files contradict each other. */
export function repositoryOf(folder: string): Repository | null {
  for (const top of withParents(folder)) {
    const dotGit = path.join(top, '.git');
    const stats = fs.lstatSync(dotGit, { throwIfNoEntry: false });
    if (stats === undefined) continue;
    if (!isOwned(stats)) return null;
    if (stats.isDirectory()) return { top, commonDir: dotGit, main: top };
    return stats.isFile() ? linkedRepository(top, dotGit) : null;
  }
  return null;
}

/** A worktree or a submodule. Anyone could have written its `.git` file, so what it names must name it back. */
function linkedRepository(top: string, dotGit: string): Repository | null {
  return attempt(() => {
    const gitDir = pointer(top, dotGit, 'gitdir: ');
    const common = fs.existsSync(path.join(gitDir, 'commondir'))
      ? pointer(gitDir, path.join(gitDir, 'commondir'))
      : gitDir;
    if (!isOwned(fs.statSync(common))) return null;
    if (common === gitDir) {
      const isInside = withParents(path.dirname(top)).some((above) =>
        gitDir.startsWith(path.join(above, '.git', 'modules') + path.sep),
      );
      return isInside ? { top, commonDir: gitDir, main: top } : null;
    }
    const isListed = path.dirname(gitDir) === path.join(common, 'worktrees');
    const back = pointer(gitDir, path.join(gitDir, 'gitdir'));
    if (!isListed || back !== dotGit) return null;
    const main = path.basename(common) === '.git' ? path.dirname(common) : null;
    return { top, commonDir: common, main };
  });
}

/** The real path that a small file names. */
function pointer(base: string, file: string, before = ''): string {
  const { size } = fs.lstatSync(file);
  const text = size <= MAX_POINTER_BYTES ? fs.readFileSync(file, 'utf8').trimEnd() : '';
  if (text === '' || !text.startsWith(before)) throw new Error('No pointer.');
  return fs.realpathSync(path.resolve(base, text.slice(before.length)));
}

function isOwned({ uid }: { uid: number }): boolean {
  const own = process.getuid?.();
  return own === undefined || uid === own;
}

/** The folder whose files and hooks belong to the work in a folder: the workspace's own, or the related checkout. */
export function checkoutRoot(folder: string, root: string): string {
  if (folder === root || folder.startsWith(root.endsWith(path.sep) ? root : root + path.sep))
    return root;
  return repositoryOf(folder)?.top ?? folder;
}
