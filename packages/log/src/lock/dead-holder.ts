/**
 * Whether a holder is *provably* dead. A lock is never broken by age: a paused process wakes up and writes. It is never
 * broken for another host, boot or pid namespace either: nothing can be proven there.
 */
import { closeSync, constants, openSync, readSync } from 'node:fs';
import { linux, readStat, type Holder } from './holder.ts';

/** A clock that was set back this far since the holder started is not mistaken for a reused pid. */
const CLOCK_SLACK_MS = 60_000;

/** The holder that a lock or break file names, or null when the file is gone or says nothing readable. */
export function readHolder(path: string): Holder | null {
  try {
    // Whatever a repository may have planted here (a link, a pipe): neither followed nor waited for.
    const fd = openSync(
      path,
      constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
    );
    try {
      const bytes = Buffer.alloc(1024);
      const parsed = JSON.parse(
        bytes.toString('utf8', 0, readSync(fd, bytes, 0, 1024, 0)),
      ) as Holder;
      const { pid, start, nonce, where } = parsed;
      const whole =
        Number.isSafeInteger(pid) &&
        pid > 0 &&
        typeof start === 'string' &&
        typeof where === 'string' &&
        /^[0-9a-f]{24}$/.test(nonce);
      return whole ? { pid, start, nonce, where } : null;
    } finally {
      closeSync(fd);
    }
  } catch {
    return null;
  }
}

/** True only when no process of this holder can ever write again. */
export function isProvablyDead(holder: Holder, me: Holder): boolean {
  if (me.where === '' || holder.where !== me.where) return false;
  if (holder.pid === me.pid && holder.start === me.start) return false;
  if (isGone(holder.pid)) return true;
  try {
    if (!linux) return startedLater(holder);
    const stat = readStat(holder.pid);
    return stat.start !== holder.start || stat.state === 'Z' || stat.state === 'X';
  } catch {
    // It went between the two looks; the next look will say so.
    return false;
  }
}

/** For a file whose writer died before it wrote its name into it: what the file's own name proves. */
export function isNameProvablyDead(pid: number, nonce: string, me: Holder): boolean {
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
