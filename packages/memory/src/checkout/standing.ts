import { bareHex } from './ref-target.ts';
import type { RefTarget } from './ref-target.ts';
import type { CheckoutDeps } from './request.ts';

/** How the projection stands to the log. */
export interface Standing {
  /** Events that were searched. */
  searched: number;
  /** Events of the log that the projection has not taken in. */
  behind: number;
  /**
   * Sessions whose newest projected event the log holds with the same hash. The hashes are chained: all that was
   * projected before it then comes from this log, without a look at every single event.
   */
  anchored: ReadonlyMap<string, number>;
}

export async function readStanding(
  { memory, store }: Pick<CheckoutDeps, 'memory' | 'store'>,
  sessions: readonly string[],
  target: RefTarget | null,
): Promise<Standing> {
  let searched = 0;
  let behind = 0;
  const anchored = new Map<string, number>();
  for (const session of sessions) {
    const [{ cursor, eventCount }, head] = await Promise.all([
      memory.stats(session),
      store.head(session),
    ]);
    searched += eventCount;
    if (cursor === null) continue;
    behind += Math.max(0, (target?.seq ?? head?.seq ?? 0) - cursor.seq);
    const event =
      cursor.seq === head?.seq ? head : await store.at(session, cursor.seq).catch(() => null);
    if (event !== null && bareHex(event.hash) === bareHex(cursor.hash)) {
      anchored.set(session, cursor.seq);
    }
  }
  return { searched, behind, anchored };
}
