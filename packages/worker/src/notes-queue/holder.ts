/** Who holds a lease: host, process, and the queue in it. */
import os from 'node:os';
import { isRunning } from '@hookloom/core';

const own = new Set<string>();

export function newHolder(): { name: string; end(): void } {
  const name = `${os.hostname()}|${process.pid}|${Math.random().toString(36).slice(2, 10)}`;
  own.add(name);
  return { name, end: () => void own.delete(name) };
}

/** True if unknown, because a lease expires anyway. */
export function isAlive(holder: string): boolean {
  const [host, pid] = holder.split('|');
  if (host !== os.hostname() || !/^\d+$/.test(pid ?? '')) return true;
  if (Number(pid) === process.pid) return own.has(holder);
  return isRunning(Number(pid));
}

/** Monotonic milliseconds, the same for all processes of the machine. */
export function monotonicNow(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}
