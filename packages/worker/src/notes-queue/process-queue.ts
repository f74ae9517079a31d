/**
 * Processes the queue of one workspace: leases a batch, makes its notes, appends them. If it is killed, nothing is lost
 * or duplicated, because work is pending until the log contains its note.
 */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { isHookloomError } from '@hookloom/core';
import type {
  AppendResult,
  StoredEvent,
  ToolWork,
  TurnWork,
  UnsealedEvent,
} from '@hookloom/core/events';
import type { EarlierWork, NoteQueue, PendingWork } from '@hookloom/memory';
import type { OpenWorkspace } from '../workspaces/workspaces.ts';
import { StoppedError } from './ask-models.ts';
import { abandonedEvent } from './note-events.ts';
import { isAlive } from './holder.ts';
import { lastWordsIn } from './last-words.ts';
import { readEvents } from './read-events.ts';
import { readToolWork, readTurn } from './read-work.ts';
import { withFileStates } from './with-file-states.ts';

/** Converts work to the events of its notes. */
export type MakeNotes = (batch: NoteBatch) => Promise<UnsealedEvent[]>;

export interface NoteBatch {
  open: OpenWorkspace;
  log: string;
  work: ToolWork[];
  turn: TurnWork | null;
  earlier: EarlierWork[];
}

export interface QueueRun {
  holder: string;
  monotonic(): number;
  /** How many items are leased at once. */
  batch: number;
  make: MakeNotes;
  onAppended(open: OpenWorkspace, log: string, event: UnsealedEvent, result: AppendResult): void;
  /** False to stop after the current item. */
  mayGoOn(): boolean;
}

/** Longer than the calls of a batch can take. If a process dies, its work returns at once. */
const LEASE_MS = 15 * 60_000;
export const BATCH = 40;
/** Delays before retries. After the last one, the item is a dead letter. */
const RETRY_AFTER_MS = [1_000, 5_000, 30_000, 120_000];
const MAX_ATTEMPTS = RETRY_AFTER_MS.length + 1;
const UNAVAILABLE_MS = 5_000;

interface Item {
  pending: PendingWork;
  work: ToolWork | null;
  turn: TurnWork | null;
}

/**
 * Returns how many items got their note. If the log or the memory cannot be used, returns all work to the queue and
 * throws.
 */
export async function processQueue(open: OpenWorkspace, how: QueueRun): Promise<number> {
  const { runtime } = open;
  await runtime.context.drain();
  const opened = await runtime.memory.open();
  if (!opened.ok) throw new Error(opened.reason);
  const { noteQueue: queue } = opened.memory;
  let done = 0;
  while (how.mayGoOn()) {
    const now = how.monotonic();
    const { holder } = how;
    const gone = (await queue.holders()).filter((other) => !isAlive(other));
    const claimed = await queue.claim({ limit: how.batch, now, leaseMs: LEASE_MS, holder, gone });
    if (claimed.length === 0) break;
    for (const batch of batches(claimed)) {
      await yieldToEventLoop();
      done += await batchDone(open, queue, batch, how);
    }
  }
  return done;
}

/** The work of one client session up to the end of its turn. */
function batches(claimed: PendingWork[]): PendingWork[][] {
  const sessions = new Map<string, PendingWork[]>();
  for (const item of claimed)
    sessions.set(item.contentSessionId, [...(sessions.get(item.contentSessionId) ?? []), item]);
  return [...sessions.values()].flatMap((items) => {
    const parts: PendingWork[][] = [[]];
    for (const item of items) {
      parts[parts.length - 1]!.push(item);
      if (item.kind === 'summarize') parts.push([]);
    }
    return parts.filter((part) => part.length > 0);
  });
}

async function batchDone(
  open: OpenWorkspace,
  queue: NoteQueue,
  batch: PendingWork[],
  how: QueueRun,
): Promise<number> {
  const ids = batch.map(({ id }) => id);
  try {
    const [first] = batch;
    // Processes died repeatedly while working on it.
    if (batch.length === 1 && first!.attempts > MAX_ATTEMPTS) throw new DeadlyWork();
    if (batch.some(({ attempts }) => attempts > MAX_ATTEMPTS)) throw new NotTogether();
    const items: Item[] = [];
    const seqs = batch.flatMap(({ events }) => events.map(({ seq }) => seq));
    const events = await readEvents(open.runtime.store, first!.log, seqs);
    for (const pending of batch) items.push(await read(open, events, pending));
    await yieldToEventLoop();
    const made = await make(open, queue, items, how);
    const held = await queue.held(ids, { now: how.monotonic(), holder: how.holder });
    // It took too long, and another holder has started it.
    if (held.size < ids.length) {
      await queue.release([...held], { isCounted: false });
      return 0;
    }
    await append(open, batch[0]!.log, made, how);
    return batch.length;
  } catch (error) {
    if (isPassing(error)) {
      await queue.release(ids, { retryAt: how.monotonic() + UNAVAILABLE_MS, isCounted: false });
      throw error;
    }
    if (batch.length > 1) {
      let done = 0;
      for (const one of batch) done += await batchDone(open, queue, [one], how);
      return done;
    }
    await failed(open, queue, batch[0]!, reasonOf(error), how);
    return 0;
  }
}

/** Runs one task at a time and lets waiting requests go first, because most of this work never yields by itself. */
async function read(
  { runtime, workspace }: OpenWorkspace,
  events: ReadonlyMap<number, StoredEvent>,
  pending: PendingWork,
): Promise<Item> {
  await yieldToEventLoop();
  const { store, context } = runtime;
  if (pending.kind === 'summarize')
    return {
      pending,
      work: null,
      turn: await readTurn(store, events, pending, (file, client) =>
        lastWordsIn({ file, client, root: workspace.root, env: context.env }),
      ),
    };
  const work = readToolWork(events, pending);
  return {
    pending,
    work: work === null ? null : { ...work, promptNumber: pending.promptNumber },
    turn: null,
  };
}

async function make(open: OpenWorkspace, queue: NoteQueue, items: Item[], how: QueueRun) {
  const { log, contentSessionId } = items[0]!.pending;
  const gone = items.find(({ work, turn }) => work === null && turn === null);
  if (gone !== undefined) throw new UnreadableWork();
  const earlier = await queue.earlier(log, contentSessionId);
  const events = await how.make({
    open,
    log,
    work: items.flatMap(({ work }) => work ?? []),
    turn: items.find(({ turn }) => turn !== null)?.turn ?? null,
    earlier,
  });
  return withFileStates(open.workspace.root, events);
}

class UnreadableWork extends Error {}
class DeadlyWork extends Error {}
/** One item of a batch is doubtful, so each is processed alone. */
class NotTogether extends Error {}

async function append(open: OpenWorkspace, log: string, events: UnsealedEvent[], how: QueueRun) {
  if (events.length === 0) return;
  const results = await open.runtime.store.append(log, events);
  for (const [at, event] of events.entries())
    if (!results[at]!.duplicate) how.onAppended(open, log, event, results[at]!);
}

async function failed(
  open: OpenWorkspace,
  queue: NoteQueue,
  { id, log, events, attempts }: PendingWork,
  reason: string,
  how: QueueRun,
): Promise<void> {
  const wait = RETRY_AFTER_MS[attempts - 1];
  if (wait === undefined) {
    const covers = events.map((event) => event.id);
    await append(open, log, [abandonedEvent(covers, attempts, reason)], how);
  } else await queue.release([id], { retryAt: how.monotonic() + wait });
}

/** Whether the cause is temporary (a lock, a disk, a cancelled call) and the item is not faulty. */
function isPassing(error: unknown): boolean {
  if (error instanceof StoppedError) return true;
  return isHookloomError(error) ? error.code === 'unavailable' : isSystemError(error);
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && ('syscall' in error || /locked|busy/i.test(error.message));
}

/** A single word, never recorded text. */
function reasonOf(error: unknown): string {
  if (error instanceof UnreadableWork) return 'unreadable';
  if (error instanceof DeadlyWork) return 'interrupted';
  return isHookloomError(error) ? error.code : 'internal_error';
}
