/**
 * Rows for the search tables, written together at the end of a batch. SQLite flushes everything that a search table has
 * buffered whenever a statement of the transaction needs its own journal (an upsert, a trigger, a second index). Without
 * batching, every event pays for a complete segment.
 */
import type { Database, NoteTable, Range, SqlValue } from './port.ts';
import { openTermCounts } from './term-counts.ts';

export interface Postings {
  /** For a new document. `words`: those of the body, without its marks. */
  add(doc: number, body: string, words: readonly string[]): void;
  /** For a document that has rows. `added`: new words of the body. */
  replace(doc: number, body: string, added?: readonly string[]): void;
  /** `words`: all words that the document had. */
  remove(doc: number, words: readonly string[]): void;
  /** Removes the documents of a range at once. */
  removeRange(range: Range): void;
  /** Another process may have written. */
  forget(): void;
  /** Writes the requested rows in document order. */
  flush(): void;
  /** Discards the requested rows: the transaction was rolled back, or the session emptied. */
  drop(): void;
  /** Notifies every request, for a cache of what the table contains. */
  watch(watcher: PostingsWatcher): void;
}

export interface PostingsWatcher {
  added(doc: number, body: string): void;
  /** The new body. It contains all words of the old one except marks. */
  changed(doc: number, body: string): void;
  removed(): void;
  flushed(): void;
}

/** The search table of all documents. */
export function openPostings(db: Database): Postings {
  const { postings } = db;
  const counts = openTermCounts(db);
  /** The last request for each document; `isNew` if the table has no rows for it. */
  const asked = new Map<number, { body: string | null; isNew: boolean }>();
  let watcher: PostingsWatcher | null = null;
  const ask = (doc: number, body: string | null): void => {
    asked.set(doc, { body, isNew: asked.get(doc)?.isNew ?? false });
  };
  return {
    drop() {
      asked.clear();
      counts.drop();
    },
    forget: () => counts.forget(),
    watch: (given) => void (watcher = given),
    add(doc, body, words) {
      asked.set(doc, { body, isNew: true });
      counts.change(words, 1);
      watcher?.added(doc, body);
    },
    replace(doc, body, added) {
      ask(doc, body);
      if (added !== undefined) counts.change(added, 1);
      watcher?.changed(doc, body);
    },
    remove(doc, words) {
      ask(doc, null);
      counts.change(words, -1);
      watcher?.removed();
    },
    flush() {
      if (asked.size === 0) return;
      const docs = [...asked].toSorted(([a], [b]) => a - b);
      asked.clear();
      for (const [doc, { isNew }] of docs) if (!isNew) postings.remove(doc);
      for (const [doc, { body }] of docs) if (body !== null) postings.add(doc, body);
      counts.flush();
      watcher?.flushed();
    },
    removeRange(range) {
      postings.removeRange(range);
      counts.recount();
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
