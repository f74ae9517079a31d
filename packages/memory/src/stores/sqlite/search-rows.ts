/**
 * Rows for the search tables, written together at the end of a batch. SQLite flushes everything that a search table has
 * buffered whenever a statement of the transaction needs its own journal (an upsert, a trigger, a second index).
 * Without batching, every event pays for a whole segment.
 */
import type { Database, SqlValue } from './driver.ts';

export interface Postings {
  /** For a new document. */
  add(doc: number, body: string): void;
  /** For a document that has rows. */
  replace(doc: number, body: string): void;
  remove(doc: number): void;
  /** Writes the requested rows in document order. */
  flush(): void;
  /** Discards the requested rows: the transaction was rolled back, or the session emptied. */
  drop(): void;
}

/** The search table of all documents. */
export function openPostings(db: Database): Postings {
  const remove = db.prepare('DELETE FROM postings WHERE rowid = ?');
  const add = db.prepare('INSERT INTO postings(rowid, body) VALUES (?, ?)');
  /** The last request for each document; `isNew` if the table has no rows of it. */
  const asked = new Map<number, { body: string | null; isNew: boolean }>();
  const ask = (doc: number, body: string | null): void => {
    asked.set(doc, { body, isNew: asked.get(doc)?.isNew ?? false });
  };
  return {
    add: (doc, body) => void asked.set(doc, { body, isNew: true }),
    replace: ask,
    remove: (doc) => ask(doc, null),
    flush() {
      const docs = [...asked].toSorted(([a], [b]) => a - b);
      asked.clear();
      for (const [doc, { isNew }] of docs) if (!isNew) remove.run(doc);
      for (const [doc, { body }] of docs) if (body !== null) add.run(doc, body);
    },
    drop: () => asked.clear(),
  };
}

export interface NewRows {
  add(values: readonly SqlValue[]): void;
  flush(): void;
  drop(): void;
}

/** New rows of a search table over another table, whose triggers apply changes and removals. */
export function openNewRows(db: Database, table: string, columns: readonly string[]): NewRows {
  const insert = db.prepare(
    `INSERT INTO ${table}(${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
  );
  let asked: (readonly SqlValue[])[] = [];
  return {
    add: (values) => void asked.push(values),
    flush() {
      const rows = asked;
      asked = [];
      for (const values of rows) insert.run(...values);
    },
    drop: () => void (asked = []),
  };
}
