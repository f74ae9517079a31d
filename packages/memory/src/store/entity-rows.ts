/** Entities by their names, and where their relations lead. */
import type { Channel } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import type { Database, Row } from './port.ts';
import type { EdgeRequest, EdgeRow } from '../rows.ts';
import { hashText } from './stored-ids.ts';

/** Ids of the entities with a name, in any case. */
export function entitiesNamed(
  db: Database,
  name: string,
  sids: readonly number[],
  most: number,
): number[] {
  return db
    .prepare(
      `SELECT eid FROM entities WHERE lower(name) = ? AND sid IN (SELECT CAST(value AS BIGINT) FROM json_each(?))
       ORDER BY eid LIMIT ?`,
    )
    .all(lowerAscii(name), JSON.stringify(sids), most)
    .map((row) => Number(row['eid']));
}

/** The first actors of a session by name. */
export function actorsOf(db: Database, sid: number, most: number): string[] {
  return db
    .prepare(
      "SELECT DISTINCT name FROM entities WHERE sid = ? AND type = 'actor' ORDER BY name LIMIT ?",
    )
    .all(sid, most)
    .map((row) => String(row['name']));
}

/**
 * Ids of the entities one relation away. Relations of an actor are not followed, because an actor is related to
 * everything that it ever did.
 */
export function relatedTo(
  db: Database,
  eids: readonly number[],
  asOfSeq: number,
  most: number,
): number[] {
  return db
    .prepare(
      `SELECT g.dst AS eid FROM json_each(?) a JOIN edges g ON g.src = CAST(a.value AS BIGINT) JOIN entities e ON e.eid = g.src
       WHERE e.type <> 'actor' AND g.seq <= ? AND (g.valid_to IS NULL OR g.by_seq > ?)
       ORDER BY g.src, g.relation, g.dst, g.seq LIMIT ?`,
    )
    .all(JSON.stringify(eids), asOfSeq, asOfSeq, most)
    .map((row) => Number(row['eid']));
}

/** Like `lower` in both stores: only ASCII letters change. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Ids of the entities that a request starts from. `most` applies to each name. */
export function edgeStarts(
  db: Database,
  { sessions, entities }: EdgeRequest,
  most: number,
): number[] {
  const rows = db
    .prepare(
      `SELECT n.key AS place, e.eid AS eid FROM json_each(?1) n CROSS JOIN json_each(?2) t ON t.key = n.key
       CROSS JOIN entities e ON lower(e.name) = n.value AND (t.value IS NULL OR e.type = t.value)
       JOIN sessions s ON s.sid = e.sid WHERE s.name IN (SELECT value FROM json_each(?3))
       ORDER BY n.key, s.name, e.type, e.name`,
    )
    .all(
      JSON.stringify(entities.map(({ name }) => lowerAscii(name))),
      JSON.stringify(entities.map(({ type }) => type ?? null)),
      JSON.stringify(sessions),
    );
  return entities.flatMap((_, at) =>
    rows
      .filter(({ place }) => Number(place) === at)
      .slice(0, most)
      .map(({ eid }) => Number(eid)),
  );
}

/** The relations from or to some entities. */
export function edgesAt(
  db: Database,
  { relations, plain = false, asOfSeq = Number.MAX_SAFE_INTEGER }: EdgeRequest,
  at: { end: 'src' | 'dst'; eids: readonly number[]; pathLength: number; most: number },
) {
  const kind = plain ? '' : 'g.props IS NOT NULL AND';
  const wanted =
    relations === undefined ? '' : 'AND g.relation IN (SELECT value FROM json_each(?))';
  return db
    .prepare(
      `SELECT g.src AS src, g.dst AS dst, g.relation AS relation, g.seq AS seq, g.props AS props,
       g.valid_from AS valid_from, g.valid_to AS valid_to, g.by_seq AS by_seq, s.name AS session,
       a.type AS source_type, a.name AS source_name, b.type AS target_type, b.name AS target_name,
       d.hash AS hash, d.type AS type, d.channel AS channel
       FROM json_each(?) f JOIN edges g ON g.${at.end} = CAST(f.value AS BIGINT) JOIN entities a ON a.eid = g.src
       JOIN entities b ON b.eid = g.dst JOIN sessions s ON s.sid = g.sid
       JOIN docs d ON d.id = (g.sid << 32) + g.seq
       WHERE ${kind} g.seq <= ? AND (g.valid_to IS NULL OR g.by_seq > ?) ${wanted}
       ORDER BY g.src, g.relation, g.dst, g.seq LIMIT ?`,
    )
    .all(
      JSON.stringify(at.eids),
      asOfSeq,
      asOfSeq,
      ...(relations === undefined ? [] : [JSON.stringify(relations)]),
      at.most,
    )
    .map((row) => ({
      row: edgeRow(row, at.pathLength, asOfSeq),
      src: Number(row['src']),
      dst: Number(row['dst']),
    }));
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
