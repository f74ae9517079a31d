/** Which stored texts repeat outside text, and its source. */
import type { Channel } from '@hookloom/core';
import { hashText } from '../facts/read-facts.ts';
import type { RepeatedParts } from './repeated-parts.ts';
import { docId, seqOfDoc } from '../stores/sqlite/doc-id.ts';
import type { Database } from '../stores/sqlite/driver.ts';

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

/** Parts of a document, as a column beside those of the table `d`. */
export const REPEATS_COLUMN = `(SELECT json_group_array(json_array(r.start, r.stop, r.own)) FROM
  (SELECT start, stop, own FROM repeats WHERE doc = d.id ORDER BY start) r) AS repeats`;

/** Of a row with `REPEATS_COLUMN`; undefined if nothing is repeated. */
export function repeatedParts(column: unknown): RepeatedParts | undefined {
  if (typeof column !== 'string' || column === '[]') return undefined;
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
