/**
 * Who holds a lock, and whether that process is *provably* dead. A lock is never broken by age: a paused process wakes
 * up and writes. It is never broken for another host, boot or pid namespace either: nothing can be proven there.
 */
import { closeSync, constants, openSync, readFileSync, readlinkSync, readSync } from 'node:fs';
import { weakRandomHex } from '@hookloom/core/ids';

export interface Holder {
  pid: number;
  /** Linux: start time in clock ticks since boot. Elsewhere: milliseconds since the epoch. */
  start: string;
  /** Names one lock object of one process, for ever. */
  nonce: string;
  /** Host, boot and pid namespace. Empty when they could not be read: then nothing is ever proven. */
  where: string;
}

const linux = process.platform === 'linux';
/** A clock that was set back this far since the holder started is not mistaken for a reused pid. */
const CLOCK_SLACK_MS = 60_000;
let identity: Pick<Holder, 'start' | 'where'> | undefined;

/** This process with a nonce of its own: 8 hex of where it runs and 16 random. */
export function createHolder(): Holder {
  identity ??= linux ? linuxIdentity() : foreignIdentity();
  return { pid: process.pid, ...identity, nonce: shortHash(identity.where) + weakRandomHex() };
}

/** FNV-1a, 8 hex: tells places apart in file names, and is never what decides that a holder is dead. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

function linuxIdentity(): Pick<Holder, 'start' | 'where'> {
  try {
    const own = readStat('self');
    // A /proc of another pid namespace would tell about other processes than ours.
    if (own.pid !== process.pid) return { start: '', where: '' };
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const host = readFileSync('/proc/sys/kernel/hostname', 'utf8').trim();
    return { start: own.start, where: `${boot}/${readlinkSync('/proc/self/ns/pid')}/${host}` };
  } catch {
    return { start: '', where: '' };
  }
}

function foreignIdentity(): Pick<Holder, 'start' | 'where'> {
  const start = String(Math.round(Date.now() - process.uptime() * 1000));
  return { start, where: `${process.platform}/${process.getBuiltinModule('node:os').hostname()}` };
}

/** Fields 1, 3 and 22 of `/proc/<pid>/stat`; the command name between may hold spaces and brackets. */
function readStat(pid: number | 'self'): { pid: number; state: string; start: string } {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const rest = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { pid: Number.parseInt(text, 10), state: rest[0]!, start: rest[19]! };
}

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
