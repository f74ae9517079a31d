/** Follows the log into the projection: incremental, restartable anywhere, and equal to a rebuild. */
import { isHookloomError, isSharedSession } from '@hookloom/core';
import type { Cursor, EventStore, UnavailableEvent } from '@hookloom/core/events';
import type { Database, Rewrites } from '../store/port.ts';
import { cursorOf, openGaps, scrubForgotten } from '../store/session-rows.ts';
import { createWriter } from './writer.ts';

export type Projector = ReturnType<typeof createProjector>;

export function createProjector(db: Database, store: EventStore) {
  const writer = createWriter(db);
  const gaps = openGaps(db);
  const cursor = (session: string): Cursor | null => cursorOf(db, session);

  /**
   * Updates one session to its head, leaving out events that fail verification. `lost`: the log no longer contains what
   * was projected, or contains again what was left out; rebuild. With `untilEmptied` it stops, and is behind, when the
   * session was emptied because projected events are forgotten.
   */
  async function follow(
    session: string,
    maxEvents: number,
    untilEmptied = false,
  ): Promise<{ projected: number; behind: boolean; lost: boolean }> {
    let projected = 0;
    const isShared = isSharedSession(session);
    // Each answer follows all files of a team, most of which have not changed.
    if (isShared && (await isAtHead(session))) return { projected, behind: false, lost: false };
    let isLost = await isRepaired(session);
    for (;;) {
      const outcome = isLost
        ? 'lost'
        : await followFrom(session, cursor(session), maxEvents - projected);
      if (outcome === 'lost') {
        if (!isShared) return { projected, behind: true, lost: true };
        // A file of the team was rewritten, or its writer is trusted now. Only that file is read again.
        writer.shared.drop(session);
        isLost = false;
        continue;
      }
      projected += outcome.projected;
      const isEmptied = outcome.again === 'forgotten' && untilEmptied;
      if (outcome.again !== false && !isEmptied) continue;
      if (projected > 0 || isEmptied) scrubForgotten(db);
      return { projected, behind: outcome.behind, lost: false };
    }
  }

  async function isAtHead(session: string): Promise<boolean> {
    const at = cursor(session);
    const head = await store.head(session, at ?? undefined);
    return head?.seq === at?.seq && head?.hash === at?.hash;
  }

  /** An event that was left out is readable again, so later events may have another meaning. */
  async function isRepaired(session: string): Promise<boolean> {
    const first = gaps.of(session)[0];
    if (first === undefined) return false;
    return (await store.check(session, [first.seq])).get(first.seq)?.state === 'held';
  }

  async function followFrom(session: string, from: Cursor | null, maxEvents: number) {
    const head = await store.head(session, from ?? undefined);
    if (head === null || (head.seq === from?.seq && head.hash === from.hash))
      return from !== null && head === null
        ? 'lost'
        : { projected: 0, behind: false, again: false };
    let at = from?.seq ?? 0;
    let projected = 0;
    const unavailable: UnavailableEvent[] = [];
    try {
      for await (const { events, cursor: next } of store.readBatches(session, {
        ...(from === null ? {} : { after: from }),
        maxEvents: Math.min(db.batch, maxEvents),
        onUnavailable: (found) => unavailable.push(found),
      })) {
        gaps.add(unavailable.splice(0));
        const outcome = writer.apply(session, events, at, next);
        if (outcome !== 'applied') return { projected, behind: true, again: outcome };
        at = next.seq;
        projected += events.length;
        if (projected >= maxEvents) return { projected, behind: at < head.seq, again: false };
      }
    } catch (error) {
      if (isHookloomError(error) && error.code === 'conflict') return 'lost';
      throw error;
    }
    gaps.add(unavailable);
    return { projected, behind: false, again: false };
  }

  /** Removes the projection of files that no longer exist. */
  function dropGone(shared: readonly string[]): void {
    for (const session of writer.shared.gone(shared)) writer.shared.drop(session);
  }

  return {
    /** Events of a team's files that were left out. */
    refused: (): UnavailableEvent[] => gaps.all().filter(({ session }) => isSharedSession(session)),
    follow,
    cursor,
    dropGone,
    /** Events that were left out. */
    gaps: (session: string): UnavailableEvent[] => gaps.of(session),
    /** Possible changes to documents that were projected before. */
    rewrites: (): Rewrites => writer.rewrites(),
  };
}
