/** What a process does when another holds the lock: it looks whether that one is dead, and removes what it left. */
import { readdirSync } from 'node:fs';
import { isNameProvablyDead, isProvablyDead, readHolder } from './dead-holder.ts';
import type { Holder } from './holder.ts';

const MAX_BREAK_DEPTH = 8;

export interface Contest {
  /** Of the lock file. */
  path: string;
  me: Holder;
  /** Links our own file to a path; false when it exists. */
  link(path: string): boolean;
  remove(path: string): void;
}

/** `own`: it is ours. `broken`: its holder was dead, and it may be tried again. `alive`: or nothing is proven. */
export function judgeHolder(contest: Contest): 'own' | 'broken' | 'alive' {
  const { path, me } = contest;
  const holder = readHolder(path);
  if (holder === null) return 'alive';
  if (holder.nonce === me.nonce) return 'own';
  if (!isProvablyDead(holder, me)) return 'alive';
  breakDead(contest, path, holder, 0);
  return 'broken';
}

/** Removes `target` if it still names the dead holder. Only the owner of the break file may. */
function breakDead(contest: Contest, target: string, dead: Holder, depth: number): void {
  const { path, me, link, remove } = contest;
  const breakPath = `${path}.break.${dead.nonce}`;
  if (!link(breakPath)) {
    const other = readHolder(breakPath);
    if (depth < MAX_BREAK_DEPTH && other !== null && isProvablyDead(other, me))
      breakDead(contest, breakPath, other, depth + 1);
    return;
  }
  if (readHolder(target)?.nonce === dead.nonce) remove(target);
  remove(breakPath);
}

export interface Litter {
  dir: string;
  /** Of the lock file, in `dir`. */
  name: string;
  /** Path of our own file. */
  own: string;
  me: Holder;
  remove(path: string): void;
}

/** What killed processes left beside the lock. Only its owner sweeps. */
export function sweepDead({ dir, name, own, me, remove }: Litter): void {
  for (const entry of readdirSync(dir)) {
    if (!entry.startsWith(`${name}.`) || `${dir}/${entry}` === own) continue;
    const match = /^(\d+|break)\.([0-9a-f]{24})$/.exec(entry.slice(name.length + 1));
    if (match === null) continue;
    const holder = readHolder(`${dir}/${entry}`);
    const dead =
      holder !== null
        ? isProvablyDead(holder, me)
        : match[1] !== 'break' && isNameProvablyDead(Number(match[1]), match[2]!, me);
    if (dead) remove(`${dir}/${entry}`);
  }
}
