/** Follows edges in Neo4j with the same steps, limits and order as in the memory on this machine. */
import type { Channel } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import { MAX_EDGES, MAX_STARTS, walkEdges, type Step } from '../edges/follow-edges.ts';
import type { EdgeRequest, EdgeRow } from '../rows.ts';
import { lowerAscii } from '../store/entity-rows.ts';
import type { Cell, Neo4jLink } from './neo4j-link.ts';

export async function edgesInGraph(
  link: Neo4jLink,
  log: string,
  request: EdgeRequest,
): Promise<EdgeRow[]> {
  const walk = walkEdges<string>(request);
  let next = walk.next();
  while (next.done !== true) {
    const ask = next.value;
    next = walk.next(
      ask.of === 'starts'
        ? { of: 'starts', ids: await startsOf(link, log, request) }
        : { of: 'step', steps: await stepOf(link, request, ask) },
    );
  }
  return next.value;
}

async function startsOf(
  link: Neo4jLink,
  log: string,
  { sessions, entities }: EdgeRequest,
): Promise<string[]> {
  const found: string[] = [];
  for (const { name, type } of entities) {
    const rows = await link.run([
      {
        text: `MATCH (n:Hookloom:Entity) WHERE n.log = $log AND n.lower_name = $name AND n.session IN $sessions
               AND ($type IS NULL OR n.type = $type) RETURN n.key AS id ORDER BY n.session, n.type, n.name LIMIT ${MAX_STARTS}`,
        values: { log, name: lowerAscii(name), sessions, type: type ?? null },
      },
    ]);
    found.push(...rows.map(({ id }) => String(id)));
  }
  return found;
}

async function stepOf(
  link: Neo4jLink,
  request: EdgeRequest,
  { frontier, from, length }: { frontier: readonly string[]; from: 'src' | 'dst'; length: number },
): Promise<Step<string>[]> {
  const { relations, plain = false, asOfSeq = Number.MAX_SAFE_INTEGER } = request;
  const end = from === 'src' ? 'a' : 'b';
  const rows = await link.run([
    {
      text: `MATCH (a:Hookloom)-[x]->(b:Hookloom) WHERE ${end}.key IN $frontier AND x.hash IS NOT NULL
             AND (x.is_generated OR $plain) AND x.seq <= $asOf AND (x.valid_to IS NULL OR x.ended_by > $asOf)
             AND ($relations IS NULL OR x.relation IN $relations)
             RETURN a.key AS src, b.key AS dst, a.type AS source_type, a.name AS source_name, b.type AS target_type,
             b.name AS target_name, x.relation AS relation, x.seq AS seq, x.hash AS hash, x.event_type AS event_type,
             x.channel AS channel, x.session AS session, x.properties AS properties, x.valid_from AS valid_from,
             x.valid_to AS valid_to, x.ended_by AS ended_by
             ORDER BY src, relation, dst, seq LIMIT ${MAX_EDGES}`,
      values: { frontier: [...frontier], plain, asOf: asOfSeq, relations: relations ?? null },
    },
  ]);
  return rows.map((row) => ({
    src: String(row['src']),
    dst: String(row['dst']),
    row: edgeRow(row, length, asOfSeq),
  }));
}

function edgeRow(row: Record<string, Cell>, pathLength: number, asOfSeq: number): EdgeRow {
  const isClosed = row['ended_by'] !== null && Number(row['ended_by']) <= asOfSeq;
  return {
    session: String(row['session']),
    seq: Number(row['seq']),
    hash: String(row['hash']),
    eventType: String(row['event_type']),
    channel: String(row['channel']) as Channel,
    source: { type: String(row['source_type']), name: String(row['source_name']) },
    relation: String(row['relation']),
    target: { type: String(row['target_type']), name: String(row['target_name']) },
    properties: JSON.parse(String(row['properties'])) as JsonObject,
    validFrom: String(row['valid_from']),
    validTo: isClosed ? String(row['valid_to']) : null,
    pathLength,
  };
}
