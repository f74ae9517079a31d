/** The queue of notes of one workspace: pending work, dead letters, cost of models. */
import { byOperation } from '@hookloom/core/events';
import { notFound } from '@hookloom/core';
import type { NoteQueue, PendingWork } from '@hookloom/memory';
import { z } from 'zod';
import type { Workspaces } from '../workspaces/workspaces.ts';
import { openedMemory } from '../memory-access.ts';
import { operation, readOperation, originOf, type OperationContext } from './context.ts';

export interface DeadLetter {
  /** The seq of its first event. */
  id: number;
  message_type: 'observation' | 'summarize';
  tool_name: string | null;
  tool_use_id: string;
  content_session_id: string;
  prompt_number: number | null;
  created_at_epoch: number;
  reason: string;
}

const MAX_DEAD = 200;

export async function noteQueue(context: OperationContext) {
  const queue = await queueOf(context);
  const counts = await queue.counts();
  const dead = counts.dead === 0 ? [] : await queue.list({ status: 'dead', limit: MAX_DEAD });
  const { oldestAtEpoch } = counts;
  return {
    /** Number of queue items without a note that are not dead. */
    depth: counts.pending + counts.leased,
    leased: counts.leased,
    dead: counts.dead,
    dead_letters: dead.map(deadLetter),
    /** Age of the oldest item in milliseconds; null if the queue is empty. */
    oldest_age_ms: oldestAtEpoch === null ? null : Math.max(0, context.clock.now() - oldestAtEpoch),
  };
}

export const retryNotesRequest = z.strictObject({
  /** The seq of a dead letter. Absent: all of them. */
  id: z.int().min(1).optional(),
});

/** Returns dead letters to the queue; throws `not_found` for an unknown id. */
export const retryNotes = operation(retryNotesRequest, async (context, { id }, caller) => {
  const queue = await queueOf(context);
  const dead = await queue.list({ status: 'dead', limit: MAX_DEAD });
  const wanted = id === undefined ? dead : dead.filter((letter) => deadLetter(letter).id === id);
  if (id !== undefined && wanted.length === 0)
    throw notFound(`No dead letter has the id ${id}.`, 'The state of the queue lists them.');
  for (const { log, events } of wanted)
    await context.store.append(log, [
      byOperation({
        type: 'note.retried',
        actorId: caller.channel === 'user' ? 'user' : 'agent',
        payload: { covers: events.map((event) => event.id) },
        origin: originOf(caller),
      }),
    ]);
  return { retried: wanted.length };
});

const DAY = /^\d{4}-\d\d-\d\d$/;
export const noteLedgerRequest = z.strictObject({
  /** `2026-11-21`, in UTC. Absent: every day. */
  day: z.string().regex(DAY, 'must be a date, such as 2026-11-21').optional(),
});

/** Model requests for notes in this workspace, and their cost. */
export const noteLedger = readOperation(noteLedgerRequest, async (context, { day }) => {
  const rows = await (await queueOf(context)).ledger(day === undefined ? {} : { day });
  const sum = (key: 'calls' | 'failed' | 'input_tokens' | 'output_tokens' | 'cost_usd'): number =>
    rows.reduce((total, row) => total + row[key], 0);
  return {
    rows,
    totals: {
      calls: sum('calls'),
      failed: sum('failed'),
      input_tokens: sum('input_tokens'),
      output_tokens: sum('output_tokens'),
      cost_usd: sum('cost_usd'),
    },
  };
});

/** That of every project. */
export async function ledgersOf(workspaces: Pick<Workspaces, 'all'>, day: string | undefined) {
  const ledgers = (await workspaces.all()).map(async ({ project, runtime }) => ({
    project: project.alias,
    ...(await noteLedger(runtime.context, { day })),
  }));
  return Promise.all(ledgers);
}

async function queueOf(context: OperationContext): Promise<NoteQueue> {
  await context.drain();
  return (await openedMemory(context)).noteQueue;
}

function deadLetter(letter: PendingWork): DeadLetter {
  return {
    id: letter.events[0]?.seq ?? 0,
    message_type: letter.kind,
    tool_name: letter.toolName,
    tool_use_id: letter.work,
    content_session_id: letter.contentSessionId,
    prompt_number: letter.promptNumber,
    created_at_epoch: letter.createdAtEpoch,
    reason: letter.reason ?? 'unknown',
  };
}
