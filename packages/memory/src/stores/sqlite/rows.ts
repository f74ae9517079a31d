/** The prepared statements of the writer, one small method each. */
import type { Channel, Cursor, JsonObject, StoredEvent } from '@hookloom/core';
import type { Extracted, FactDraft } from '../../extract/extracted.ts';
import { PENDING_TABLES } from '../../notes/pending-schema.ts';
import { docId } from './doc-id.ts';
import { isUntrusted } from '../../channels.ts';
import { NOTE_TABLES } from '../../notes/tables.ts';
import { TAINT_TABLES } from '../../taint/tables.ts';
import type { Authority } from '../../rows.ts';
import { actorTerm, AUTHORITY_TERMS, channelTerm } from '../../search/marks.ts';
import type { Database } from './driver.ts';
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

/** 32 bytes of a `sha256:…` hash. */
export function hashBytes(hash: string): Buffer {
  return Buffer.from(hash.slice(7), 'hex');
}

/** An edge by the ids of its ends. */
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

/** Rows of notes have the id of their event's document. */
const CHANNELED_NOTES = ['observations', 'retired_observations', 'session_summaries'];

export function openRows(db: Database, postings: Postings) {
  const prepare = (sql: string) => db.prepare(sql);
  const addSession = prepare('INSERT OR IGNORE INTO sessions(name) VALUES (?)');
  const getSession = prepare('SELECT sid, seq, stream FROM sessions WHERE name = ?');
  const addDocument = prepare(
    `INSERT INTO docs(id, stream, hash, event_id, type, kind, actor, channel, ts, len, terms, dates, content, meta, asked)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const getDataVersion = prepare('PRAGMA data_version');
  const getBody = prepare('SELECT terms, dates, actor, channel FROM docs WHERE id = ?');
  const getEntity = prepare('SELECT eid FROM entities WHERE sid = ? AND type = ? AND name = ?');
  const addEntity = prepare('INSERT OR IGNORE INTO entities(sid, type, name) VALUES (?, ?, ?)');
  const openFact = prepare(
    `SELECT f.content AS content, f.props AS props, f.doc AS doc, f.authority AS authority, d.channel AS channel, d.hash AS hash
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
    'INSERT OR REPLACE INTO edges(src, relation, dst, sid, seq, valid_from, props) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const closeEdge = prepare(
    `UPDATE edges SET valid_to = ?, by_seq = ? WHERE src = ? AND relation = ? AND dst = ? AND props IS NOT NULL
     AND valid_to IS NULL`,
  );
  const setLatest = prepare(
    'INSERT OR REPLACE INTO latest(sid, type, seq, ts) VALUES (?, ?, ?, ?)',
  );
  const advanceSession = prepare(
    `UPDATE sessions SET seq = ?, hash = ?, position = ?, events = events + ?, docs = docs + ?, facts = facts + ?,
     tokens = tokens + ?, stream = ? WHERE sid = ?`,
  );
  const addPiece = prepare('INSERT OR IGNORE INTO pieces(sid, path, doc) VALUES (?, ?, ?)');
  const getPieces = prepare(
    'SELECT p.doc AS doc, d.len AS len FROM pieces p JOIN docs d ON d.id = p.doc WHERE p.sid = ? AND p.path = ? ORDER BY p.doc',
  );
  const removePieces = prepare('DELETE FROM pieces WHERE sid = ? AND path = ?');
  const moveDocument = prepare('UPDATE docs SET stream = ? WHERE id = ?');
  const closeOfDocument = prepare(
    'UPDATE facts SET valid_to = ?, by_seq = ?, by_hash = ? WHERE doc = ? AND valid_to IS NULL',
  );
  const getDocHash = prepare('SELECT hash FROM docs WHERE id = ?');
  const addSalience = prepare(
    `INSERT INTO salience(doc, sid, surfaced, earned, last, last_earned) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
     ON CONFLICT(doc) DO UPDATE SET surfaced = surfaced + ?3, earned = MIN(MAX(earned * ?4, 1e-6), 1e6),
     last = MAX(last, ?5), last_earned = COALESCE(?6, last_earned)`,
  );
  const addOutcome = prepare(
    `INSERT INTO outcomes(eid, purpose, sid, positive, negative) VALUES (?1, ?2, ?3, ?4, ?5)
     ON CONFLICT(eid, purpose) DO UPDATE SET positive = positive + ?4, negative = negative + ?5`,
  );
  const getRestored = prepare('SELECT terms, dates, actor FROM docs WHERE id = ?');
  const getAuthorities = prepare(
    'SELECT authority, valid_to FROM facts WHERE doc = ? ORDER BY fid',
  );
  const setChannel = prepare('UPDATE docs SET channel = ? WHERE id = ?');
  const setRelied = prepare('UPDATE facts SET reported = 0 WHERE doc = ?');
  const setNoteChannel = CHANNELED_NOTES.map((table) =>
    prepare(`UPDATE ${table} SET channel = ? WHERE id = ?`),
  );
  const getForgotten = prepare('SELECT event_id FROM forgotten WHERE sid = ?');
  const addForgotten = prepare('INSERT OR IGNORE INTO forgotten(event_id, sid) VALUES (?, ?)');

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
    /** Rewrites the posting of a document without its marks. */
    unmark(doc: number): void {
      const row = getBody.get(doc);
      if (row === undefined) return;
      const [terms, dates, actor] = ['terms', 'dates', 'actor'].map((key) => String(row[key]));
      const channel = channelTerm(String(row['channel']) as Channel);
      postings.replace(doc, `${terms} ${dates} ${actorTerm(actor!)} ${channel}`);
    },
    /** Restores the own channel of a document and of what it asserts. Used for channels of people and their agents. */
    restore(doc: number, channel: Channel): void {
      for (const statement of setNoteChannel) statement.run(channel, doc);
      const row = getRestored.get(doc);
      if (row === undefined) return;
      setChannel.run(channel, doc);
      setRelied.run(doc);
      const [terms, dates, actor] = ['terms', 'dates', 'actor'].map((key) => String(row[key]));
      const facts = getAuthorities.all(doc);
      const isClosed = facts.some(
        (fact) => fact['authority'] === 'accepted' && fact['valid_to'] !== null,
      );
      const marks = isClosed
        ? ''
        : facts.map((fact) => AUTHORITY_TERMS[fact['authority'] as Authority]).join(' ');
      postings.replace(
        doc,
        `${terms} ${dates} ${actorTerm(actor!)} ${marks} ${channelTerm(channel)}`,
      );
    },
    /** Changes when another connection has written since the last call. */
    dataVersion(): number {
      return Number(getDataVersion.get()!['data_version']);
    },
    /** The id of an entity. Creates it if it is new. Most are: the writer caches earlier names. */
    entity(sid: number, type: string, name: string): { eid: number; isNew: boolean } {
      const { changes, lastInsertRowid } = addEntity.run(sid, type, name);
      if (Number(changes) === 1) return { eid: Number(lastInsertRowid), isNew: true };
      return { eid: Number(getEntity.get(sid, type, name)!['eid']), isNew: false };
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
    /** Does nothing for an event that is not a memory, or that the log contains under another hash. */
    salience(sid: number, at: string, target: Extracted['salience'][number]): void {
      const doc = docId(sid, target.seq);
      const hash = getDocHash.get(doc)?.['hash'];
      if (!(hash instanceof Uint8Array)) return;
      if (Buffer.from(hash).toString('hex') !== target.hash.replace(/^sha256:/, '')) return;
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
    /** A generated relation. Closes the version before it. */
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
     * Removes the pieces of a file from the search and closes what they assert. Their text stays readable by citation.
     * Returns what was removed.
     */
    retire(
      sid: number,
      path: string,
      stream: number,
      by: StoredEvent,
    ): { docs: number; tokens: number } {
      const pieces = getPieces.all(sid, path);
      for (const { doc } of pieces) {
        postings.remove(Number(doc));
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
    /** Stores the forgotten ids and empties the session. It is projected again without them, like a rebuild. */
    forget(sid: number, ids: string[]): void {
      for (const id of ids) addForgotten.run(id, sid);
      this.empty(sid);
    },
    /** Removes everything of a session except what it forgot. */
    empty(sid: number): void {
      const range = `BETWEEN ${docId(sid, 0)} AND ${docId(sid, Number.MAX_SAFE_INTEGER)}`;
      db.exec(`DELETE FROM postings WHERE rowid IN (SELECT id FROM docs WHERE id ${range})`);
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
