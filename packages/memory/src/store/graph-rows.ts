/** The rows of a session for a graph next to this store: changes between two events. */
import type { Channel } from '@hookloom/core/events';
import { docId, hashText } from './stored-ids.ts';
import type { Database, Row } from './port.ts';

export interface GraphEntity {
  type: string;
  name: string;
}

export interface GraphEvent {
  seq: number;
  hash: string;
  type: string;
  actor: string;
  channel: Channel;
  at: string;
}

/** Statements about an entity. `endedBy`: the event that closed it. */
export interface GraphStatement {
  entity: GraphEntity;
  seq: number;
  text: string;
  authority: string;
  validFrom: string;
  validTo: string | null;
  endedBy: number | null;
}

export interface GraphRelation {
  source: GraphEntity;
  relation: string;
  target: GraphEntity;
  seq: number;
  validFrom: string;
  validTo: string | null;
  endedBy: number | null;
  /** JSON of a generated relation; null for a plain one. */
  properties: string | null;
}

export interface GraphRows {
  statements: GraphStatement[];
  relations: GraphRelation[];
  /** Events that the other rows cite. */
  events: GraphEvent[];
}

export interface GraphHead {
  seq: number;
  hash: string;
  /** Number of forgotten events: if it differs, the session was rebuilt. */
  forgotten: number;
}

export function graphHead(
  db: Database,
  session: string,
  at: { seq: number; hash: string } | null,
): GraphHead | null {
  if (at === null) return null;
  const row = db
    .prepare(
      'SELECT count(*) AS n FROM forgotten f JOIN sessions s ON s.sid = f.sid WHERE s.name = ?',
    )
    .get(session);
  return { seq: at.seq, hash: at.hash, forgotten: Number(row?.['n'] ?? 0) };
}

/** Rows added or closed after `after`, up to and including `to`. */
export function graphRows(db: Database, sid: number, after: number, to: number): GraphRows {
  const changed = `((x.seq > ?2 AND x.seq <= ?3) OR (x.by_seq > ?2 AND x.by_seq <= ?3))`;
  const statements = db
    .prepare(
      `SELECT e.type AS type, e.name AS name, x.seq AS seq, x.content AS content, x.authority AS authority,
       x.valid_from AS valid_from, x.valid_to AS valid_to, x.by_seq AS by_seq
       FROM facts x JOIN entities e ON e.eid = x.eid WHERE x.sid = ?1 AND ${changed} ORDER BY x.fid`,
    )
    .all(sid, after, to)
    .map((row) => ({
      entity: { type: String(row['type']), name: String(row['name']) },
      text: String(row['content']),
      authority: String(row['authority']),
      ...windowOf(row),
    }));
  const relations = db
    .prepare(
      `SELECT a.type AS source_type, a.name AS source_name, x.relation AS relation, b.type AS target_type,
       b.name AS target_name, x.seq AS seq, x.props AS props, x.valid_from AS valid_from, x.valid_to AS valid_to,
       x.by_seq AS by_seq FROM edges x JOIN entities a ON a.eid = x.src JOIN entities b ON b.eid = x.dst
       WHERE x.sid = ?1 AND ${changed} ORDER BY x.src, x.relation, x.dst, x.seq`,
    )
    .all(sid, after, to)
    .map((row) => ({
      source: { type: String(row['source_type']), name: String(row['source_name']) },
      relation: String(row['relation']),
      target: { type: String(row['target_type']), name: String(row['target_name']) },
      properties: row['props'] === null ? null : String(row['props']),
      ...windowOf(row),
    }));
  const seqs = [...statements, ...relations].flatMap(({ seq, endedBy }) => [seq, endedBy ?? seq]);
  const ids = [...new Set(seqs)].map((seq) => docId(sid, seq));
  const events = db
    .prepare(
      `SELECT id, hash, type, actor, channel, ts FROM docs
       WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) ORDER BY id`,
    )
    .all(JSON.stringify(ids))
    .map((row) => ({
      seq: Number(row['id']) - docId(sid, 0),
      hash: hashText(row['hash']),
      type: String(row['type']),
      actor: String(row['actor']),
      channel: String(row['channel']) as Channel,
      at: String(row['ts']),
    }));
  return { statements, relations, events };
}

function windowOf(row: Row) {
  return {
    seq: Number(row['seq']),
    validFrom: String(row['valid_from']),
    validTo: row['valid_to'] === null ? null : String(row['valid_to']),
    endedBy: row['by_seq'] === null ? null : Number(row['by_seq']),
  };
}
