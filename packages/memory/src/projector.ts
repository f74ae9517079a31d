/** Follows the log into the projection: incremental, restartable anywhere, and equal to a rebuild. */
import {
  isHookloomError,
  type Cursor,
  type EventStore,
  type UnavailableEvent,
} from '@hookloom/core';
import type { Database } from './stores/sqlite/driver.ts';
import { openGaps } from './stores/sqlite/gaps.ts';
import { scrubForgotten } from './stores/sqlite/scrub.ts';
import { createWriter, type Rewrites } from './stores/sqlite/writer.ts';

/** Events per transaction. */
const BATCH = 5000;

export interface Projector {
  /**
   * Brings one session up to its head, leaving out events that fail verification. `lost`: the log no longer contains
   * what was projected, or contains again what was left out; rebuild.
   */
  follow(
    session: string,
    maxEvents: number,
  ): Promise<{ projected: number; behind: boolean; lost: boolean }>;
  cursor(session: string): Cursor | null;
  /** Events that were left out. */
  gaps(session: string): UnavailableEvent[];
  /** Possible changes to documents that were projected before. */
  rewrites(): Rewrites;
}

export function createProjector(db: Database, store: EventStore): Projector {
  const writer = createWriter(db);
  const gaps = openGaps(db);
  const find = db.prepare('SELECT seq, hash, position FROM sessions WHERE name = ?');

  function cursor(session: string): Cursor | null {
    const row = find.get(session);
    if (row === undefined || Number(row['seq']) === 0) return null;
    return {
      seq: Number(row['seq']),
      hash: String(row['hash']),
      position: String(row['position']),
    };
  }

  async function follow(
    session: string,
    maxEvents: number,
  ): Promise<{ projected: number; behind: boolean; lost: boolean }> {
    let projected = 0;
    if (await isRepaired(session)) return { projected, behind: true, lost: true };
    for (;;) {
      const outcome = await followFrom(session, cursor(session), maxEvents - projected);
      if (outcome === 'lost') return { projected, behind: true, lost: true };
      projected += outcome.projected;
      if (outcome.again) continue;
      if (projected > 0) scrubForgotten(db);
      return { projected, behind: outcome.behind, lost: false };
    }
  }

  /** An event that was left out is readable again, so what came after it may have another meaning. */
  async function isRepaired(session: string): Promise<boolean> {
    const first = gaps.of(session)[0];
    if (first === undefined) return false;
    return (await store.check(session, [first.seq])).get(first.seq)?.state === 'held';
  }

  async function followFrom(
    session: string,
    from: Cursor | null,
    maxEvents: number,
  ): Promise<'lost' | { projected: number; behind: boolean; again: boolean }> {
    const head = await store.head(session);
    if (head === null || (head.seq === from?.seq && head.hash === from.hash)) {
      return from !== null && head === null
        ? 'lost'
        : { projected: 0, behind: false, again: false };
    }
    let at = from?.seq ?? 0;
    let projected = 0;
    const unavailable: UnavailableEvent[] = [];
    try {
      for await (const { events, cursor: next } of store.readBatches(session, {
        ...(from === null ? {} : { after: from }),
        maxEvents: Math.min(BATCH, maxEvents),
        onUnavailable: (found) => unavailable.push(found),
      })) {
        gaps.add(unavailable.splice(0));
        const outcome = writer.apply(session, events, at, next);
        if (outcome !== 'applied') return { projected, behind: true, again: true };
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

  return { follow, cursor, gaps: (session) => gaps.of(session), rewrites: () => writer.rewrites() };
}
