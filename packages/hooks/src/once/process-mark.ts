/** Identifies a process, so that it is not confused with a later one of the same number, and when it started. */
import fs from 'node:fs';
import { attempt, isRunning } from '@hookloom/core';

/** The system counts the start of a process in hundredths of a second. */
const TICKS_PER_SECOND = 100;
const TICK_MS = 1_000 / TICKS_PER_SECOND;

/** `pid:start`; the start is empty if the system has no process table. */
export function processMark(pid: number = process.pid): string {
  return `${pid}:${startTicks(pid) ?? ''}`;
}

export function isSameProcess(mark: string): boolean {
  const [pid = '', start = ''] = mark.split(':');
  if (!/^[1-9]\d*$/.test(pid) || !isRunning(Number(pid))) return false;
  return start === '' || startTicks(Number(pid)) === start;
}

/**
 * When this process was started, epoch milliseconds: from the system if it provides it, because a busy machine may take
 * long to start Node itself. Never before the real start.
 */
export function processStartedMs(): number {
  const ticks = startTicks(process.pid);
  const uptime = textOf('/proc/uptime');
  if (ticks === null || uptime === null) return Math.ceil(performance.timeOrigin);
  const ageMs = Number(uptime.split(' ')[0]) * 1_000 - Number(ticks) * TICK_MS;
  return Math.min(Math.ceil(Date.now() - ageMs + TICK_MS), Math.ceil(performance.timeOrigin));
}

/** Field 22 of the table, counted after the name, which may contain anything. */
function startTicks(pid: number): string | null {
  const stat = textOf(`/proc/${pid}/stat`);
  if (stat === null) return null;
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

function textOf(file: string): string | null {
  return attempt(() => fs.readFileSync(file, 'latin1'), null);
}
