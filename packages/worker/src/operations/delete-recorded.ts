/**
 * Deletes what a person selects by its row: one prompt, note or summary, or a whole client session. The content is
 * shredded in the log, with a tombstone, and removed from every table and index. Unlike with `memory_forget`, the same
 * words may be recorded again.
 */
import { byOperation, type StoredEvent } from '@hookloom/core/events';
import { notFound, renderCitation } from '@hookloom/core';
import type { ForgetTarget } from '@hookloom/log';
import { inCallScope } from '../call-scope.ts';
import { actorOf, originOf, stateFolders, type Caller, type OperationContext } from './context.ts';
import { assertOnDisk, assertUnbound } from './forget.ts';
import { settleForgetting } from './forget-settle.ts';

export interface DeleteOptions {
  /** Only count the events. */
  dryRun?: boolean;
  reason?: string;
}

export interface DeleteAnswer {
  status: 'dry_run' | 'deleted';
  /** Events that lose (or would lose) their content, in all logs of the workspace. */
  events: number;
  tombstones: { session_id: string; seq: number; citation: string }[];
  /** What may still contain it; empty if everything was reached. */
  left: string[];
}

interface Found {
  session: string;
  event: StoredEvent;
}

/** Throws `not_found` for an unknown or deleted session. */
export async function deleteSession(
  context: OperationContext,
  contentSessionId: string,
  caller: Caller,
  options: DeleteOptions = {},
): Promise<DeleteAnswer> {
  const chosen: Found[] = [];
  await context.drain();
  for (const { session } of await context.store.sessions())
    for await (const event of context.store.read(session))
      if (event.shredded === null && belongsTo(event, contentSessionId))
        chosen.push({ session, event });
  return deleteEvents(context, chosen, caller, options);
}

/** Deletes the event of a row and everything derived from it. */
export async function deleteRow(
  context: OperationContext,
  { session, seq, covers }: { session: string; seq: number; covers: readonly string[] },
  caller: Caller,
  options: DeleteOptions = {},
): Promise<DeleteAnswer> {
  const event = await context.store.at(session, seq);
  const chosen = event === null || event.shredded !== null ? [] : [{ session, event }];
  const isNote = chosen.length > 0 && covers.length > 0 && options.dryRun !== true;
  // The work of a deleted note must not be queued for another note.
  if (isNote)
    await context.store.append(session, [
      byOperation({
        type: 'note.abandoned',
        actorId: actorOf(caller),
        payload: { covers: [...covers], attempts: 0, reason: 'deleted' },
        origin: originOf(caller),
      }),
    ]);
  return deleteEvents(context, chosen, caller, options);
}

async function deleteEvents(
  context: OperationContext,
  chosen: readonly Found[],
  caller: Caller,
  { dryRun = false, reason }: DeleteOptions,
): Promise<DeleteAnswer> {
  assertUnbound();
  await assertOnDisk(context);
  if (chosen.length === 0)
    throw notFound(
      'There is no such note, summary, prompt or session.',
      'Look for it with GET /api/search, or list the newest.',
    );
  const { findDerived, bySession, forgetEvents, KEPT_TYPES } = await import('@hookloom/log');
  const open = chosen.filter(({ event }) => !KEPT_TYPES.has(event.type));
  const all = [...open, ...findDerived(context.workspace.eventloomDir, open)];
  const targets: ForgetTarget[] = bySession(all);
  if (dryRun) return { status: 'dry_run', events: all.length, tombstones: [], left: [] };
  const order = {
    dir: context.workspace.eventloomDir,
    store: context.store,
    targets,
    values: [],
    actorId: actorOf(caller),
    origin: originOf(caller),
    reason,
    nowMs: context.clock.now(),
    folders: stateFolders(context),
  };
  const { done, left } = await inCallScope({}, async () => {
    const forgotten = await forgetEvents(order);
    return { done: forgotten, left: await settleForgetting(context, forgotten, []) };
  });
  return {
    status: 'deleted',
    events: done.count,
    tombstones: done.tombstones.map(({ session, seq, hash }) => ({
      session_id: session,
      seq,
      citation: renderCitation(session, seq, hash),
    })),
    left,
  };
}

function belongsTo({ payload, origin }: StoredEvent, contentSessionId: string): boolean {
  return payload['session_id'] === contentSessionId || origin?.session_id === contentSessionId;
}
