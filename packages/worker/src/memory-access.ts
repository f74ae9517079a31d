import { eventClass, type EventStore } from '@hookloom/core/events';
import { isHookloomError, unavailable } from '@hookloom/core';
import { refusedNotes, type Memory, type MemoryReads, type RecentEvent } from '@hookloom/memory';

/** The memory, or why it is unavailable. */
export type OpenedMemory = { ok: true; memory: Memory } | { ok: false; reason: string };

export interface MemoryAccess {
  /** Opens on first use. After a failure, the next call tries again. */
  open(): Promise<OpenedMemory>;
  close(): Promise<void>;
}

/** A memory that is opened on first use, so that `serve` is ready at once and an append needs no SQLite. */
export function lazyMemory(
  openMemory: () => Promise<Memory>,
  isStale: () => boolean = () => false,
): MemoryAccess {
  let opened: Promise<OpenedMemory> | undefined;
  /** Other operations may still read from these. */
  const stale: Promise<OpenedMemory>[] = [];
  return {
    open() {
      if (isStale() && opened !== undefined) {
        stale.push(opened);
        opened = undefined;
      }
      opened ??= openMemory().then(
        (memory) => ({ ok: true, memory }),
        (error: unknown) => {
          opened = undefined;
          return { ok: false, reason: reasonOf(error) };
        },
      );
      return opened;
    },
    async close() {
      const all = [...stale.splice(0), ...(opened === undefined ? [] : [opened])];
      opened = undefined;
      for (const each of await Promise.all(all)) if (each.ok) await each.memory.close();
    },
  };
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return isHookloomError(error) ? message : `The projection could not be opened: ${message}`;
}

/**
 * Replaces the memory if the projection cannot be opened: every search fails with the reason, but recent events still
 * come from the log.
 */
export function unavailableMemory(reason: string, store: EventStore): Memory {
  const refused = () =>
    Promise.reject(
      unavailable(
        reason,
        'Nothing is lost: memory_append and memory_replay work. Delete the projections folder and try again.',
      ),
    );
  return {
    sync: refused,
    search: refused,
    searchSources: refused,
    facts: refused,
    events: refused,
    repeats: refused,
    edges: refused,
    workingSet: refused,
    names: refused,
    knowing: refused,
    outcomes: refused,
    stats: refused,
    notes: refusedNotes(refused),
    vectors: null,
    noteQueue: {
      counts: refused,
      holders: refused,
      claim: refused,
      held: refused,
      release: refused,
      list: refused,
      earlier: refused,
      ledger: refused,
    },
    recent: (session, limit, options) => recentFromLog(store, session, limit, options?.asOfSeq),
    reset: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

/** How many times more events of the tail are read than requested, because telemetry is skipped. */
const TAIL_FACTOR = 5;

async function recentFromLog(
  store: EventStore,
  session: string,
  limit: number,
  asOfSeq = Number.MAX_SAFE_INTEGER,
): Promise<RecentEvent[]> {
  const head = await store.head(session);
  if (head === null || limit < 1) return [];
  const toSeq = Math.min(head.seq, asOfSeq);
  const fromSeq = Math.max(1, toSeq - limit * TAIL_FACTOR + 1);
  const recent: RecentEvent[] = [];
  for await (const event of store.read(session, { fromSeq, toSeq })) {
    if (eventClass(event.type) === 'telemetry' || event.payload['self'] === true) continue;
    const { seq, hash, type, actorId: actor, timestamp } = event;
    recent.push({ seq, hash, type, actor, timestamp, summary: type });
  }
  return recent.slice(-limit);
}

/** The memory. Throws `unavailable` without it, because an empty answer would mean "nothing found". */
export async function openedMemory(on: { memory: MemoryAccess }): Promise<Memory> {
  const opened = await on.memory.open();
  if (opened.ok) return opened.memory;
  throw unavailable(
    `The memory could not be searched. ${opened.reason}`,
    'Nothing is lost: memory_append and memory_replay work. Delete the projections folder and try again.',
  );
}

/** The current memory of these sessions, for one question. */
export async function openedReads(
  on: { memory: MemoryAccess },
  sessions: readonly string[],
): Promise<MemoryReads> {
  const memory = await openedMemory(on);
  return (await memory.snapshot?.(sessions)) ?? memory;
}

/** The memory: the projection, or a substitute that says why there is none. */
export async function memoryDeps({ memory, store }: { memory: MemoryAccess; store: EventStore }) {
  const opened = await memory.open();
  return {
    memory: opened.ok ? opened.memory : unavailableMemory(opened.reason, store),
    store,
    ...(opened.ok && opened.memory.isQuoted !== undefined && { isQuoted: opened.memory.isQuoted }),
  };
}
