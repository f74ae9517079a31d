/**
 * The logs of a directory: which there are, which of them form one memory because one was broken, which are foreign, and
 * symbolic links in place of our files. Nothing is read or written through a link.
 */
import { examineLog } from './examine-log.ts';
import { lstatSync, readdirSync } from 'node:fs';
import { attempt, isSessionId } from '@hookloom/core';
import { ARCHIVE, CHANNELS, type Channel, type StoredEvent } from '@hookloom/core/events';

/** Names of `*.jsonl` files beside the logs that are not logs. */
const NOT_LOGS = new Set(['remote_audit']);

/** The sessions of a directory, sorted: plain files `<session>.jsonl`. Links are skipped. */
export function listSessions(dir: string): string[] {
  let entries;
  try {
    entries = readdirSync(dir, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw error;
  }
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => entry.name.slice(0, -'.jsonl'.length))
    .filter((session) => isSessionId(session) && !NOT_LOGS.has(session))
    .sort();
}

const PART = /\.(?:after-\d+|tail-\d+-[0-9a-f]{8})(?:\.\d)?$/;

/** Whether a log with this name would be read as part of another one. */
export function isPartName(session: string): boolean {
  return PART.test(session);
}

function wholeOf(session: string): string {
  return PART.test(session) ? wholeOf(session.replace(PART, '')) : session;
}

/** The other logs of this installation that a repair or a continuation made from the same log. Usually none. */
export function partsOf(dir: string, session: string): string[] {
  const whole = wholeOf(session);
  return listSessions(dir).filter(
    (other) =>
      other !== session && wholeOf(other) === whole && examineLog(dir, other).ownership === 'own',
  );
}

/** Folders of ours whose entries are also checked. */
const FOLDERS = ['archive', 'inbox', 'projections', 'runtime'];
const FILES = /\.(jsonl|head|seal|index|verified|lock)$/;

/**
 * Paths relative to `dir`, sorted; empty if there is no directory.
 *
 * @example linksIn('/home/dev/shop/.eventloom') // ['projections']
 */
export function linksIn(dir: string): string[] {
  const stats = lstatSync(dir, { throwIfNoEntry: false });
  if (stats?.isSymbolicLink() === true) return ['.'];
  const own = linkedNames(dir).filter((name) => FOLDERS.includes(name) || FILES.test(name));
  const below = FOLDERS.flatMap((folder) =>
    own.includes(folder) ? [] : linkedNames(`${dir}/${folder}`).map((name) => `${folder}/${name}`),
  );
  return [...own, ...below].sort();
}

function linkedNames(folder: string): string[] {
  return attempt(
    () =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isSymbolicLink())
        .map(({ name }) => name),
    [],
  );
}

const REPORTED: Channel = 'file';

/**
 * The less trusted of the event's own channel and that of a file from another author. It is only history: an operation
 * of another installation has no effect here.
 */
export function asReported(event: StoredEvent): StoredEvent {
  const own = event.origin?.channel ?? REPORTED;
  const channel = CHANNELS.indexOf(own) > CHANNELS.indexOf(REPORTED) ? own : REPORTED;
  return {
    ...event,
    origin: { ...event.origin, channel, written_by: ARCHIVE },
    sealedOrigin: event.origin,
  };
}

/** Checks whether the log of a session is foreign. A log of ours stays ours, so it is not checked again. */
export function foreignLogs(dir: string): (session: string) => boolean {
  const own = new Set<string>();
  return (session) => {
    if (own.has(session)) return false;
    const { ownership } = examineLog(dir, session);
    if (ownership === 'own') own.add(session);
    return ownership === 'foreign';
  };
}
