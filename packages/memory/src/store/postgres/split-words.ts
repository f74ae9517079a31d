/** Splits texts into words as the search tables of the notes in SQLite do, by using such a table. */
import { openDatabase } from '../sqlite/driver.ts';

export type SplitWords = (text: string) => string[];

export async function openSplitter(): Promise<{ split: SplitWords; close(): void }> {
  const db = await openDatabase(':memory:');
  db.exec(`CREATE VIRTUAL TABLE text USING fts5(body, tokenize='porter unicode61');
    CREATE VIRTUAL TABLE words USING fts5vocab(text, 'instance')`);
  const add = db.prepare('INSERT INTO text(rowid, body) VALUES (1, ?)');
  const read = db.prepare('SELECT term FROM words ORDER BY "offset"');
  const remove = db.prepare('DELETE FROM text');
  return {
    split(text) {
      if (text === '') return [];
      add.run(text);
      const words = read.all().map(({ term }) => String(term));
      remove.run();
      return words;
    },
    close: () => db.close(),
  };
}
