/** Whether the watcher of session files runs, and the command that resumes it. */
import { readStat } from '@hookloom/log/lock/holder';
import { readWatcherState, type WatcherState } from '../capture/watcher-state.ts';

export interface WatcherSeen {
  state: 'running' | 'stopped' | 'never';
  pid: number | null;
  state_file: WatcherState | null;
}

export const RESUME_COMMAND = 'hookloom capture start --workspace .';

export function seeWatcher(eventloomDir: string): WatcherSeen {
  const state = readWatcherState(eventloomDir);
  if (state === null) return { state: 'never', pid: null, state_file: null };
  const runs = isAlive(state.pid) && isSameProcess(state);
  return { state: runs ? 'running' : 'stopped', pid: runs ? state.pid : null, state_file: state };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A pid is given out again; the time its process started is not. */
function isSameProcess({ pid, process_started }: WatcherState): boolean {
  if (process.platform !== 'linux' || !/^\d+$/.test(process_started)) return true;
  try {
    return readStat(pid).start === process_started;
  } catch {
    return false;
  }
}
