/** Whether the inbox may contain files: usually there is none, or an empty one. */
import { readdirSync, statSync } from 'node:fs';
import type { SessionLog } from '../append/session-log.ts';

/** A directory that changed this recently may change again within the same tick of its clock. */
const MTIME_TICK_MS = 2000;

export interface Waiting {
  /** Of appends, of whatever session. */
  names: string[];
  /** When the inbox changed last, in milliseconds. */
  changedMs: number;
}

/** Null if nothing waits, or nothing has arrived since the inbox was last found without appends of this session. */
export function waitingAppends(log: SessionLog): Waiting | null {
  const inbox = `${log.dir}/inbox`;
  const changedMs = statSync(inbox, { throwIfNoEntry: false })?.mtimeMs;
  if (changedMs === undefined || changedMs === log.inboxQuietMs) return null;
  const names = readdirSync(inbox).filter((name) => name.startsWith('evt_'));
  if (names.length > 0) return { names, changedMs };
  rememberQuiet(log, changedMs);
  return null;
}

/** The inbox contains nothing of this session: no need to check again until it changes. */
export function rememberQuiet(log: SessionLog, changedMs: number): void {
  if (Date.now() - changedMs > MTIME_TICK_MS) log.inboxQuietMs = changedMs;
}
