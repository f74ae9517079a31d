/** The prepared statements of the writer, one small method each. */
import type { JsonObject } from '@hookloom/core';
import type { Channel, Cursor, StoredEvent } from '@hookloom/core/events';
import type { Extracted, FactDraft } from '../extract/extracted.ts';
import { lowerAscii } from './entity-rows.ts';
import { PENDING_TABLES } from './notes/queue-tables.ts';
import { docId, bareHex, hashBytes, hashText } from './stored-ids.ts';
import { isUntrusted } from '../channels.ts';
import { openMarkedPostings } from './marked-postings.ts';
import { NOTE_TABLES } from './notes/tables.ts';
import { TAINT_TABLES } from './taint-tables.ts';
import type { Database } from './port.ts';
import { FACT_CHANNEL } from './repeat-rows.ts';
import { QUESTION_MARK } from '../words/marks.ts';
import type { Postings } from './search-rows.ts';

export interface DocumentRow {
  stream: number;
  kind: string;
  content: string;
  metadata: JsonObject;
  length: number;
  terms: string;
  dates: string;
  asked: string;
}

export interface EdgeKey {
  src: number;
  relation: string;
  dst: number;
}

export interface OpenFact {
  content: string;
  properties: JsonObject;
  doc: number;
  /** Hex; empty if the event has no document. */
  hash: string;
  isAccepted: boolean;
  channel: Channel;
}

const SESSION_TABLES = [
  'facts',
  'edges',
  'entities',
  'latest',
  'gaps',
  'streams',
  'pieces',
  'salience',
  'outcomes',
  'vector_progress',
  ...NOTE_TABLES,
  ...PENDING_TABLES,
  'retention',
  ...TAINT_TABLES,
  'statement_reviews',
];

export function openRows(db: Database, postings: Postings) {
  const prepare = (sql: string) => db.prepare(sql);
  const addSession = prepare('INSERT INTO sessions(name) VALUES (?) ON CONFLICT DO NOTHING');
  const getSession = prepare('SELECT sid, seq, stream FROM sessions WHERE name = ?');
  const addDocument = prepare(
    `INSERT INTO docs(id, stream, hash, event_id, type, kind, actor, channel, ts, len, terms, dates, content, meta, asked)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const getEntity = prepare(
    'SELECT eid FROM entities WHERE lower(name) = ? AND sid = ? AND type = ? AND name = ?',
  );
  const getEntities = prepare(
    `SELECT eid, name FROM entities WHERE lower(name) IN (SELECT value FROM json_each(?)) AND sid = ? AND type = ?
     AND name IN (SELECT value FROM json_each(?))`,
  );
  const lastEntity = prepare('SELECT COALESCE(MAX(eid), 0) AS eid FROM entities');
  const addEntity = prepare('INSERT INTO entities(eid, sid, type, name) VALUES (?, ?, ?, ?)');
  const openFact = prepare(
    `SELECT f.content AS content, f.props AS props, f.doc AS doc, f.authority AS authority, ${FACT_CHANNEL} AS channel, d.hash AS hash
     FROM facts f LEFT JOIN docs d ON d.id = f.doc WHERE f.eid = ? AND f.valid_to IS NULL`,
  );
  const addFact = prepare(
    `INSERT INTO facts(eid, sid, doc, seq, bucket, content, props, valid_from, authority, importance, reported)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const closeFact = prepare(
    'UPDATE facts SET valid_to = ?, by_seq = ?, by_hash = ? WHERE eid = ? AND valid_to IS NULL',
  );
  const reinforceFact = prepare(
    'UPDATE facts SET reinforced = reinforced + 1, importance = COALESCE(?, importance) WHERE eid = ? AND valid_to IS NULL',
  );
  const getEdge = prepare(
    'SELECT 1 FROM edges WHERE src = ? AND relation = ? AND dst = ? AND props IS NULL LIMIT 1',
  );
  const addEdge = prepare(
    `INSERT INTO edges(src, relation, dst, sid, seq, valid_from, props) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT(src, relation, dst, seq) DO UPDATE SET sid = excluded.sid, valid_from = excluded.valid_from,
     valid_to = NULL, by_seq = NULL, props = excluded.props`,
  );
  const closeEdge = prepare(
    `UPDATE edges SET valid_to = ?, by_seq = ? WHERE src = ? AND relation = ? AND dst = ? AND props IS NOT NULL
     AND valid_to IS NULL`,
  );
  const setLatest = prepare(
    'INSERT INTO latest(sid, type, seq, ts) VALUES (?, ?, ?, ?) ON CONFLICT(sid, type) DO UPDATE SET seq = excluded.seq, ts = excluded.ts',
  );
  const advanceSession = prepare(
    `UPDATE sessions SET seq = ?, hash = ?, position = ?, events = events + ?, docs = docs + ?, facts = facts + ?,
     tokens = tokens + ?, stream = ? WHERE sid = ?`,
  );
  const addPiece = prepare(
    'INSERT INTO pieces(sid, path, doc) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const getPieces = prepare(
    'SELECT p.doc AS doc, d.len AS len, d.terms AS terms FROM pieces p JOIN docs d ON d.id = p.doc WHERE p.sid = ? AND p.path = ? ORDER BY p.doc',
  );
  const removePieces = prepare('DELETE FROM pieces WHERE sid = ? AND path = ?');
  const moveDocument = prepare('UPDATE docs SET stream = ? WHERE id = ?');
  const closeOfDocument = prepare(
    'UPDATE facts SET valid_to = ?, by_seq = ?, by_hash = ? WHERE doc = ? AND valid_to IS NULL',
  );
  const getDocHash = prepare('SELECT hash FROM docs WHERE id = ?');
  const addSalience = prepare(
    `INSERT INTO salience(doc, sid, surfaced, earned, last, last_earned) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
     ON CONFLICT(doc) DO UPDATE SET surfaced = salience.surfaced + ?3,
     earned = min(max(salience.earned * ?4, 1e-6), 1e6), last = max(salience.last, ?5),
     last_earned = COALESCE(?6, salience.last_earned)`,
  );
  const addOutcome = prepare(
    `INSERT INTO outcomes(eid, purpose, sid, positive, negative) VALUES (?1, ?2, ?3, ?4, ?5)
     ON CONFLICT(eid, purpose) DO UPDATE SET positive = outcomes.positive + ?4, negative = outcomes.negative + ?5`,
  );
  const getForgotten = prepare('SELECT event_id FROM forgotten WHERE sid = ?');
  const addForgotten = prepare(
    'INSERT INTO forgotten(event_id, sid) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const addSkipped = prepare(
    'INSERT INTO forgotten(event_id, sid, scrubbed) VALUES (?, ?, 1) ON CONFLICT DO NOTHING',
  );

  return {
    session(name: string): { sid: number; seq: number; stream: number } {
      let row = getSession.get(name);
      if (row === undefined) {
        addSession.run(name);
        row = getSession.get(name)!;
      }
      return { sid: Number(row['sid']), seq: Number(row['seq']), stream: Number(row['stream']) };
    },
    /** Returns the id of the document. */
    document(sid: number, event: StoredEvent, row: DocumentRow): number {
      const id = docId(sid, event.seq);
      addDocument.run(
        id,
        row.stream,
        hashBytes(event.hash),
        event.id,
        event.type,
        row.kind,
        event.actorId,
        event.origin?.channel ?? 'tool',
        event.timestamp,
        row.length,
        row.terms,
        row.dates,
        row.content,
        JSON.stringify(row.metadata),
        row.asked,
      );
      return id;
    },
    ...openMarkedPostings(db, postings),
    /** Changes when another connection has written since the last call. */
    dataVersion: (): number => db.version(),
    /** The id of an entity that may exist. */
    entity(sid: number, type: string, name: string): number | undefined {
      const found = getEntity.get(lowerAscii(name), sid, type, name);
      return found === undefined ? undefined : Number(found['eid']);
    },
    /** The names that exist, with their ids. */
    entities(sid: number, type: string, names: readonly string[]): Map<string, number> {
      const rows = getEntities.all(
        JSON.stringify(names.map(lowerAscii)),
        sid,
        type,
        JSON.stringify(names),
      );
      return new Map(rows.map((row) => [String(row['name']), Number(row['eid'])]));
    },
    newestEntity: (): number => Number(lastEntity.get()!['eid']),
    addEntity(eid: number, sid: number, type: string, name: string): void {
      addEntity.run(eid, sid, type, name);
    },
    /** The current version of an entity. */
    open(eid: number): OpenFact | undefined {
      const row = openFact.get(eid);
      if (row === undefined) return undefined;
      return {
        content: String(row['content']),
        properties: JSON.parse(String(row['props'])) as JsonObject,
        doc: Number(row['doc']),
        hash: Buffer.from((row['hash'] ?? []) as Uint8Array).toString('hex'),
        isAccepted: row['authority'] === 'accepted',
        channel: (row['channel'] ?? 'tool') as Channel,
      };
    },
    fact(
      eid: number,
      sid: number,
      doc: number,
      event: Pick<StoredEvent, 'seq' | 'timestamp' | 'origin'>,
      fact: FactDraft,
    ): void {
      addFact.run(
        eid,
        sid,
        doc,
        event.seq,
        fact.bucket ?? null,
        fact.content,
        JSON.stringify(fact.properties),
        event.timestamp,
        fact.authority,
        fact.importance ?? 0.5,
        // An event without its own document is not authoritative.
        doc === 0 || isUntrusted(event.origin?.channel ?? 'tool') ? 1 : 0,
      );
    },
    close(eid: number, at: string, by: StoredEvent): void {
      closeFact.run(at, by.seq, hashBytes(by.hash), eid);
    },
    reinforce(eid: number, importance: number | null): void {
      reinforceFact.run(importance, eid);
    },
    /** Does nothing for an event that is not indexed, or that the log contains with another hash. */
    salience(sid: number, at: string, target: Extracted['salience'][number]): void {
      const doc = docId(sid, target.seq);
      const hash = getDocHash.get(doc)?.['hash'];
      if (!(hash instanceof Uint8Array)) return;
      if (bareHex(hashText(hash)) !== bareHex(target.hash)) return;
      if (target.shown) addSalience.run(doc, sid, 1, 1, at, null);
      else addSalience.run(doc, sid, 0, target.multiplier, at, at);
    },
    outcome(eid: number, sid: number, purpose: string, sign: 'positive' | 'negative'): void {
      addOutcome.run(eid, purpose, sid, sign === 'positive' ? 1 : 0, sign === 'negative' ? 1 : 0);
    },
    /** A plain relation, once. `isFirst`: known not to exist yet. */
    edge({ src, relation, dst }: EdgeKey, sid: number, event: StoredEvent, isFirst: boolean): void {
      if (!isFirst && getEdge.get(src, relation, dst) !== undefined) return;
      addEdge.run(src, relation, dst, sid, event.seq, event.timestamp, null);
    },
    /** Adds a generated relation and closes the previous version. */
    generatedEdge(
      { src, relation, dst }: EdgeKey,
      sid: number,
      event: StoredEvent,
      properties: JsonObject,
    ): void {
      closeEdge.run(event.timestamp, event.seq, src, relation, dst);
      const props = JSON.stringify(properties);
      addEdge.run(src, relation, dst, sid, event.seq, event.timestamp, props);
    },
    retract({ src, relation, dst }: EdgeKey, at: string, by: StoredEvent): void {
      closeEdge.run(at, by.seq, src, relation, dst);
    },
    latest(sid: number, type: string, seq: number, ts: string): void {
      setLatest.run(sid, type, seq, ts);
    },
    advance(
      sid: number,
      next: Cursor,
      add: { events: number; docs: number; facts: number; tokens: number; stream: number },
    ): void {
      advanceSession.run(
        next.seq,
        next.hash,
        next.position,
        add.events,
        add.docs,
        add.facts,
        add.tokens,
        add.stream,
        sid,
      );
    },
    piece(sid: number, path: string, doc: number): void {
      addPiece.run(sid, path, doc);
    },
    /**
     * Removes the pieces of a file from the search and closes their statements. Their text stays readable by citation.
     * Returns what was removed.
     */
    retire(
      sid: number,
      path: string,
      stream: number,
      by: StoredEvent,
    ): { docs: number; tokens: number } {
      const pieces = getPieces.all(sid, path);
      for (const { doc, terms } of pieces) {
        postings.remove(Number(doc), String(terms).replaceAll(QUESTION_MARK, '').split(' '));
        moveDocument.run(stream, doc!);
        closeOfDocument.run(by.timestamp, by.seq, hashBytes(by.hash), doc!);
      }
      removePieces.run(sid, path);
      return {
        docs: pieces.length,
        tokens: pieces.reduce((sum, { len }) => sum + Number(len), 0),
      };
    },
    forgotten(sid: number): Set<string> {
      return new Set(getForgotten.all(sid).map((row) => String(row['event_id'])));
    },
    /** Stores the id of an event whose content was gone before it was projected. */
    skip(sid: number, id: string): string {
      addSkipped.run(id, sid);
      return id;
    },
    /** Stores the forgotten ids and empties the session. It is projected again without them, like a rebuild. */
    forget(sid: number, ids: string[]): void {
      for (const id of ids) addForgotten.run(id, sid);
      this.empty(sid);
    },
    /** Removes everything of a session except what it forgot. */
    empty(sid: number): void {
      const [first, last] = [docId(sid, 0), docId(sid, Number.MAX_SAFE_INTEGER)];
      const range = `BETWEEN ${first} AND ${last}`;
      postings.removeRange([first, last]);
      // A text may contain words of an older one, so all vectors of the session are deleted.
      db.exec(`DELETE FROM vectors WHERE doc ${range}`);
      db.exec(`DELETE FROM docs WHERE id ${range}`);
      for (const table of SESSION_TABLES) db.exec(`DELETE FROM ${table} WHERE sid = ${sid}`);
      db.exec(
        `UPDATE sessions SET seq = 0, hash = '', position = '', events = 0, docs = 0, facts = 0, tokens = 0, stream = 0
         WHERE sid = ${sid}`,
      );
    },
  };
}
