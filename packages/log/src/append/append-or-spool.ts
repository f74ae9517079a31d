/**
 * Append from a short-lived process, synchronously and inside a deadline: to the log, or else to the inbox. Reaches
 * only `node:fs` and small files of our own.
 */
import { statfsSync, lstatSync } from 'node:fs';
import { attempt, assertSessionId, createIds, quietly, weakRandomHex } from '@hookloom/core';
import type { AppendResult, Durability, UnsealedEvent } from '@hookloom/core/events';
import { prepareEvents, type PreparedEvent, sealEvent } from '../envelope/seal.ts';
import { ownSession } from '../installation/own-session.ts';
import { spoolInstead } from './spool-instead.ts';
import { monotonicMs } from '../lock/file-lock.ts';
import { type SpoolReason, conflict } from './failure.ts';
import { closeLog, ensureLogDirectory, openLog, type OpenLog } from './open-log.ts';
import { openSessionLog, waitingAppends } from '../lock/session-log.ts';
import { syncLog } from '../files/sync-names.ts';
import { drainInbox } from './drain-inbox.ts';
import type { Group, Key } from './delivery-note.ts';
import { guardGroups } from '../gate/guard.ts';
import { claimLog } from '../installation/claim-log.ts';
import { writeMark, writeHeadTo } from '../files/high-water.ts';
import { deliveryKey } from './deliveries.ts';
import { writeAll } from '../files/owned-file.ts';

export interface AppendRequest {
  /** Absolute path of the `.eventloom` directory; created if missing. */
  dir: string;
  session: string;
  /** Appended as one batch. */
  events: UnsealedEvent[];
  /** Epoch milliseconds by which the call returns. */
  deadline: number;
  /** Default `os`. */
  durability?: Durability;
  /** As in `AppendOptions`. Such an append is never spooled: it throws `unavailable` instead. */
  expectHead?: string | null;
  /** For ids and timestamps. Default: the system's clock. */
  now?: () => number;
  /** See `SessionLogOptions`. */
  installation?: 'any';
}

export type AppendOutcome =
  | { kind: 'appended'; results: AppendResult[] }
  /** In the inbox; the next holder of the lock appends them. */
  | { kind: 'spooled'; ids: string[]; reason: SpoolReason }
  /** Neither the log nor the inbox can be written. */
  | { kind: 'lost'; reason: SpoolReason };

/** Part of the time for the lock that is reserved for writing the inbox file. */
const SPOOL_RESERVE_MS = 10;
/** NFS, SMB, CIFS, SMB2, 9P, AFS, Ceph: a lock between hosts is left to a long-lived owner. */
const NETWORK_TYPES = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x5346414f, 0x00c36400,
]);

const ids = createIds(weakRandomHex);

/**
 * A log of another installation is never continued: its events go to a log beside it (`installation/own-session.ts`).
 * Throws `invalid_request` for events that may not be written, `permission_denied` for a directory or log that is a
 * link, is hard-linked or belongs to another user, `conflict` for another head, and `unavailable` if an expected head
 * cannot be checked in time or a sync fails. Everything else is an outcome.
 *
 * @example
 * appendOrSpool({ dir: '/home/dev/shop/.eventloom', session: 'shop-default', deadline: Date.now() + 100,
 *   events: [{ type: 'command.completed', actorId: 'zaxy-observer', payload: { command: 'npm test', exit_code: 0 },
 *     origin: { channel: 'tool', client: 'claude-code' } }] });
 */
export function appendOrSpool(request: AppendRequest): AppendOutcome {
  const startedMs = monotonicMs();
  const budgetMs = Math.max(0, request.deadline - Date.now());
  const now = request.now ?? Date.now;
  const session = assertSessionId(request.session);
  let { dir } = request;
  while (dir.length > 1 && dir.endsWith('/')) dir = dir.slice(0, -1);
  const events = prepareEvents(request.events, { nowMs: now(), ids });
  if (events.length === 0) return { kind: 'appended', results: [] };
  let why: SpoolReason | Error;
  try {
    ensureLogDirectory(dir);
    const waitUntilMs = startedMs + budgetMs - SPOOL_RESERVE_MS;
    const isOdd = isNetwork(dir);
    const results = isOdd
      ? null
      : appendInTime(request, { dir, session, events, now, waitUntilMs });
    if (results !== null) return { kind: 'appended', results };
    why = isOdd ? 'odd_file_system' : 'locked';
  } catch (error) {
    // This installation keeps its own log beside another one's.
    if ((error as { isForeignLog?: true }).isForeignLog)
      return appendOrSpool({ ...request, session: ownSession(dir, session) });
    why = error as Error;
  }
  return spoolInstead({ ...request, dir, session, why }, events);
}

interface TimedAppend {
  dir: string;
  session: string;
  events: PreparedEvent[];
  now: () => number;
  waitUntilMs: number;
}

/** Null if the lock was not available. Once the events are in the log, only a failed sync throws. */
function appendInTime({ expectHead, durability, installation }: AppendRequest, timed: TimedAppend) {
  const { dir, session, events, now, waitUntilMs } = timed;
  const log = openSessionLog(dir, session, { now, ids, installation });
  try {
    if (!log.lock.acquire(waitUntilMs - monotonicMs())) return null;
    const open = openLog(log);
    try {
      const results = appendUnderLock(open, { events, expectHead, drainUntilMs: waitUntilMs });
      if (durability === 'fsync') {
        // Events that were written stay written.
        quietly(log.lock.release);
        syncLog(dir, open);
      }
      return results;
    } finally {
      quietly(() => closeLog(open));
    }
  } finally {
    quietly(log.lock.close);
  }
}

function isNetwork(dir: string): boolean {
  return attempt(() => NETWORK_TYPES.has(statfsSync(dir).type), false);
}

interface LockedAppend {
  events: PreparedEvent[];
  /** See `AppendOptions.expectHead`. */
  expectHead?: string | null | undefined;
  /** Monotonic milliseconds after which the inbox is not drained further. */
  drainUntilMs: number;
}

/**
 * What every writer does once it has the lock: drain the inbox, check the expected head, append. Throws `conflict` before
 * any event is written if the log does not end with `expectHead`.
 */
export function appendUnderLock(open: OpenLog, request: LockedAppend): AppendResult[] {
  const { events, expectHead, drainUntilMs } = request;
  if (expectHead === undefined) {
    const waiting = waitingAppends(open.log);
    if (waiting !== null) drainInbox(open, drainUntilMs, waiting, appendGroups);
  } else {
    const head = open.recoveries.length > 0 ? open.foundHash : open.hash;
    if (head !== expectHead) {
      // Readers ignore an event without its newline: unless the line is ended here, they would expect the previous
      // event forever.
      appendGroups(open, []);
      throw conflict(open, head);
    }
  }
  return appendGroups(open, [{ events }])[0]!;
}

/**
 * Seals and writes groups of events in one write; each group becomes visible completely or not at all. Under the lock,
 * recoveries first; a delivery that was appended before is answered with its first position.
 * After this returns, the events are in the log. If it throws, none of them is acknowledged: bytes that were written
 * are a torn tail for the next writer.
 */
function appendGroups(open: OpenLog, groups: Group[]): AppendResult[][] {
  const lines: string[] = [];
  let offset = open.size + (open.unterminated ? 1 : 0);
  let { seq, hash } = open;

  function seal(event: PreparedEvent, batch: { first: number; size: number } | null): AppendResult {
    const previousHash = hash;
    const sealed = sealEvent(event, {
      seq: seq + 1,
      previousHash,
      threadId: open.log.session,
      batch,
    });
    lines.push(sealed.line);
    offset += Buffer.byteLength(sealed.line) + 1;
    seq++;
    hash = sealed.hash;
    return { seq, hash, previousHash, id: event.id, duplicate: false };
  }

  function sealGroup({ events, key }: Group): AppendResult[] {
    const before = key === undefined ? null : open.deliveries().find(key);
    if (before !== null) return events.map(({ id }) => ({ ...before, id }));
    const keys = events.map((event) => (event.delivery === undefined ? null : deliveryKey(event)));
    const known = keys.map((own) => (own === null ? null : open.deliveries().find(own)));
    const firsts = firstOfEach(keys);
    const fresh = known.filter((found, i) => found === null && firsts[i] === i).length;
    const batch = fresh > 1 ? { first: seq + 1, size: fresh } : null;
    const results: AppendResult[] = [];
    let noted = key;
    for (const [i, event] of events.entries()) {
      const earlier = known[i] ?? results[firsts[i]!];
      if (earlier !== undefined) {
        results.push({ ...earlier, duplicate: true });
        continue;
      }
      const start = offset;
      const result = seal(event, batch);
      const own = keys[i] ?? null;
      if (own !== null) open.deliveries().note(own, start, result);
      if (noted !== undefined) open.deliveries().note(noted, start, result);
      noted = undefined;
      results.push(result);
    }
    return results;
  }

  for (const event of open.recoveries) seal(event, null);
  const { dir } = open.log;
  // An empty file means that nothing was ever forgotten here. If it is missing, the gate must be built
  // (`gate/gate-file.ts`).
  const isOpen = lstatSync(`${dir}/runtime/forgotten`, { throwIfNoEntry: false })?.size === 0;
  const results = (isOpen ? groups : guardGroups(dir, groups)).map(sealGroup);
  if (lines.length === 0 || hash === null) return results;

  open.flushNotes();
  writeAll(open.fd, Buffer.from(`${open.unterminated ? '\n' : ''}${lines.join('\n')}\n`), null);
  open.seq = seq;
  open.hash = hash;
  open.size = offset;
  open.unterminated = false;
  open.recoveries = [];
  open.log.end = { ino: open.ino, size: offset, seq, hash };
  try {
    writeHeadTo(open.headFd, { seq, hash, size: offset });
    if (open.mark !== null) {
      Object.assign(open.mark, { seq, hash, size: offset });
      writeMark(open.log.markPath!, open.mark);
      // The first append to a new log: its first event is known from now on.
      if (open.mark.genesis === null) open.mark = claimLog(dir, open.log.session);
    }
  } catch {
    // The events are written; the next append updates a head file or a mark that lags behind.
  }
  return results;
}

/** For every key the index of its first occurrence: an append may contain the same delivery twice. */
function firstOfEach(keys: (Key | null)[]): number[] {
  const first = new Map<string, number>();
  return keys.map((key, i) => {
    if (key === null) return i;
    const name = key.digest + key.scope;
    if (!first.has(name)) first.set(name, i);
    return first.get(name)!;
  });
}
