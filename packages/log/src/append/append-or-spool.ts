/**
 * Append from a short-lived process, synchronously and inside a deadline: to the log, or else to the inbox. Reaches
 * only `node:fs` and small files of our own.
 */
import { statfsSync } from 'node:fs';
import { attempt, assertSessionId, createIds, quietly, weakRandomHex } from '@hookloom/core';
import type { AppendResult, Durability, UnsealedEvent } from '@hookloom/core/events';
import { prepareEvents, type PreparedEvent } from '../envelope/seal.ts';
import { ownSession } from '../installation/own-session.ts';
import { spoolInstead } from './spool-instead.ts';
import { monotonicMs } from '../lock/file-lock.ts';
import { type SpoolReason, conflict } from './failure.ts';
import { closeLog, ensureLogDirectory, openLog, type OpenLog } from './open-log.ts';
import { openSessionLog, waitingAppends } from '../lock/session-log.ts';
import { syncLog } from '../files/sync-names.ts';
import { drainInbox } from './drain-inbox.ts';
import { appendGroups } from './append-groups.ts';

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
