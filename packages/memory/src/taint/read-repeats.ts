/** Which stored texts repeat outside text, and its source. */
import type { Channel } from '@hookloom/core/events';
import { hashText } from '../store/hashes.ts';
import type { RepeatedParts } from './repeated-parts.ts';
import { docId, seqOfDoc } from '../store/doc-id.ts';
import type { Database, Row } from '../store/port.ts';

export interface RepeatedText {
  /** The event that repeats. */
  seq: number;
  /** The sentence in its stored form for comparison. */
  text: string;
  /** The channel that it inherits. */
  channel: Channel;
  /** The event that brought it from outside. */
  source: { seq: number; hash: string };
}

/** Of one event, or of a whole log, in log order. */
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

/** Of a row with this column; undefined if nothing is repeated. */
export function repeatedParts(column: unknown): RepeatedParts | undefined {
  if (typeof column !== 'string') return undefined;
  const rows = JSON.parse(column) as [number, number, Channel][];
  return { own: rows[0]![2], parts: rows.map(([start, stop]) => [start, stop]) };
}

/** Splits the text in two: what is said, and what repeats outside text. */
export function partText(
  content: string,
  { parts }: RepeatedParts,
): { said: string; repeated: string } {
  let at = 0;
  let said = '';
  const repeated: string[] = [];
  for (const [start, end] of parts) {
    said += content.slice(at, start);
    if (start < content.length) repeated.push(content.slice(start, end));
    at = Math.max(at, end);
  }
  return { said: said + content.slice(at), repeated: repeated.join(' ') };
}
