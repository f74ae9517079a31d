/** The traversal lane: what the entities in a question lead to, over at most two relations. */
import type { Database } from '../store/port.ts';
import { relatedTo } from '../store/entity-rows.ts';

const MAX_HOPS = 2;
/** Nearest first. A file that everything depends on leads to more than a question can mean. */
const MAX_REACHED = 40;

/** What a relation from a named entity adds to a score; less than any word of the question. */
export const TRAVERSAL_WEIGHT = 0.2;

/**
 * Ids of entities: first those one relation away, then those two away, without the anchors. An actor is not an anchor,
 * because it leads to everything the actor ever did.
 */
export function traversalLane(
  db: Database,
  anchors: readonly number[],
  asOfSeq: number,
): number[][] {
  const reached: number[][] = [];
  const seen = new Set(anchors);
  let edge = [...anchors];
  for (let hops = 1; hops <= MAX_HOPS && edge.length > 0; hops++) {
    const next: number[] = [];
    for (const eid of relatedTo(db, edge, asOfSeq, MAX_REACHED * 2)) {
      if (seen.has(eid) || seen.size >= anchors.length + MAX_REACHED) continue;
      seen.add(eid);
      next.push(eid);
    }
    reached.push(next);
    edge = next;
  }
  return reached;
}
