/** Reads the capture state from the sessions of a log directory, with one limit for all. */
import fs from 'node:fs';
import { inboxSessions } from '@hookloom/log/append';
import { listSessions } from '@hookloom/log';
import { inspectSession, WINDOW_BYTES } from './inspect-session.ts';
import type { SessionInspection } from './lanes.ts';

export interface LogInspection {
  eventloom_path: string;
  sessions: SessionInspection[];
  /** Number of unread sessions with older writes. */
  unread_sessions: number;
  /** Number of acknowledged events that are in no log yet. */
  waiting: number;
}

/** The newest ones, so that a workspace with thousands of agent sessions costs no more. */
const MAX_SESSIONS = 32;
/** For each session except the newest. */
const OTHER_BYTES = 256 * 1024;

/** @param session Null for all sessions */
export function inspectLog(dir: string, session: string | null): LogInspection {
  const named = session === null ? newestFirst(dir, listSessions(dir)) : [session];
  const looked = named.slice(0, MAX_SESSIONS);
  return {
    eventloom_path: dir,
    sessions: looked.map((name, at) =>
      inspectSession(dir, name, at === 0 ? WINDOW_BYTES : OTHER_BYTES),
    ),
    unread_sessions: named.length - looked.length,
    waiting: waitingIn(dir),
  };
}

function newestFirst(dir: string, sessions: readonly string[]): string[] {
  const dated = sessions.map((name) => ({
    name,
    ms: fs.statSync(`${dir}/${name}.jsonl`, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  }));
  return dated.sort((a, b) => b.ms - a.ms || (a.name < b.name ? -1 : 1)).map(({ name }) => name);
}

/** Number of events in the inbox, and of payloads that the shell transport saved for a later process. */
export function waitingIn(dir: string): number {
  const spooled = inboxSessions(dir).reduce((sum, { waiting }) => sum + waiting, 0);
  try {
    const raw = fs.readdirSync(`${dir}/inbox/raw`).filter((name) => !name.startsWith('.'));
    return spooled + raw.length;
  } catch {
    return spooled;
  }
}
