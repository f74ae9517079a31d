/**
 * Eventloom on disk: one JSON line per event, one file per session, any number of processes. Appends follow the same
 * protocol as the hook path (`append/`); reads take no lock. The log of another installation is returned as reported,
 * and an append to it throws `permission_denied`.
 */
import { constants, lstatSync } from 'node:fs';
import {
  assertSessionId,
  createIds,
  HookloomError,
  isHookloomError,
  weakRandomHex,
} from '@hookloom/core';
import {
  systemClock,
  type CheckedEvent,
  type Clock,
  type EventStore,
  type Head,
  type Ids,
  type ReadBatchOptions,
  type ReadOptions,
  type UnavailableEvent,
} from '@hookloom/core/events';
import { withOwned } from '../../files/owned-file.ts';
import { openSessionLog } from '../../lock/session-log.ts';
import { readTail } from '../../files/tail.ts';
import { prepareEvents } from '../../envelope/seal.ts';
import { asReported, foreignLogs, listSessions } from '../../installation/log-directory.ts';
import { ownSession } from '../../installation/own-session.ts';
import { inboxSessions } from '../../inbox/sessions.ts';
import type { Unavailable } from '../../read/valid-lines.ts';
import { readBatches } from '../../read/read-batches.ts';
import { checkEvents, eventAt } from '../../read/check-events.ts';
import { eventsOfTypes } from '../../read/events-of-types.ts';
import { readEvents } from '../../read/read-events.ts';
import { verifyLog, type RecentDigest } from '../../verify/verify-log.ts';
import { createAppendQueue, type AppendQueue } from './append-queue.ts';
import { createGroupSync } from './group-sync.ts';
import { brokenFinding } from '../../installation/broken-log.ts';
import { examineLog } from '../../installation/examine-log.ts';

export interface JsonlStoreOptions {
  /** Absolute path of the `.eventloom` directory; created by the first append. */
  dir: string;
  clock?: Clock;
  ids?: Ids;
  /** How long an append waits for the lock before it throws `unavailable`. Default 5000. */
  lockWaitMs?: number;
  /** See `SessionLogOptions`. */
  installation?: 'any';
  /** Called when an append finds that a log is broken, and that its events go to this continuation. */
  onContinued?: (session: string, continuation: string) => void;
}

export interface JsonlStore extends EventStore {
  /** Drains the inbox of every session or of one, even if nobody appends. Returns how many files were waiting. */
  drain(session?: string): Promise<number>;
}

const DEFAULT_LOCK_WAIT_MS = 5000;

/**
 * Append defaults to `fsync`: acknowledged means on the disk. Errors: see `EventStore`; an unavailable lock and a
 * full disk are `unavailable`, a planted link or another user's file is `permission_denied`.
 *
 * @example const store = openJsonlStore({ dir: '/home/dev/shop/.eventloom' });
 */
export function openJsonlStore(options: JsonlStoreOptions): JsonlStore {
  const {
    clock = systemClock,
    ids = createIds(weakRandomHex),
    lockWaitMs = DEFAULT_LOCK_WAIT_MS,
    installation,
    onContinued,
  } = options;
  const dir = options.dir.replace(/(?<=.)\/+$/, '');
  const queues = new Map<string, AppendQueue>();
  const sync = createGroupSync(dir);
  const isForeign = installation === 'any' ? () => false : foreignLogs(dir);
  const damage = watchDamage(dir);
  const digests = new Map<string, RecentDigest>();
  let closed = false;

  const pathOf = (session: string): string => `${dir}/${assertSessionId(session)}.jsonl`;

  function queueOf(session: string): AppendQueue {
    if (closed)
      throw new HookloomError('unavailable', 'The log store was closed.', 'Open it again.');
    let queue = queues.get(session);
    if (queue === undefined) {
      const now = (): number => clock.now();
      const log = openSessionLog(dir, session, { now, ids, sweepFirst: true, installation });
      queue = createAppendQueue(log, sync, lockWaitMs);
      queues.set(session, queue);
      giveBackAtExit(queue);
    }
    return queue;
  }

  /** The log's files do not name their session. */
  function noting(session: string, given?: ReadOptions & ReadBatchOptions) {
    const onUnavailable = (found: Unavailable): void => {
      const unavailable = { session, ...found };
      damage.met(unavailable);
      given?.onUnavailable?.(unavailable);
    };
    return { ...given, onUnavailable };
  }

  return {
    caps: { durability: ['os', 'fsync'], multiProcess: true },
    async append(session, events, appendOptions = {}) {
      const queue = queueOf(assertSessionId(session));
      const prepared = prepareEvents(events, { nowMs: clock.now(), ids });
      await damage.settled();
      try {
        return await queue.append(prepared, appendOptions);
      } catch (error) {
        const next = isBroken(error) ? ownSession(dir, session) : session;
        if (next === session) throw error;
        onContinued?.(session, next);
        // The expected head belongs to another log.
        if (appendOptions.expectHead !== undefined) throw error;
        const results = await queueOf(next).append(prepared, appendOptions);
        return results.map((result) => ({ ...result, session: next }));
      }
    },
    async head(session) {
      return headOf(pathOf(session));
    },
    async *read(session, readOptions) {
      const path = pathOf(session);
      const { types, ...noted } = noting(session, readOptions);
      const isWhole = [noted.fromSeq, noted.toSeq, noted.limit].every((end) => end === undefined);
      const few =
        types !== undefined && isWhole
          ? eventsOfTypes(dir, session, types, noted.onUnavailable)
          : null;
      const events = few ?? readEvents(path, noted);
      if (!isForeign(session)) yield* events;
      else for (const event of events) yield asReported(event);
    },
    async *readBatches(session, batchOptions) {
      const batches = readBatches(pathOf(session), noting(session, batchOptions));
      if (!isForeign(session)) yield* batches;
      else
        for await (const batch of batches) yield { ...batch, events: batch.events.map(asReported) };
    },
    async at(session, seq) {
      const event = eventAt(dir, assertSessionId(session), seq);
      return event !== null && isForeign(session) ? asReported(event) : event;
    },
    async check(session, seqs) {
      const checked = checkEvents(dir, assertSessionId(session), seqs);
      for (const each of checked.values())
        if (each.state === 'unavailable') damage.met(each.unavailable);
      if (!isForeign(session)) return checked;
      const reported = (each: CheckedEvent): CheckedEvent =>
        each.state === 'held' ? { ...each, event: asReported(each.event) } : each;
      return new Map([...checked].map(([seq, each]) => [seq, reported(each)]));
    },
    async sessions() {
      return listSessions(dir).map((session) => ({ session, head: headOf(pathOf(session)) }));
    },
    async verify(session, verifyOptions) {
      return verifyLog(dir, assertSessionId(session), { ...verifyOptions, digests });
    },
    async drain(session) {
      const waiting = inboxSessions(dir).filter(
        (entry) => session === undefined || entry.session === session,
      );
      for (const entry of waiting) await queueOf(entry.session).append([], { durability: 'os' });
      return waiting.reduce((sum, entry) => sum + entry.waiting, 0);
    },
    async close() {
      await damage.settled();
      closed = true;
      for (const queue of queues.values()) {
        await queue.close();
        leftOpen.delete(queue);
      }
      await sync.idle();
    },
  };
}

function isBroken(error: unknown): boolean {
  return isHookloomError(error) && error.code === 'corrupt' && 'isForeignLog' in error;
}

/** The last committed event, found from the end of the file. */
function headOf(path: string): Head | null {
  try {
    return withOwned(path, constants.O_RDONLY, ({ fd, stats }) => {
      const { seq, hash } = readTail(fd, stats.size);
      return hash === null ? null : { seq, hash };
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

const leftOpen = new Set<AppendQueue>();
let watching = false;

/** Removes the lock files of a process that ends without closing its stores. */
function giveBackAtExit(queue: AppendQueue): void {
  leftOpen.add(queue);
  if (watching) return;
  watching = true;
  process.on('exit', () => {
    for (const left of leftOpen) left.abandon();
  });
}

const MAX_KNOWN = 1000;

/** Verifies a log once if a read finds damage, so that its mark says where new events go. */
function watchDamage(dir: string) {
  const known = new Set<string>();
  const running = new Map<string, Promise<void>>();

  async function verifyOnce(session: string): Promise<void> {
    try {
      const { ownership, findings } = examineLog(dir, session);
      if (ownership === 'own' && brokenFinding(findings) === null) await verifyLog(dir, session);
    } catch {
      // If the log cannot be read now, the next command that needs it verifies it.
    } finally {
      running.delete(session);
    }
  }

  return {
    /** Called for every invalid event. Never throws. */
    met({ session, seq, reason }: UnavailableEvent) {
      // A repaired log is another file.
      const file = lstatSync(`${dir}/${session}.jsonl`, { throwIfNoEntry: false })?.ino;
      const key = `${session} ${file} ${seq} ${reason}`;
      if (known.has(key) || known.size >= MAX_KNOWN) return;
      known.add(key);
      if (!running.has(session)) running.set(session, verifyOnce(session));
    },
    /** Resolves when the logs with the damage found so far are verified. */
    async settled(): Promise<void> {
      await Promise.all(running.values());
    },
  };
}
