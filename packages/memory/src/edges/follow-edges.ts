/** Follows generated relations breadth first: bounded, in one total order, each edge once by its shortest path. */
import type { EdgeRequest, EdgeRow } from '../rows.ts';
import type { Database } from '../store/port.ts';
import { edgeStarts, edgesAt } from '../store/entity-rows.ts';
import { compareText } from '@hookloom/core';

/** A relation with the ids of its ends, in the store that is walked. */
export interface Step<Id> {
  row: EdgeRow;
  src: Id;
  dst: Id;
}

/** The queries of a walk to the store that contains the edges. */
export type WalkQuery<Id> =
  | { of: 'starts' }
  | { of: 'step'; frontier: readonly Id[]; from: 'src' | 'dst'; length: number };
export type WalkAnswer<Id> = { of: 'starts'; ids: Id[] } | { of: 'step'; steps: Step<Id>[] };

/** Limits: entities with one name, entities per step, and edges per answer. Anything beyond them is ignored. */
export const MAX_STARTS = 50;
const MAX_FRONTIER = 200;
export const MAX_EDGES = 1000;
const MAX_DEPTH = 5;

export function readEdges(db: Database, request: EdgeRequest): EdgeRow[] {
  const walk = walkEdges<number>(request);
  let next = walk.next();
  while (next.done !== true) {
    const ask = next.value;
    if (ask.of === 'starts')
      next = walk.next({ of: 'starts', ids: edgeStarts(db, request, MAX_STARTS) });
    else {
      const { frontier: eids, from: end, length: pathLength } = ask;
      const steps = edgesAt(db, request, { end, eids, pathLength, most: MAX_EDGES });
      next = walk.next({ of: 'step', steps });
    }
  }
  return next.value;
}

/** The same walk over any store: answers may come at once or later. */
export function* walkEdges<Id>(
  request: EdgeRequest,
): Generator<WalkQuery<Id>, EdgeRow[], WalkAnswer<Id>> {
  const asked = yield { of: 'starts' };
  const starts = asked.of === 'starts' ? [...new Set(asked.ids)].slice(0, MAX_FRONTIER) : [];
  function* step(
    frontier: readonly Id[],
    from: 'src' | 'dst',
    length: number,
  ): Generator<WalkQuery<Id>, Step<Id>[], WalkAnswer<Id>> {
    const told = yield { of: 'step', frontier, from, length };
    return told.of === 'step' ? told.steps.toSorted((a, b) => compareEdges(a.row, b.row)) : [];
  }
  const depth = Math.min(MAX_DEPTH, Math.max(1, request.depth));
  if (request.direction === 'both') {
    const around = [...(yield* step(starts, 'src', 1)), ...(yield* step(starts, 'dst', 1))];
    return finish(around, request.limit);
  }
  const [from, to] =
    request.direction === 'out' ? (['src', 'dst'] as const) : (['dst', 'src'] as const);
  const found: Step<Id>[] = [];
  let frontier = starts;
  const visited = new Set(frontier);
  for (let length = 1; length <= depth && frontier.length > 0; length++) {
    const steps = yield* step(frontier, from, length);
    found.push(...steps);
    if (found.length >= MAX_EDGES) break;
    frontier = [...new Set(steps.map((each) => each[to]))].filter((id) => !visited.has(id));
    frontier = frontier.slice(0, MAX_FRONTIER);
    for (const id of frontier) visited.add(id);
  }
  return finish(found, request.limit);
}

/** Each edge once: nearest first, then by the names of its ends. */
function finish(steps: readonly Step<unknown>[], limit: number): EdgeRow[] {
  const rows = new Map<string, EdgeRow>();
  for (const { row } of steps) {
    const key = edgeKey(row);
    if (!rows.has(key)) rows.set(key, row);
  }
  return [...rows.values()].slice(0, limit);
}

function edgeKey({ session, seq, source, relation, target }: EdgeRow): string {
  return JSON.stringify([session, seq, source, relation, target]);
}

function compareEdges(a: EdgeRow, b: EdgeRow): number {
  return (
    compareText(a.session, b.session) ||
    compareText(a.source.name, b.source.name) ||
    compareText(a.relation, b.relation) ||
    compareText(a.target.name, b.target.name) ||
    a.seq - b.seq ||
    compareText(a.source.type, b.source.type) ||
    compareText(a.target.type, b.target.type)
  );
}
