/** Who holds a lease: host, process, and which queue in it. */
import os from 'node:os';

const own = new Set<string>();

export function newHolder(): { name: string; end(): void } {
  const name = `${os.hostname()}|${process.pid}|${Math.random().toString(36).slice(2, 10)}`;
  own.add(name);
  return { name, end: () => void own.delete(name) };
}

/** True where nobody can tell: a lease ends by itself. */
export function isAlive(holder: string): boolean {
  const [host, pid] = holder.split('|');
  if (host !== os.hostname() || !/^\d+$/.test(pid ?? '')) return true;
  if (Number(pid) === process.pid) return own.has(holder);
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Milliseconds since some moment that all processes of the machine share; no change of the time moves it. */
export function monotonicNow(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}
