import fs from 'node:fs';
import { attempt, readProcess } from '@hookloom/core';

/** A handler's process as the engine uses it, however it was started. Types only. */

export interface Program {
  file: string;
  args: string[];
  /** Windows: the arguments reach the program as they are written here. */
  verbatim: boolean;
}

export interface Place {
  /** Its working folder; relative program paths start here. */
  cwd: string;
  env: Record<string, string>;
}

export interface Ended {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
}

export interface Output {
  /** Calls `take` for each chunk, then `end` once: at the end or if reading fails. */
  read(take: (chunk: Buffer) => void, end: () => void): void;
  /** Stops reading, whichever process still has it open. */
  stop(): void;
}

export interface Running {
  pid: number;
  stdout: Output;
  stderr: Output;
  /** Writes all of the standard input, then closes it. A process that does not read it is not an error. */
  feed(input: string | Buffer): void;
  /** Discards unread data. */
  stopFeeding(): void;
  exited: Promise<Ended>;
}

/** `startError` is the code of the system's error, or `ERR_INVALID_ARG_VALUE`. */
export type Started = Running | { startError: string };

// A handler and everything it started: one process group, named by the pid of the direct child. A child that calls
// `setsid` leaves the group and escapes, as it does from every client.

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
