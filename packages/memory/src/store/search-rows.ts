/**
 * Rows for the search tables, written together at the end of a batch. SQLite flushes everything that a search table has
 * buffered whenever a statement of the transaction needs its own journal (an upsert, a trigger, a second index).
 * Without batching, every event pays for a whole segment.
 */
import type { Database, NoteTable, SqlValue } from './port.ts';

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
  /** Notifies every request, for a cache of what the table contains. */
  watch(watcher: PostingsWatcher): void;
}

export interface PostingsWatcher {
  added(doc: number, body: string): void;
  /** The new body. It has all words of the old one but for marks. */
  changed(doc: number, body: string): void;
  removed(): void;
  flushed(): void;
}

/** The search table of all documents. */
export function openPostings({ postings }: Database): Postings {
  /** The last request for each document; `isNew` if the table has no rows of it. */
  const asked = new Map<number, { body: string | null; isNew: boolean }>();
  let watcher: PostingsWatcher | null = null;
  const ask = (doc: number, body: string | null): void => {
    asked.set(doc, { body, isNew: asked.get(doc)?.isNew ?? false });
  };
  return {
    drop: () => asked.clear(),
    watch: (given) => void (watcher = given),
    add(doc, body) {
      asked.set(doc, { body, isNew: true });
      watcher?.added(doc, body);
    },
    replace(doc, body) {
      ask(doc, body);
      watcher?.changed(doc, body);
    },
    remove(doc) {
      ask(doc, null);
      watcher?.removed();
    },
    flush() {
      const docs = [...asked].toSorted(([a], [b]) => a - b);
      asked.clear();
      for (const [doc, { isNew }] of docs) if (!isNew) postings.remove(doc);
      for (const [doc, { body }] of docs) if (body !== null) postings.add(doc, body);
      watcher?.flushed();
    },
  };
}

export interface NewRows {
  add(id: number, values: readonly SqlValue[]): void;
  flush(): void;
  drop(): void;
}

/** New rows of the words of notes; the store applies changes and removals. */
export function openNewRows({ noteWords }: Database, table: NoteTable): NewRows {
  let asked: (readonly [id: number, values: readonly SqlValue[]])[] = [];
  return {
    add: (id, values) => void asked.push([id, values]),
    flush() {
      const rows = asked;
      asked = [];
      for (const [id, values] of rows) noteWords.add(table, id, values);
    },
    drop: () => void (asked = []),
  };
}
