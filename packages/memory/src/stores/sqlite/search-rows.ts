/**
 * Rows for the search tables, written in one go when a batch ends. SQLite puts all that a search table has gathered in
 * memory on the disk whenever a statement of the transaction needs a journal of its own (an upsert, a trigger, a second
 * index); between two of those nothing is gathered at all, and every event pays for a whole segment.
 */
import type { Database, SqlValue } from './driver.ts';

export interface Postings {
  /** Of a new document. */
  add(doc: number, body: string): void;
  /** Of a document that has some. */
  replace(doc: number, body: string): void;
  remove(doc: number): void;
  /** Writes what was asked for, in the order of the documents. */
  flush(): void;
  /** Forgets what was asked for: the transaction is taken back, or the session emptied. */
  drop(): void;
}

/** The search table of all documents. */
export function openPostings(db: Database): Postings {
  const remove = db.prepare('DELETE FROM postings WHERE rowid = ?');
  const add = db.prepare('INSERT INTO postings(rowid, body) VALUES (?, ?)');
  /** The last word on each document; `isNew` where the table holds none of it. */
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

/** New rows of a search table over another table, whose triggers look after changes and removals. */
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
