/** The system's data about a process: whether it runs, and its process group. */
import { attempt } from './attempt.ts';
import fs from 'node:fs';

/** Null if it has ended, or if this system has no such table. */
export function readProcess(pid: number | string): { group: number; isDead: boolean } | null {
  return attempt(() => {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'latin1');
    // `pid (any name) state parent group …`
    const [state = '', , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { group: Number(group), isDead: state === 'Z' || state === 'X' };
  });
}

/** A zombie, as in a container without an init, does not run. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return readProcess(pid)?.isDead !== true;
}
