/** Documents: the searchable texts of the events. */
import type { Channel } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import { docId, seqOfDoc, bareHex, hashText } from './stored-ids.ts';
import type { Database, Row } from './port.ts';
import { SALIENCE_COLUMNS, reinforcement } from './read-facts.ts';
import { addRepeats, repeatedParts } from './repeat-rows.ts';
import type { SourceRow } from '../rows.ts';

export const DOCUMENT_COLUMNS = `d.id AS id, d.hash AS hash, d.event_id AS event_id, d.type AS type, d.kind AS kind,
  d.content AS content, d.actor AS actor, d.ts AS ts, d.channel AS channel, d.meta AS meta`;
const AMONG = 'IN (SELECT CAST(value AS BIGINT) FROM json_each(?))';

/** With the columns that `sourceRow` reads. */
export function readDocuments(db: Database, ids: readonly number[]): Row[] {
  const rows = db
    .prepare(
      `SELECT ${DOCUMENT_COLUMNS}, s.name AS session, ${SALIENCE_COLUMNS} FROM docs d JOIN sessions s ON s.sid = d.id >> 32
       LEFT JOIN salience z ON z.doc = d.id WHERE d.id ${AMONG}`,
    )
    .all(JSON.stringify(ids));
  return addRepeats(db, rows);
}

/** The newest events of a session, oldest first, without the parts of indexed files. */
export function recentDocuments(db: Database, sid: number, asOfSeq: number, most: number): Row[] {
  return db
    .prepare(
      "SELECT id, hash, type, actor, channel, ts, content FROM docs WHERE id BETWEEN ? AND ? AND kind <> 'document' ORDER BY id DESC LIMIT ?",
    )
    .all(docId(sid, 0), docId(sid, asOfSeq), most)
    .reverse();
}

/** By id: the conversation of each. */
export function conversationsOf(db: Database, ids: readonly number[]) {
  return db
    .prepare(`SELECT id, stream FROM docs WHERE id ${AMONG} ORDER BY id`)
    .all(JSON.stringify(ids))
    .map((row) => ({ id: Number(row['id']), stream: Number(row['stream']) }));
}

/** By id: epoch milliseconds. */
export function timesOf(db: Database, ids: readonly number[]): Map<number, number> {
  return new Map(
    db
      .prepare(`SELECT id, ts FROM docs WHERE id ${AMONG}`)
      .all(JSON.stringify(ids))
      .map((row) => [Number(row['id']), Date.parse(String(row['ts']))]),
  );
}

/** Epoch milliseconds of the newest event up to a seq; not a number if there is none. */
export function newestTime(db: Database, sid: number, asOfSeq: number): number {
  const row = db
    .prepare('SELECT ts FROM docs WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1')
    .get(docId(sid, 0), docId(sid, asOfSeq));
  return Date.parse(String(row?.['ts']));
}

/** What is needed to cite a document, with its time in epoch milliseconds. */
export function citedDocument(db: Database, id: number) {
  const row = db
    .prepare(
      'SELECT d.hash AS hash, d.ts AS ts, s.name AS session FROM docs d JOIN sessions s ON s.sid = d.id >> 32 WHERE d.id = ?',
    )
    .get(id)!;
  return {
    session: String(row['session']),
    hash: hashText(row['hash']),
    ts: Date.parse(String(row['ts'])),
  };
}

/** Calls whose next event completes them. */
export function completedCalls(db: Database, ids: readonly number[]): number[] {
  return db
    .prepare(
      `SELECT call.id AS id FROM docs call JOIN docs done ON done.id = call.id + 1 WHERE call.id ${AMONG}
       AND call.type = 'tool.call.completed' AND done.type IN ('command.completed', 'file.edit.applied')`,
    )
    .all(JSON.stringify(ids))
    .map((row) => Number(row['id']));
}

/** The text of a document that a person wrote; null for any other. */
export function textOfPerson(db: Database, id: number): string | null {
  const content = db
    .prepare(
      "SELECT content FROM docs WHERE id = ? AND channel = 'user' AND json_extract(meta, '$.dialogue') IS NULL",
    )
    .get(id)?.['content'];
  return typeof content === 'string' ? content : null;
}

/** 64 hex of the event's hash; null without a document. */
export function hashOfDoc(db: Database, id: number): string | null {
  const hash = db.prepare('SELECT hash FROM docs WHERE id = ?').get(id)?.['hash'];
  return hash instanceof Uint8Array ? bareHex(hashText(hash)) : null;
}

/** The channel of a session's first document. */
export function firstChannel(db: Database, sid: number): Channel | null {
  const row = db
    .prepare('SELECT channel FROM docs WHERE id BETWEEN ? AND ? ORDER BY id LIMIT 1')
    .get(docId(sid, 0), docId(sid + 1, 0) - 1);
  return row === undefined ? null : (String(row['channel']) as Channel);
}

/** Columns of a document. */
export function sourceRow(row: Row): SourceRow {
  const repeats = repeatedParts(row['repeats']);
  return {
    session: String(row['session']),
    seq: seqOfDoc(Number(row['id'])),
    hash: hashText(row['hash']),
    eventId: String(row['event_id']),
    eventType: String(row['type']),
    kind: String(row['kind']) as SourceRow['kind'],
    content: String(row['content']),
    actor: String(row['actor']),
    timestamp: String(row['ts']),
    channel: String(row['channel']) as Channel,
    metadata: JSON.parse(String(row['meta'])) as JsonObject,
    ...(repeats !== undefined && { repeats }),
    ...reinforcement(row),
  };
}
