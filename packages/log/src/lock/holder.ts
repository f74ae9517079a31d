/** The holder of a lock: how other processes identify it. */
import { readFileSync, readlinkSync } from 'node:fs';
import { weakRandomHex } from '@hookloom/core';

export interface Holder {
  pid: number;
  /** Linux: start time in clock ticks since boot. Elsewhere: milliseconds since the epoch. */
  start: string;
  /** Identifies one lock object of one process permanently. */
  nonce: string;
  /** Host, boot and pid namespace. Empty if they could not be read: then nothing is ever proven. */
  where: string;
}

export const linux = process.platform === 'linux';
let identity: Pick<Holder, 'start' | 'where'> | undefined;

/** This process with a new nonce: 8 hex for its location and 16 random. */
export function createHolder(): Holder {
  identity ??= linux ? linuxIdentity() : foreignIdentity();
  return { pid: process.pid, ...identity, nonce: shortHash(identity.where) + weakRandomHex() };
}

/** FNV-1a, 8 hex: distinguishes places in file names, and never decides that a holder is dead. */
function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

function linuxIdentity(): Pick<Holder, 'start' | 'where'> {
  try {
    const own = readStat('self');
    // A /proc of another pid namespace would describe other processes than ours.
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
export function readStat(pid: number | 'self'): { pid: number; state: string; start: string } {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const rest = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { pid: Number.parseInt(text, 10), state: rest[0]!, start: rest[19]! };
}
