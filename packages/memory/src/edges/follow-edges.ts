/** Follows generated relations breadth first: bounded, in one total order, each edge once by its shortest path. */
import type { EdgeRequest, EdgeRow } from '../rows.ts';
import type { Database } from '../store/port.ts';
import { edgeStarts, edgesAt } from '../store/edge-rows.ts';
import type { EdgeStep } from '../store/edge-rows.ts';
import { compareText } from '@hookloom/core';

/** Limits: entities with one name, entities per step, and edges per answer. Anything beyond them is ignored. */
const MAX_STARTS = 50;
const MAX_FRONTIER = 200;
const MAX_EDGES = 1000;
const MAX_DEPTH = 5;

export function readEdges(db: Database, request: EdgeRequest): EdgeRow[] {
  const step = (eids: readonly number[], end: 'src' | 'dst', pathLength: number): EdgeStep[] =>
    edgesAt(db, request, { end, eids, pathLength, most: MAX_EDGES }).toSorted((a, b) =>
      compareEdges(a.row, b.row),
    );
  const depth = Math.min(MAX_DEPTH, Math.max(1, request.depth));
  if (request.direction === 'both') {
    const starts = startsOf(db, request);
    return finish([...step(starts, 'src', 1), ...step(starts, 'dst', 1)], request.limit);
  }
  const [from, to] =
    request.direction === 'out' ? (['src', 'dst'] as const) : (['dst', 'src'] as const);
  const found: EdgeStep[] = [];
  let frontier = startsOf(db, request);
  const visited = new Set(frontier);
  for (let length = 1; length <= depth && frontier.length > 0; length++) {
    const steps = step(frontier, from, length);
    found.push(...steps);
    if (found.length >= MAX_EDGES) break;
    frontier = [...new Set(steps.map((each) => each[to]))].filter((id) => !visited.has(id));
    frontier = frontier.slice(0, MAX_FRONTIER);
    for (const id of frontier) visited.add(id);
  }
  return finish(found, request.limit);
}

/** Each edge once: nearest first, then by the names of its ends. */
function finish(steps: readonly EdgeStep[], limit: number): EdgeRow[] {
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

function startsOf(db: Database, request: EdgeRequest): number[] {
  return [...new Set(edgeStarts(db, request, MAX_STARTS))].slice(0, MAX_FRONTIER);
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
