/**
 * Drains the inbox into the log, in the order of its names, exactly once: the place of every append is noted before it
 * is written (`append/deliveries.ts`), so a process that drains after a crash finds the events that are in the log
 * already and only removes their files.
 */
import { constants, fdatasyncSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { attempt, invalidRequest, isJsonObject, sha256Hex } from '@hookloom/core';
import type { Group } from './delivery-note.ts';
import type { OpenLog } from './open-log.ts';
import { ensureOwnedDirectory, readRange, withOwned } from '../files/owned-file.ts';
import {
  type SessionLog,
  rememberQuiet,
  type Waiting,
  inboxDirectory,
  inboxSuffix,
} from '../lock/session-log.ts';
import { checkedDelivery, prepareEvent, type PreparedEvent } from '../envelope/seal.ts';
import { monotonicMs } from '../lock/file-lock.ts';
import { isOlderThanBoot } from '../lock/break-lock.ts';
import { parseTailLine } from '../files/tail-line.ts';

const SCOPE = '\0inbox';
const FILES_PER_DRAIN = 256;
const FILES_PER_WRITE = 32;
const MAX_FILE_BYTES = 64 * 1024 * 1024;
/** A temporary file that was not finished in this time has no writer any more. */
const ABANDONED_MS = 3_600_000;

/**
 * Call under the lock with the result of `waitingAppends`. Bounded by a number of files and by `untilMs` (monotonic).
 * Returns how many files were drained.
 */
export function drainInbox(
  open: OpenLog,
  untilMs: number,
  waiting: Waiting,
  append: (open: OpenLog, groups: Group[]) => unknown,
): number {
  const { log } = open;
  const inbox = inboxDirectory(log.dir);
  const suffix = inboxSuffix(log.session);
  const names = waiting.names.filter((name) => name.endsWith(suffix)).sort();
  if (names.length === 0) {
    rememberQuiet(log, waiting.changedMs);
    return 0;
  }
  ensureOwnedDirectory(inbox);
  const before = drainedBefore(
    open,
    names.map((name) => `${inbox}/${name}`),
  );
  let done = 0;
  while (
    done < Math.min(names.length, FILES_PER_DRAIN) &&
    (done === 0 || monotonicMs() < untilMs)
  ) {
    const chunk = names.slice(done, done + FILES_PER_WRITE);
    const groups: Group[] = [];
    const taken: string[] = [];
    for (const name of chunk) {
      const events = readSpooled(log, `${inbox}/${name}`);
      if (events === null) {
        setAside(inbox, name);
        continue;
      }
      const isThere = before?.has(events[0]!.id) === true;
      if (!isThere) groups.push({ events, key: inboxKey(name, events) });
      taken.push(name);
    }
    append(open, groups);
    // The files are the only durable copy until the log is synced.
    if (taken.length > 0) fdatasyncSync(open.fd);
    for (const name of taken) rmSync(`${inbox}/${name}`, { force: true });
    done += chunk.length;
  }
  if (done === names.length) {
    open.deliveries().forget(SCOPE);
    sweepTemporary(`${inbox}/tmp`);
  }
  return done;
}

function inboxKey(name: string, events: PreparedEvent[]): NonNullable<Group['key']> {
  return {
    scope: SCOPE,
    digest: sha256Hex(name),
    matches: (id) => events.some((event) => event.id === id),
    windowMs: Number.POSITIVE_INFINITY,
    atMs: 0,
  };
}

/** Null for a file that is not an append of this session: torn, planted, or written by another program. */
function readSpooled(log: SessionLog, path: string): PreparedEvent[] | null {
  return attempt(() =>
    withOwned(path, constants.O_RDONLY, ({ fd, stats }) => {
      // A file of a checked-out repository is readable by others; our own files never are.
      const shared = process.platform !== 'win32' && (stats.mode & 0o077) !== 0;
      if (shared || stats.size > MAX_FILE_BYTES) return null;
      const content: unknown = JSON.parse(readRange(fd, 0, stats.size).toString('utf8'));
      if (!isJsonObject(content) || content['v'] !== 1 || content['session'] !== log.session)
        return null;
      const events = content['events'] as unknown as PreparedEvent[];
      if (!Array.isArray(events) || events.length === 0) return null;
      return events.map((event) => prepareAgain(log, event));
    }),
  );
}

/** We prepared the file, but it has been in a directory since: everything is checked and redacted again. */
function prepareAgain(log: SessionLog, { delivery, ...event }: PreparedEvent): PreparedEvent {
  const prepared = prepareEvent(event, { nowMs: log.now(), ids: log.ids });
  if (!event.redactedPaths.every((path) => typeof path === 'string'))
    throw invalidRequest('An inbox file was changed.', 'Inspect it in inbox/bad.');
  prepared.redactedPaths = [...new Set([...event.redactedPaths, ...prepared.redactedPaths])];
  if (delivery !== undefined) prepared.delivery = checkedDelivery(delivery);
  return prepared;
}

function setAside(inbox: string, name: string): void {
  try {
    ensureOwnedDirectory(`${inbox}/bad`);
    renameSync(`${inbox}/${name}`, `${inbox}/bad/${name}`);
  } catch {
    // It stays in place for the next drain; it never keeps an event out of the log.
  }
}

function sweepTemporary(folder: string): void {
  try {
    for (const name of readdirSync(folder)) {
      const path = `${folder}/${name}`;
      if (Date.now() - lstatSync(path).mtimeMs > ABANDONED_MS) rmSync(path, { force: true });
    }
  } catch {
    // A leftover file never keeps an event out of the log.
  }
}

// Handles inbox files that a power loss brought back although their events are in the log. The log is synced before the
// file is removed, but neither the removal nor the note about it has to be durable. Such a file is older than the
// running system, and its events are near the end of the log.

const SEARCHED_BYTES = 16 * 1024 * 1024;

/**
 * Returns the ids of the committed events at the end of the log, or null if no file is that old. Events of an
 * unfinished batch do not count: their file is the only copy of the rest.
 */
function drainedBefore({ fd, size }: { fd: number; size: number }, paths: readonly string[]) {
  if (!paths.some(isOlderThanBoot)) return null;
  const ids = new Set<string>();
  let batch: string[] = [];
  const bytes = readRange(fd, Math.max(0, size - SEARCHED_BYTES), size);
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(10, start);
    const bytesOfLine = bytes.subarray(start, end < 0 ? bytes.length : end);
    start += bytesOfLine.length + 1;
    const line = parseTailLine(bytesOfLine);
    if (line?.batch == null || line.seq === line.batch.first) batch = [];
    if (line === null) continue;
    batch.push(line.id);
    if (batch.length < (line.batch?.size ?? 1)) continue;
    for (const id of batch) ids.add(id);
  }
  return ids;
}
