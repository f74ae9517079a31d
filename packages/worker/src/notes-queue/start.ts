/** The notes queue of an installation: idle until an append wakes it. Never delays a request. */
import type { AppendResult, Clock, UnsealedEvent } from '@hookloom/core/events';
import { quietly, type JsonObject } from '@hookloom/core';
import { noteQueue } from '../operations/note-queue.ts';
import type { OpenWorkspace, Workspaces } from '../workspaces/workspaces.ts';
import { monotonicNow, newHolder } from './holder.ts';
import type { ModelStatus } from './ask-models.ts';
import { createNotesMaker } from './notes-maker.ts';
import type { Caller } from '../operations/context.ts';
import { queueStatus, retryDead, type QueueStatus } from './queue-status.ts';
import { BATCH, processQueue } from './process-queue.ts';

/** A note that was just appended. */
export interface MadeNote {
  slot: number;
  log: string;
  seq: number;
  /** The id of its event. */
  id: string;
  type: 'note.recorded' | 'note.merged' | 'session.summarized';
  payload: JsonObject;
}

export interface NotesQueueOptions {
  workspaces: Workspaces;
  /** Configures the models and the budget. Without them, notes are made by rules. */
  env: Record<string, string | undefined>;
  clock: Clock;
  onNote?: (note: MadeNote) => void;
  /** Milliseconds of a monotonic clock. Default: the machine's. */
  monotonic?: () => number;
  /** How often logs are checked without a nudge. Default: 30 s. */
  pollMs?: number;
  /** Items per batch. */
  batch?: number;
}

export interface NotesQueueStatus extends QueueStatus {
  /** True while notes are being made. */
  is_processing: boolean;
  /** The last error while making notes, as a sentence; null if there was none. */
  last_error: string | null;
  /** Whether a model is used, its budget and today's cost. */
  model: ModelStatus;
}

export interface NotesQueue {
  /** Reports an append to this workspace. */
  nudge(slot: number): void;
  status(): Promise<NotesQueueStatus>;
  /** Retries one dead letter or all, and returns how many. Ids are those of `status`. */
  retry(id: number | undefined, caller: Caller): Promise<number>;
  /** Makes all notes that can be made now. */
  drain(): Promise<void>;
  /** Ends after the current batch. The rest is processed after the next start. */
  close(): Promise<void>;
}

const POLL_MS = 30_000;
/** The delay after an error, and while work waits for its retry. */
const AGAIN_MS = 2_000;
/** Only notes are reported. */
const TOLD = new Set(['note.recorded', 'note.merged', 'session.summarized']);

export function startNotesQueue(options: NotesQueueOptions): NotesQueue {
  const { workspaces, env, clock, onNote, monotonic = monotonicNow, pollMs = POLL_MS } = options;
  const holder = newHolder();
  const maker = createNotesMaker({ env, clock, workspaces, monotonic });
  const dirty = new Set<number>();
  /** The heads of each workspace's logs when nothing was pending. */
  const quiet = new Map<number, string>();
  const timers = new Map<number, { at: number; timer: NodeJS.Timeout }>();
  /** Workspaces whose work was started and returned. It was collected before, so it does not wait for more. */
  const unfinished = new Set<number>();
  let running: Promise<void> | null = null;
  let closed = false;
  let lastError: string | null = null;

  const poll = setInterval(look, pollMs);
  poll.unref();
  look();

  function look(): void {
    void inTurn(async () => {
      for (const open of await workspaces.all())
        if (quiet.get(open.slot) !== (await headsOf(open))) dirty.add(open.slot);
    });
  }

  function nudge(slot: number): void {
    dirty.add(slot);
    if (running === null) void inTurn(async () => {});
  }

  /** Runs one task after the other, then processes the workspaces in `dirty`. */
  function inTurn(work: () => Promise<void>): Promise<void> {
    const before = running ?? Promise.resolve();
    const mine = before
      .then(async () => {
        if (closed) return;
        await work();
        await workOffDirty();
      })
      .catch((error: unknown) => {
        lastError = messageOf(error);
      });
    running = mine;
    void mine.then(() => {
      if (running !== mine) return;
      running = null;
      // A nudge after the last check of `dirty` saw this run still active and started none.
      if (dirty.size > 0 && !closed) void inTurn(async () => {});
    });
    return mine;
  }

  async function workOffDirty(): Promise<void> {
    for (const slot of dirty) {
      dirty.delete(slot);
      if (closed) return;
      const open = await workspaces.forSlot(slot);
      if (open !== null) await workOffOne(open, false);
    }
  }

  async function workOffOne(open: OpenWorkspace, isForced: boolean): Promise<void> {
    try {
      const before = await headsOf(open);
      const wait = isForced || unfinished.has(open.slot) ? 0 : await maker.wait(open);
      if (wait > 0) return later(open.slot, wait);
      const done = await processQueue(open, {
        holder: holder.name,
        monotonic,
        batch: options.batch ?? BATCH,
        make: maker.make,
        mayGoOn: () => !closed,
        onAppended: (where, log, event, result) => tell(where, log, event, result),
      });
      lastError = null;
      const { depth, leased } = await noteQueue(open.runtime.context);
      if (depth > leased) again(open.slot);
      else {
        unfinished.delete(open.slot);
        quiet.set(open.slot, done === 0 ? before : await headsOf(open));
      }
    } catch (error) {
      lastError = messageOf(error);
      again(open.slot);
    }
  }

  function again(slot: number): void {
    unfinished.add(slot);
    later(slot, AGAIN_MS);
  }

  /** Keeps the earlier of two wake-ups, so that a retry does not wait for more work. */
  function later(slot: number, ms: number): void {
    if (closed) return;
    const at = monotonicNow() + ms;
    const set = timers.get(slot);
    if (set !== undefined && set.at <= at) return;
    clearTimeout(set?.timer);
    const timer = setTimeout(() => {
      timers.delete(slot);
      nudge(slot);
    }, ms);
    timer.unref();
    timers.set(slot, { at, timer });
  }

  function tell(
    { slot }: OpenWorkspace,
    log: string,
    { type, payload }: UnsealedEvent,
    { seq, id }: AppendResult,
  ): void {
    if (!TOLD.has(type)) return;
    // A listener that throws must not affect the notes.
    quietly(() => onNote?.({ slot, log, seq, id, type: type as MadeNote['type'], payload }));
  }

  return {
    nudge,
    status: async () => ({
      ...(await queueStatus(workspaces)),
      is_processing: running !== null,
      last_error: lastError,
      model: await maker.status(),
    }),
    async retry(id, caller) {
      const { retried, slots } = await retryDead(workspaces, id, caller);
      for (const slot of slots) nudge(slot);
      return retried;
    },
    drain: () =>
      inTurn(async () => {
        for (const open of await workspaces.all()) await workOffOne(open, true);
      }),
    async close() {
      closed = true;
      clearInterval(poll);
      for (const { timer } of timers.values()) clearTimeout(timer);
      maker.stop();
      await running;
      holder.end();
    },
  };
}

async function headsOf({ runtime }: OpenWorkspace): Promise<string> {
  const sessions = await runtime.store.sessions();
  return sessions
    .map(({ session, head }) => `${session} ${head?.seq ?? 0}`)
    .sort()
    .join('\n');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
