/**
 * A handler and everything it started: one process group, named by the pid of the direct child. A child that calls
 * `setsid` leaves the group and escapes, as it does from every client.
 */
import fs from 'node:fs';
import { attempt, readProcess } from '@hookloom/core';

const isWindows = process.platform === 'win32';

/** Sends a signal to the complete group. On Windows it ends the process tree, whatever the signal. */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    if (!isWindows) process.kill(-pid, signal);
    else {
      const { spawnSync } = process.getBuiltinModule('node:child_process');
      spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true });
    }
  } catch {
    // The group is empty.
  }
}

/** Whether a member of the group still runs. False on Windows: the tree was ended at once. */
export function isGroupLeft(pid: number): boolean {
  if (isWindows) return false;
  try {
    process.kill(-pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return process.platform !== 'linux' || hasRunningMember(pid);
}

/** Zombies count as members for the system, not for us. */
function hasRunningMember(group: number): boolean {
  return attempt(
    () =>
      fs.readdirSync('/proc').some((name) => {
        const seen = /^\d+$/.test(name) ? readProcess(name) : null;
        return seen !== null && seen.group === group && !seen.isDead;
      }),
    true,
  );
}
