/** Which stored texts repeat outside text, and its source. */
import type { Channel } from '@hookloom/core/events';
import { hashText, docId, seqOfDoc } from './stored-ids.ts';
import type { RepeatedParts } from '../taint/repeated-parts.ts';
import type { Database, Row } from './port.ts';

export interface RepeatedText {
  /** The event that repeats the text. */
  seq: number;
  /** The sentence in its stored form for comparison. */
  text: string;
  /** The channel that it inherits. */
  channel: Channel;
  /** The event in which the text came from outside. */
  source: { seq: number; hash: string };
}

/** Of a fact `f` of the document `d`: a statement beside the repeated sentences keeps the channel of its speaker. */
export const FACT_CHANNEL = `CASE WHEN f.reported = 0 AND d.channel IN ('file', 'tool', 'mcp', 'web')
  THEN COALESCE((SELECT MAX(own) FROM repeats WHERE repeats.doc = f.doc), d.channel) ELSE d.channel END`;

/** The repetitions of one event, or of a complete log, in log order. */
export function readRepeats(db: Database, sid: number, seq?: number): RepeatedText[] {
  const [from, to] = seq === undefined ? [0, Number.MAX_SAFE_INTEGER] : [seq, seq];
  return db
    .prepare(
      `SELECT r.doc AS doc, r.channel AS channel, r.source AS source, o.text AS text, d.hash AS hash
       FROM repeats r JOIN outside o ON o.doc = r.doc AND o.start = r.start LEFT JOIN docs d ON d.id = r.source
       WHERE r.doc BETWEEN ? AND ? ORDER BY r.doc, r.start`,
    )
    .all(docId(sid, from), docId(sid, to))
    .map((row) => ({
      seq: seqOfDoc(Number(row['doc'])),
      text: String(row['text']),
      channel: String(row['channel']) as Channel,
      source: {
        seq: seqOfDoc(Number(row['source'])),
        hash: row['hash'] === null ? '' : hashText(row['hash']),
      },
    }));
}

/** Adds the column `repeats` to the rows of documents that have parts. */
export function addRepeats(db: Database, rows: Row[]): Row[] {
  if (rows.length === 0) return rows;
  const ids = rows.map(({ id }) => Number(id));
  const parts = new Map<number, unknown[]>();
  for (const { doc, start, stop, own } of db
    .prepare(
      'SELECT doc, start, stop, own FROM repeats WHERE doc IN (SELECT CAST(value AS BIGINT) FROM json_each(?)) ORDER BY doc, start',
    )
    .all(JSON.stringify(ids))) {
    const list = parts.get(Number(doc)) ?? [];
    parts.set(Number(doc), [...list, [start, stop, own]]);
  }
  for (const row of rows) {
    const found = parts.get(Number(row['id']));
    if (found !== undefined) row['repeats'] = JSON.stringify(found);
  }
  return rows;
}

/** Reads a row with this column; undefined if nothing is repeated. */
export function repeatedParts(column: unknown): RepeatedParts | undefined {
  if (typeof column !== 'string') return undefined;
  const rows = JSON.parse(column) as [number, number, Channel][];
  return { own: rows[0]![2], parts: rows.map(([start, stop]) => [start, stop]) };
}

/** A sentence of a document that repeats outside text. */
export interface RepeatRow {
  doc: number;
  start: number;
  end: number;
  sid: number;
  /** The document in which the text first occurred. */
  source: number;
  channel: Channel;
  /** The channel of the rest of the document. */
  own: Channel;
}

export function openRepeatRows(db: Database) {
  const any = db.prepare('SELECT 1 FROM repeats WHERE sid = ? LIMIT 1');
  const add = db.prepare(
    `INSERT INTO repeats(doc, start, stop, sid, source, channel, own) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT(doc, start) DO UPDATE SET stop = excluded.stop, sid = excluded.sid, source = excluded.source,
     channel = excluded.channel, own = excluded.own`,
  );
  const ofDocument = db.prepare('SELECT own FROM repeats WHERE doc = ? LIMIT 1');
  const remove = db.prepare('DELETE FROM repeats WHERE doc = ? AND start = ?');

  return {
    hasAny: (sid: number): boolean => any.get(sid) !== undefined,
    add({ doc, start, end, sid, source, channel, own }: RepeatRow): void {
      add.run(doc, start, end, sid, source, channel, own);
    },
    /** The channel of a document without its repeated text; null if it repeats nothing. */
    ownChannel(doc: number): Channel | null {
      const row = ofDocument.get(doc);
      return row === undefined ? null : (String(row['own']) as Channel);
    },
    remove(doc: number, start: number): void {
      remove.run(doc, start);
    },
  };
}
