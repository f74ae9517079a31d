/** Follows generated relations breadth first: bounded, in one total order, each edge once by its shortest path. */
import type { Channel } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import { hashText } from '../store/hashes.ts';
import type { EdgeRequest, EdgeRow } from '../rows.ts';
import { compare } from '../search/rank.ts';
import { lowerAscii } from '../store/lower-ascii.ts';
import type { Database, Row } from '../store/port.ts';

/** Limits: entities with one name, entities per step, and edges per answer. Anything beyond them is ignored. */
const MAX_STARTS = 50;
const MAX_FRONTIER = 200;
const MAX_EDGES = 1000;
const MAX_DEPTH = 5;

interface Step {
  row: EdgeRow;
  src: number;
  dst: number;
}

export function readEdges(db: Database, request: EdgeRequest): EdgeRow[] {
  const step = createStep(db, request);
  const depth = Math.min(MAX_DEPTH, Math.max(1, request.depth));
  if (request.direction === 'both') {
    const starts = startsOf(db, request);
    return finish([...step(starts, 'src', 1), ...step(starts, 'dst', 1)], request.limit);
  }
  const [from, to] =
    request.direction === 'out' ? (['src', 'dst'] as const) : (['dst', 'src'] as const);
  const found: Step[] = [];
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
function finish(steps: readonly Step[], limit: number): EdgeRow[] {
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

function startsOf(db: Database, { sessions, entities }: EdgeRequest): number[] {
  const find = db.prepare(
    `SELECT e.eid AS eid FROM entities e JOIN sessions s ON s.sid = e.sid
     WHERE lower(e.name) = ?1 AND (CAST(?2 AS TEXT) IS NULL OR e.type = ?2)
     AND s.name IN (SELECT value FROM json_each(?3)) ORDER BY s.name, e.type, e.name LIMIT ${MAX_STARTS}`,
  );
  const ids = entities.flatMap(({ name, type }) =>
    find
      .all(lowerAscii(name), type ?? null, JSON.stringify(sessions))
      .map((row) => Number(row['eid'])),
  );
  return [...new Set(ids)].slice(0, MAX_FRONTIER);
}

function createStep(db: Database, request: EdgeRequest) {
  const { relations, plain = false, asOfSeq = Number.MAX_SAFE_INTEGER } = request;
  const kind = plain ? '' : 'g.props IS NOT NULL AND';
  const wanted =
    relations === undefined ? '' : 'AND g.relation IN (SELECT value FROM json_each(?))';
  const select = (from: 'src' | 'dst') =>
    db.prepare(
      `SELECT g.src AS src, g.dst AS dst, g.relation AS relation, g.seq AS seq, g.props AS props,
       g.valid_from AS valid_from, g.valid_to AS valid_to, g.by_seq AS by_seq, s.name AS session,
       a.type AS source_type, a.name AS source_name, b.type AS target_type, b.name AS target_name,
       d.hash AS hash, d.type AS type, d.channel AS channel
       FROM json_each(?) f JOIN edges g ON g.${from} = CAST(f.value AS BIGINT) JOIN entities a ON a.eid = g.src
       JOIN entities b ON b.eid = g.dst JOIN sessions s ON s.sid = g.sid
       JOIN docs d ON d.id = (g.sid << 32) + g.seq
       WHERE ${kind} g.seq <= ? AND (g.valid_to IS NULL OR g.by_seq > ?) ${wanted}
       ORDER BY g.src, g.relation, g.dst, g.seq LIMIT ${MAX_EDGES}`,
    );
  return (frontier: readonly number[], from: 'src' | 'dst', pathLength: number): Step[] =>
    select(from)
      .all(
        JSON.stringify(frontier),
        asOfSeq,
        asOfSeq,
        ...(relations === undefined ? [] : [JSON.stringify(relations)]),
      )
      .map((row) => ({
        row: edgeRow(row, pathLength, asOfSeq),
        src: Number(row['src']),
        dst: Number(row['dst']),
      }))
      .toSorted((a, b) => compareEdges(a.row, b.row));
}

function compareEdges(a: EdgeRow, b: EdgeRow): number {
  return (
    compare(a.session, b.session) ||
    compare(a.source.name, b.source.name) ||
    compare(a.relation, b.relation) ||
    compare(a.target.name, b.target.name) ||
    a.seq - b.seq ||
    compare(a.source.type, b.source.type) ||
    compare(a.target.type, b.target.type)
  );
}

function edgeRow(row: Row, pathLength: number, asOfSeq: number): EdgeRow {
  const closed = row['by_seq'] !== null && Number(row['by_seq']) <= asOfSeq;
  return {
    session: String(row['session']),
    seq: Number(row['seq']),
    hash: hashText(row['hash']),
    eventType: String(row['type']),
    channel: String(row['channel']) as Channel,
    source: { type: String(row['source_type']), name: String(row['source_name']) },
    relation: String(row['relation']),
    target: { type: String(row['target_type']), name: String(row['target_name']) },
    properties: JSON.parse(String(row['props'] ?? '{}')) as JsonObject,
    validFrom: String(row['valid_from']),
    validTo: closed ? String(row['valid_to']) : null,
    pathLength,
  };
}
