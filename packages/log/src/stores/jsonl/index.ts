/**
 * Eventloom on disk: one JSON line per event, one file per session, any number of processes (DESIGN, "Eventloom").
 * Appends follow the same protocol as the hook path (`append/`); reads take no lock.
 */
import { closeSync, constants } from 'node:fs';
import { HookloomError } from '@hookloom/core/errors';
import { createIds, weakRandomHex } from '@hookloom/core/ids';
import { systemClock, type Clock, type Ids } from '@hookloom/core/ports/environment';
import type { EventStore, Head } from '@hookloom/core/ports/event-store';
import { assertSessionId } from '@hookloom/core/session-id';
import { openOwned } from '../../append/owned-file.ts';
import { openSessionLog } from '../../append/session-log.ts';
import { readTail } from '../../append/tail.ts';
import { prepareEvents } from '../../envelope/seal.ts';
import { inboxSessions } from '../../inbox/sessions.ts';
import { readBatches } from '../../read/read-batches.ts';
import { eventAt, listSessions, readEvents } from '../../read/read-events.ts';
import { verifyLog } from '../../verify/verify-log.ts';
import { createAppendQueue, type AppendQueue } from './append-queue.ts';
import { createGroupSync } from './group-sync.ts';

export interface JsonlStoreOptions {
  /** Absolute path of the `.eventloom` directory; created by the first append. */
  dir: string;
  clock?: Clock;
  ids?: Ids;
  /** How long an append waits for the lock before it throws `unavailable`. Default 5000. */
  lockWaitMs?: number;
}

export interface JsonlStore extends EventStore {
  /**
   * Takes in what waits in the inbox, of every session or of one, also when nobody appends. Returns how many files
   * were waiting.
   */
  drain(session?: string): Promise<number>;
}

const DEFAULT_LOCK_WAIT_MS = 5000;

/**
 * Append defaults to `fsync`: acknowledged means on the disk. Errors: see `EventStore`; a lock that is not to be had
 * and a disk that is full are `unavailable`, a planted link or another user's file is `permission_denied`.
 *
 * @example const store = openJsonlStore({ dir: '/home/dev/shop/.eventloom' });
 */
export function openJsonlStore(options: JsonlStoreOptions): JsonlStore {
  const {
    clock = systemClock,
    ids = createIds(weakRandomHex),
    lockWaitMs = DEFAULT_LOCK_WAIT_MS,
  } = options;
  const dir = options.dir.replace(/(?<=.)\/+$/, '');
  const queues = new Map<string, AppendQueue>();
  const sync = createGroupSync(dir);
  let closed = false;

  const pathOf = (session: string): string => `${dir}/${assertSessionId(session)}.jsonl`;

  function queueOf(session: string): AppendQueue {
    if (closed)
      throw new HookloomError('unavailable', 'The log store was closed.', 'Open it again.');
    let queue = queues.get(session);
    if (queue === undefined) {
      const log = openSessionLog(dir, session, { now: () => clock.now(), ids, sweepFirst: true });
      queue = createAppendQueue(log, sync, lockWaitMs);
      queues.set(session, queue);
      giveBackAtExit(queue);
    }
    return queue;
  }

  return {
    caps: { durability: ['os', 'fsync'], multiProcess: true },
    async append(session, events, appendOptions = {}) {
      const queue = queueOf(assertSessionId(session));
      return queue.append(prepareEvents(events, { nowMs: clock.now(), ids }), appendOptions);
    },
    async head(session) {
      return headOf(pathOf(session));
    },
    async *read(session, readOptions) {
      yield* readEvents(pathOf(session), readOptions);
    },
    async *readBatches(session, batchOptions) {
      yield* readBatches(pathOf(session), batchOptions);
    },
    async at(session, seq) {
      return eventAt(pathOf(session), seq);
    },
    async sessions() {
      return listSessions(dir).map((session) => ({ session, head: headOf(pathOf(session)) }));
    },
    async verify(session, verifyOptions) {
      return verifyLog(dir, assertSessionId(session), verifyOptions);
    },
    async drain(session) {
      const waiting = inboxSessions(dir).filter(
        (entry) => session === undefined || entry.session === session,
      );
      for (const entry of waiting) await queueOf(entry.session).append([], { durability: 'os' });
      return waiting.reduce((sum, entry) => sum + entry.waiting, 0);
    },
    async close() {
      closed = true;
      for (const queue of queues.values()) {
        await queue.close();
        leftOpen.delete(queue);
      }
      await sync.idle();
    },
  };
}

/** The last committed event, found from the end of the file. */
function headOf(path: string): Head | null {
  let file;
  try {
    file = openOwned(path, constants.O_RDONLY);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  try {
    const { seq, hash } = readTail(file.fd, file.stats.size);
    return hash === null ? null : { seq, hash };
  } finally {
    closeSync(file.fd);
  }
}

const leftOpen = new Set<AppendQueue>();
let watching = false;

/** A process that ends without closing its stores leaves no lock files. */
function giveBackAtExit(queue: AppendQueue): void {
  leftOpen.add(queue);
  if (watching) return;
  watching = true;
  process.on('exit', () => {
    for (const left of leftOpen) left.abandon();
  });
}
