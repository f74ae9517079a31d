/** The files of one session, and what one process remembers about them and their inbox between appends. */
import type { Ids } from '@hookloom/core/events';
import { createFileLock, type FileLock } from './file-lock.ts';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { sha256Hex } from '@hookloom/core';

export interface SessionLog {
  readonly dir: string;
  readonly session: string;
  readonly path: string;
  readonly headPath: string;
  readonly lock: FileLock;
  readonly ids: Ids;
  now(): number;
  /** The end of the log as this process left it; void as soon as the file's identity or size differs. */
  end: { ino: number; size: number; seq: number; hash: string } | null;
  /** Modification time of the inbox when it was last found without events of this session. */
  inboxQuietMs: number | null;
  /** Where the mark of this log is stored; empty until the directory exists. Null: there is none. */
  markPath: string | null;
}

export interface SessionLogOptions {
  now: () => number;
  ids: Ids;
  sweepFirst?: boolean;
  /** `any`: continue a log of any installation, and store no mark. For tests that write logs themselves. */
  installation?: 'any' | undefined;
}

export function openSessionLog(
  dir: string,
  session: string,
  { sweepFirst = false, installation, ...environment }: SessionLogOptions,
): SessionLog {
  return {
    dir,
    session,
    path: `${dir}/${session}.jsonl`,
    headPath: `${dir}/${session}.head`,
    lock: createFileLock(dir, session, { sweepFirst }),
    ...environment,
    end: null,
    inboxQuietMs: null,
    markPath: installation === 'any' ? null : '',
  };
}

/** A directory that changed this recently may change again within the same tick of its clock. */
const MTIME_TICK_MS = 2000;

export function inboxDirectory(dir: string): string {
  return `${dir}/inbox`;
}

/** The suffix of this session's files. */
export function inboxSuffix(session: string): string {
  return `.${sha256Hex(session).slice(0, 8)}.json`;
}

/** Removes an append from the inbox because it turned out to be in the log. */
export function unspool(dir: string, session: string, id: string): void {
  rmSync(`${inboxDirectory(dir)}/${id}${inboxSuffix(session)}`, { force: true });
}

export interface Waiting {
  /** For appends of any session. */
  names: string[];
  /** When the inbox changed last, in milliseconds. */
  changedMs: number;
}

/** Null if nothing waits, or nothing has arrived since the inbox was last found without appends of this session. */
export function waitingAppends(log: SessionLog): Waiting | null {
  const inbox = inboxDirectory(log.dir);
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
