/** What a process does when another holds the lock: it checks whether that one is dead, and removes what it left. */
import { readdirSync, statSync } from 'node:fs';
import { isNameProvablyDead, isOlderThanBoot, isProvablyDead, readHolder } from './dead-holder.ts';
import type { Holder } from './holder.ts';
import { removeFile } from '../files/owned-file.ts';

const MAX_BREAK_DEPTH = 8;

export interface Contest {
  /** Of the lock file. */
  path: string;
  me: Holder;
  /** Links our own file to a path; false when it exists. */
  link(path: string): boolean;
}

/** `own`: it is ours. `broken`: its holder was dead, and the lock may be tried again. `alive`: or nothing is proven. */
export function judgeHolder(contest: Contest): 'own' | 'broken' | 'alive' {
  const { path, me } = contest;
  const holder = readHolder(path);
  if (holder?.nonce === me.nonce) return 'own';
  if (!isLeftBehind(holder, me, path)) return 'alive';
  breakDead(contest, path, nonceOf(holder, path), 0);
  return 'broken';
}

/** A lock file gets its name after its content: one that names no process lost its content in a power loss. */
function isLeftBehind(holder: Holder | null, me: Holder, path: string): boolean {
  return holder === null ? isOlderThanBoot(path) : isProvablyDead(holder, me, path);
}

/** A file without content is identified by its inode. Null if it does not exist. */
function nonceOf(holder: Holder | null, path: string): string | null {
  if (holder !== null) return holder.nonce;
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : stats.ino.toString(16).padStart(24, '0');
}

/** Removes `target` if it is still the one the dead holder left. Only the owner of the break file may. */
function breakDead(contest: Contest, target: string, dead: string | null, depth: number): void {
  const { path, me, link } = contest;
  if (dead === null) return;
  const breakPath = `${path}.break.${dead}`;
  if (!link(breakPath)) {
    const other = readHolder(breakPath);
    if (depth < MAX_BREAK_DEPTH && isLeftBehind(other, me, breakPath))
      breakDead(contest, breakPath, nonceOf(other, breakPath), depth + 1);
    return;
  }
  if (nonceOf(readHolder(target), target) === dead) removeFile(target);
  removeFile(breakPath);
}

export interface Litter {
  dir: string;
  /** Of the lock file, in `dir`. */
  name: string;
  /** Path of our own file. */
  own: string;
  me: Holder;
}

/** What killed processes left beside the lock. Only its owner sweeps. */
export function sweepDead({ dir, name, own, me }: Litter): void {
  for (const entry of readdirSync(dir)) {
    if (!entry.startsWith(`${name}.`) || `${dir}/${entry}` === own) continue;
    const match = /^(\d+|break)\.([0-9a-f]{24})$/.exec(entry.slice(name.length + 1));
    if (match === null) continue;
    const holder = readHolder(`${dir}/${entry}`);
    const dead =
      holder !== null
        ? isProvablyDead(holder, me, `${dir}/${entry}`)
        : match[1] !== 'break' && isNameProvablyDead(Number(match[1]), match[2]!, me);
    if (dead) removeFile(`${dir}/${entry}`);
  }
}
