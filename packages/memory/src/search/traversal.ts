/** The traversal lane: what the entities in a question lead to, over at most two relations. */
import type { Database } from '../store/port.ts';

const MAX_HOPS = 2;
/** Nearest first. A file that everything depends on leads to more than a question can mean. */
const MAX_REACHED = 40;

/** What a relation from a named entity adds to a score; less than any word of the question. */
export const TRAVERSAL_WEIGHT = 0.2;

export type TraversalLane = (anchors: readonly number[], asOfSeq: number) => number[][];

/**
 * Ids of entities: first those one relation away, then those two away, without the anchors. An actor is not an anchor,
 * because it leads to everything the actor ever did.
 */
export function createTraversalLane(db: Database): TraversalLane {
  const from = db.prepare(
    `SELECT g.dst AS eid FROM json_each(?) a JOIN edges g ON g.src = CAST(a.value AS BIGINT) JOIN entities e ON e.eid = g.src
     WHERE e.type <> 'actor' AND g.seq <= ? AND (g.valid_to IS NULL OR g.by_seq > ?)
     ORDER BY g.src, g.relation, g.dst, g.seq LIMIT ${MAX_REACHED * 2}`,
  );
  return (anchors, asOfSeq) => {
    const reached: number[][] = [];
    const seen = new Set(anchors);
    let edge = [...anchors];
    for (let hops = 1; hops <= MAX_HOPS && edge.length > 0; hops++) {
      const next: number[] = [];
      for (const row of from.all(JSON.stringify(edge), asOfSeq, asOfSeq)) {
        const eid = Number(row['eid']);
        if (seen.has(eid) || seen.size >= anchors.length + MAX_REACHED) continue;
        seen.add(eid);
        next.push(eid);
      }
      reached.push(next);
      edge = next;
    }
    return reached;
  };
}
