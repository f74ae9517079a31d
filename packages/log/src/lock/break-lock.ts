/**
 * What a process does when another holds the lock: it checks whether the holder is *provably* dead, and removes its
 * files. A lock is never broken by age: a paused process may wake up and write. It is never broken for another host or
 * pid namespace either: nothing can be proven about them. A lock that is older than the running system was left by a
 * power loss, which no process survives.
 */
import { withPlain } from '@hookloom/core';
import { readdirSync, statSync, readSync } from 'node:fs';
import { type Holder, linux, readStat } from './holder.ts';
import { removeFile } from '../files/owned-file.ts';

const MAX_BREAK_DEPTH = 8;

export interface Contest {
  /** Of the lock file. */
  path: string;
  me: Holder;
  /** Links our own file to a path; false when it exists. */
  link(path: string): boolean;
}

/**
 * `own`: it is ours. `broken`: its holder was dead, so try the lock again. `alive`: the holder lives, or nothing is
 * proven.
 */
export function judgeHolder(contest: Contest): 'own' | 'broken' | 'alive' {
  const { path, me } = contest;
  const holder = readHolder(path);
  if (holder?.nonce === me.nonce) return 'own';
  if (!isLeftBehind(holder, me, path)) return 'alive';
  breakDead(contest, path, nonceOf(holder, path), 0);
  return 'broken';
}

/** A lock file gets its name after its content: if it names no process, a power loss destroyed its content. */
function isLeftBehind(holder: Holder | null, me: Holder, path: string): boolean {
  return holder === null ? isOlderThanBoot(path) : isProvablyDead(holder, me, path);
}

/** A file without content is identified by its inode. Null if it does not exist. */
function nonceOf(holder: Holder | null, path: string): string | null {
  if (holder !== null) return holder.nonce;
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : stats.ino.toString(16).padStart(24, '0');
}

/** Removes `target` if it is still the file of the dead holder. Only the owner of the break file may call it. */
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

/** Removes files that killed processes left next to the lock. Only the lock's owner may call it. */
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

/** A clock that was set back this far since the holder started is not mistaken for a reused pid. */
const CLOCK_SLACK_MS = 60_000;

/** The holder that a lock or break file names, or null if the file is missing or unreadable. */
export function readHolder(path: string): Holder | null {
  // A repository may have planted this (a link, a pipe).
  return withPlain(path, (fd) => {
    const bytes = Buffer.alloc(1024);
    const parsed = JSON.parse(bytes.toString('utf8', 0, readSync(fd, bytes, 0, 1024, 0))) as Holder;
    const { pid, start, nonce, where } = parsed;
    const whole =
      Number.isSafeInteger(pid) &&
      pid > 0 &&
      typeof start === 'string' &&
      typeof where === 'string' &&
      /^[0-9a-f]{24}$/.test(nonce);
    return whole ? { pid, start, nonce, where } : null;
  });
}

/** True only if no process of this holder can ever write again. `path`: the file that names it. */
export function isProvablyDead(holder: Holder, me: Holder, path: string): boolean {
  if (me.where === '') return false;
  if (holder.where !== me.where) return isOtherBoot(holder, me) && isOlderThanBoot(path);
  if (holder.pid === me.pid && holder.start === me.start) return false;
  if (isGone(holder.pid)) return true;
  try {
    if (!linux) return startedLater(holder);
    const stat = readStat(holder.pid);
    return stat.start !== holder.start || stat.state === 'Z' || stat.state === 'X';
  } catch {
    // It ended between the two checks; the next check will notice.
    return false;
  }
}

/** The same host and pid namespace, restarted since. */
function isOtherBoot(holder: Holder, me: Holder): boolean {
  const [boot, ...place] = holder.where.split('/');
  const [ownBoot, ...ownPlace] = me.where.split('/');
  return linux && boot !== ownBoot && place.join('/') === ownPlace.join('/');
}

/** The clock may have been adjusted slightly since the system started. */
const BOOT_SLACK_MS = 60_000;

/** True for a file that was last written before this system started. */
export function isOlderThanBoot(path: string): boolean {
  try {
    const bootedMs = Date.now() - process.getBuiltinModule('node:os').uptime() * 1000;
    return statSync(path).mtimeMs < bootedMs - BOOT_SLACK_MS;
  } catch {
    return false;
  }
}

/** For a file whose writer died before it wrote its name into it: what the file name itself proves. */
function isNameProvablyDead(pid: number, nonce: string, me: Holder): boolean {
  return me.where !== '' && nonce.slice(0, 8) === me.nonce.slice(0, 8) && isGone(pid);
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/** macOS and others, on the rare stale path only: the pid is in use; does it belong to a younger process? */
function startedLater(holder: Holder): boolean {
  if (process.platform === 'win32') return false;
  const { execFileSync } = process.getBuiltinModule('node:child_process');
  const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(holder.pid)], {
    encoding: 'utf8',
    timeout: 1000,
    env: { ...process.env, LC_ALL: 'C' },
  });
  return Date.parse(text.trim()) > Number(holder.start) + CLOCK_SLACK_MS;
}
