/** The state of the work in a folder, read without running anything from it. */
import fs from 'node:fs';
import path from 'node:path';

export interface WorkingState {
  /** Null: no repository, or no branch is checked out. */
  branch: string | null;
}

const HEAD_BYTES = 1024;

/** Reads the nearest `.git` above an absolute path. In a worktree it is a file that names its folder. */
export async function workingState(folder: string): Promise<WorkingState> {
  for (let at = path.resolve(folder), depth = 0; depth < 64; depth++) {
    const git = path.join(at, '.git');
    const stats = await fs.promises.lstat(git).catch(() => null);
    if (stats !== null) {
      const dir = stats.isDirectory()
        ? git
        : worktreeDir(at, stats.isFile() ? await read(git) : '');
      return { branch: dir === null ? null : branchOf(await read(path.join(dir, 'HEAD'))) };
    }
    const above = path.dirname(at);
    if (above === at) break;
    at = above;
  }
  return { branch: null };
}

function worktreeDir(at: string, text: string): string | null {
  const named = /^gitdir: (.{1,4096})$/m.exec(text)?.[1];
  return named === undefined ? null : path.resolve(at, named.trim());
}

/** @example branchOf('ref: refs/heads/fix/login\n') === 'fix/login' */
function branchOf(head: string): string | null {
  return /^ref: refs\/heads\/([^\s\0]{1,255})\s*$/.exec(head)?.[1] ?? null;
}

/** The beginning of a small file; empty if there is none. Does not wait for a planted pipe. */
async function read(file: string): Promise<string> {
  let handle: fs.promises.FileHandle | undefined;
  try {
    handle = await fs.promises.open(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    if (!(await handle.stat()).isFile()) return '';
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await handle?.close();
  }
}
