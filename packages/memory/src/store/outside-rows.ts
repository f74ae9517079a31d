/** Sentences from outside with their words. */
import type { Channel } from '@hookloom/core/events';
import type { Database } from './port.ts';

export interface OutsideRow {
  unit: number;
  /** The document with the sentence. */
  doc: number;
  channel: Channel;
  /** The offset of its first character there. */
  start: number;
  /** The document in which it first occurred. */
  source: number;
  released: boolean;
  text: string;
}

export function openOutsideRows(db: Database) {
  const any = db.prepare('SELECT 1 FROM outside WHERE sid = ? LIMIT 1');
  const insert = db.prepare(
    'INSERT INTO outside(sid, doc, start, channel, source, text) VALUES (?, ?, ?, ?, ?, ?) RETURNING unit',
  );
  const insertWords = db.prepare(
    'INSERT INTO outside_words(sid, word, unit) SELECT CAST(? AS BIGINT), value, CAST(? AS BIGINT) FROM json_each(?) WHERE true ON CONFLICT DO NOTHING',
  );
  const withWord = db.prepare(
    'SELECT unit FROM outside_words WHERE sid = ? AND word = ? ORDER BY unit DESC LIMIT ?',
  );
  const read = db.prepare(
    'SELECT unit, doc, start, channel, source, released, text FROM outside WHERE unit = ?',
  );
  const ofDocument = db.prepare('SELECT unit FROM outside WHERE doc = ? ORDER BY unit');
  const release = db.prepare('UPDATE outside SET released = 1 WHERE unit = ?');

  return {
    hasAny: (sid: number): boolean => any.get(sid) !== undefined,
    /** Returns the number of the sentence. It can be found once its words are added. */
    add(
      sid: number,
      { doc, start, channel, source, text }: Omit<OutsideRow, 'unit' | 'released'>,
    ): number {
      return Number(insert.get(sid, doc, start, channel, source, text)!['unit']);
    },
    addWords(sid: number, unit: number, words: Iterable<string>): void {
      insertWords.run(sid, unit, JSON.stringify([...words].map((word) => word.toWellFormed())));
    },
    /** The newest sentences with a word, oldest first. */
    withWord: (sid: number, word: string, most: number): number[] =>
      withWord
        .all(sid, word, most)
        .map((row) => Number(row['unit']))
        .toReversed(),
    read(unit: number): OutsideRow {
      const row = read.get(unit)!;
      return {
        unit,
        doc: Number(row['doc']),
        start: Number(row['start']),
        channel: String(row['channel']) as Channel,
        source: Number(row['source']),
        released: Number(row['released']) === 1,
        text: String(row['text']),
      };
    },
    ofDocument: (doc: number): number[] => ofDocument.all(doc).map((row) => Number(row['unit'])),
    release(unit: number): void {
      release.run(unit);
    },
  };
}
