import { isSharedSession } from '@hookloom/core';
import type { UnavailableEvent } from '@hookloom/core/events';
import type { RefTarget } from './ref-target.ts';
import type { CheckoutDeps } from './request.ts';

/** The state of the projection relative to the log. */
export interface Standing {
  /** Number of searched events. */
  searched: number;
  /** Events of the log that are not projected yet. */
  behind: number;
  /** Events up to the target that were left out while following the log. */
  gaps: UnavailableEvent[];
}

export async function readStanding(
  { memory, store }: Pick<CheckoutDeps, 'memory' | 'store'>,
  sessions: readonly string[],
  target: RefTarget | null,
): Promise<Standing> {
  let searched = 0;
  let behind = 0;
  const gaps: UnavailableEvent[] = [];
  for (const session of sessions) {
    // A team's files were followed to their ends by the search.
    if (isSharedSession(session)) continue;
    const { cursor, eventCount, gaps: found } = await memory.stats(session);
    const head = await store.head(session, cursor ?? undefined);
    searched += eventCount;
    gaps.push(...found.filter(({ seq }) => seq <= (target?.seq ?? Infinity)));
    if (cursor === null) continue;
    behind += Math.max(0, (target?.seq ?? head?.seq ?? 0) - cursor.seq);
  }
  return { searched, behind, gaps };
}
