/** The branch that is checked out in a folder, read without running anything from it. */
import fs from 'node:fs';
import { attempt, readStart } from '@hookloom/core';

const HEAD_BYTES = 1024;

/** A payload may name any path. On Windows, two slashes begin the name of another machine, which is never contacted. */
const ABSOLUTE = /^([A-Za-z]:)?[/\\](?![/\\])/;

/**
 * Reads the nearest `.git` above an absolute path. In a worktree it is a file that names its folder. Null: no repository,
 * or no branch is checked out.
 */
export function branchOf(folder: string): string | null {
  return attempt(() => (ABSOLUTE.test(folder) ? branchAbove(folder) : null));
}

function branchAbove(folder: string): string | null {
  for (let at = folder.replaceAll('\\', '/'), depth = 0; depth < 64; depth++) {
    const git = `${at}/.git`;
    const stats = fs.lstatSync(git, { throwIfNoEntry: false });
    if (stats !== undefined) {
      const dir = stats.isDirectory() ? git : worktreeDir(at, stats.isFile() ? read(git) : '');
      return dir === null ? null : branchIn(read(`${dir}/HEAD`));
    }
    if (!at.includes('/')) break;
    at = at.slice(0, at.lastIndexOf('/'));
  }
  return null;
}

function worktreeDir(at: string, text: string): string | null {
  const named = /^gitdir: (.{1,4096})$/m.exec(text)?.[1];
  if (named === undefined) return null;
  return /^([A-Za-z]:)?[/\\]/.test(named) ? named.trim() : `${at}/${named.trim()}`;
}

/** @example branchIn('ref: refs/heads/fix/login\n') === 'fix/login' */
function branchIn(head: string): string | null {
  return /^ref: refs\/heads\/([^\s\0]{1,255})\s*$/.exec(head)?.[1] ?? null;
}

/** The beginning of a small file; empty if there is none. Does not wait for a planted pipe. */
function read(file: string): string {
  return readStart(file, HEAD_BYTES) ?? '';
}
