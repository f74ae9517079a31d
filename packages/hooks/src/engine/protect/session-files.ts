/** Remembers the session files of a project's newest sessions, so that a later session can search them. */
import fs from 'node:fs';
import { contentDigest, type HookEvent } from '@hookloom/core/hook';
import { attempt, quietly, replaceFile } from '@hookloom/core';
import { CLIENTS, isClient } from '../../clients/index.ts';
import type { TranscriptClient } from '../../clients/transcript-readers.ts';

export interface SessionFile {
  client: TranscriptClient;
  sessionId: string;
  /** Absolute path of the client's file. */
  path: string;
  /** When the client's first event in this project arrived, in epoch milliseconds. */
  since: number;
  /** Sizes of the files at the last search; empty if there was none. */
  searched: string;
}

/** Sessions to remember per project. Older ones are dropped. */
const KEPT = 8;
const SEARCHED = 4;

/** Remembers the session of this event. Once it is known, this costs one stat call. */
export function noteSession(stateDir: string, project: string, event: HookEvent): void {
  const { source, session_id: sessionId, transcript_path: path } = event;
  if (path === null || path === '' || !isReadable(source)) return;
  const dir = folderOf(stateDir, project);
  const file = noteOf(dir, source, sessionId);
  if (fs.existsSync(file)) return;
  const since = firstSeen(`${dir}/${source}.since`, dir);
  forgetOld(dir);
  writeNote(file, { client: source, sessionId, path, since, searched: '' });
}

/** The session of the event first, then the newest others. */
export function sessionsToSearch(
  stateDir: string,
  project: string,
  { source, session_id: sessionId }: Pick<HookEvent, 'source' | 'session_id'>,
  withOthers: boolean,
): SessionFile[] {
  const dir = folderOf(stateDir, project);
  const own = noteOf(dir, source, sessionId);
  const others = withOthers ? newest(dir).filter((file) => file !== own) : [];
  return [own, ...others.slice(0, SEARCHED)].map(readNote).filter((note) => note !== null);
}

export function noteSearched(stateDir: string, project: string, session: SessionFile): void {
  writeNote(noteOf(folderOf(stateDir, project), session.client, session.sessionId), session);
}

/** True for only one process, which reports this call. */
export function claimReport(stateDir: string, project: string, callId: string): boolean {
  const dir = `${folderOf(stateDir, project)}/reported`;
  try {
    fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
    fs.writeFileSync(`${dir}/${contentDigest(callId)}`, '', { flag: 'wx', mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

/** Messages that an event could not carry wait here for the next event of the project. */
export function messagesOf(stateDir: string, project: string): string {
  return folderOf(stateDir, project);
}

/** After an uninstall, calls run without our hooks, as the user wants. */
export function forgetSessions(stateDir: string, project: string): void {
  fs.rmSync(folderOf(stateDir, project), { recursive: true, force: true });
}

function isReadable(client: string): client is TranscriptClient {
  return isClient(client) && CLIENTS[client].transcript !== null;
}

function folderOf(stateDir: string, project: string): string {
  return `${stateDir}/session-files/${contentDigest(project)}`;
}

function noteOf(dir: string, client: string, sessionId: string): string {
  return `${dir}/${contentDigest(`${client}\n${sessionId}`)}.json`;
}

function firstSeen(file: string, dir: string): number {
  try {
    fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
    fs.writeFileSync(file, String(Date.now()), { flag: 'wx', mode: 0o600 });
  } catch {
    // The session was recorded before.
  }
  try {
    return Number(fs.readFileSync(file, 'utf8')) || Date.now();
  } catch {
    return Date.now();
  }
}

function newest(dir: string): string[] {
  return attempt(
    () =>
      fs
        .readdirSync(dir)
        .filter((name) => name.endsWith('.json'))
        .map((name) => ({ file: `${dir}/${name}`, at: fs.statSync(`${dir}/${name}`).mtimeMs }))
        .toSorted((a, b) => b.at - a.at)
        .map(({ file }) => file),
    [],
  );
}

function forgetOld(dir: string): void {
  for (const file of newest(dir).slice(KEPT - 1)) fs.rmSync(file, { force: true });
}

function readNote(file: string): SessionFile | null {
  return attempt(() => {
    const note = JSON.parse(fs.readFileSync(file, 'utf8')) as SessionFile;
    return isReadable(note.client) && typeof note.path === 'string' ? note : null;
  });
}

function writeNote(file: string, note: SessionFile): void {
  // If it fails, the session will not be searched.
  quietly(() => replaceFile(file, JSON.stringify(note)));
}
