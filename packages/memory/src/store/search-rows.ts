import type { Database, NoteTable, Range, SqlValue } from './port.ts';

/**
 * To find common words, a sample of documents is read, and a word that occurs often enough in a window is stored from
 * then on.
 */
const SAMPLE = 8;
const COMMON = 4;
/** Number of documents in a window. */
const WINDOW = 10_000;
/** Number of characters for a number before its word. */
const DIGITS = 12;

/**
 * The number of documents with each common word. The search table would read all postings of the word, which takes longer
 * as the log grows. The counts are exact, and change in the same transaction as the postings.
 */
export interface TermCounts {
  /** Of one document, which gets (1) or loses (-1) these words. Repeated ones count once. */
  change(words: readonly string[], by: 1 | -1): void;
  /** Writes the changes. The search table must have them already. */
  flush(): void;
  /** Discards the changes. */
  drop(): void;
  /** Another process may have written, so cached counts are read again. */
  forget(): void;
  /** Counts every stored word again. */
  recount(): void;
}

export function openTermCounts(db: Database): TermCounts {
  const getTerms = db.prepare('SELECT term FROM term_counts');
  const add = db.prepare(
    `INSERT INTO term_counts(term, docs) SELECT substr(value, ${DIGITS + 1}), CAST(substr(value, 1, ${DIGITS}) AS BIGINT)
     FROM json_each(?) WHERE true ON CONFLICT(term) DO UPDATE SET docs = term_counts.docs + excluded.docs`,
  );
  let kept: Set<string> | null = null;
  /**
   * Changes of stored words until they are written, and counts of other words in the sampled documents of the window.
   */
  const changes = new Map<string, number>();
  let documents = 0;

  function readKept(): Set<string> {
    return (kept ??= new Set(getTerms.all().map(({ term }) => String(term))));
  }

  function write(counts: readonly (readonly [term: string, by: number])[]): void {
    if (counts.length === 0) return;
    add.run(JSON.stringify(counts.map(([term, by]) => `${String(by).padStart(DIGITS)}${term}`)));
  }

  function keep(terms: readonly string[]): void {
    const counted = db.postings.frequencies(terms);
    write(terms.map((term, at) => [term, counted[at]!]));
    for (const term of terms) readKept().add(term);
  }

  function drop(): void {
    changes.clear();
    documents = 0;
  }

  return {
    change(words, by) {
      const terms = readKept();
      const isSample = ++documents % SAMPLE === 0;
      for (const word of new Set(isSample ? words : words.filter((each) => terms.has(each))))
        changes.set(word, (changes.get(word) ?? 0) + by);
    },
    flush() {
      if (documents === 0) return;
      const terms = readKept();
      const known = [...changes].filter(([term]) => terms.has(term));
      write(known);
      if (documents < WINDOW) {
        for (const [term] of known) changes.delete(term);
        return;
      }
      keep([...changes].flatMap(([term, by]) => (by < COMMON || terms.has(term) ? [] : [term])));
      drop();
    },
    drop,
    forget: () => void (kept = null),
    recount() {
      const terms = [...readKept()];
      db.exec('DELETE FROM term_counts');
      keep(terms);
    },
  };
}

/** The counts of the stored terms among these. */
export function openKeptCounts(db: Database): (terms: readonly string[]) => Map<string, number> {
  const get = db.prepare(
    'SELECT term, docs FROM term_counts WHERE term IN (SELECT value FROM json_each(?))',
  );
  return (terms) =>
    new Map(
      get.all(JSON.stringify(terms)).map(({ term, docs }) => [String(term), Number(docs)] as const),
    );
}

/**
 * Rows for the search tables, written together at the end of a batch, because SQLite flushes a complete segment of a search
 * table whenever a statement needs its own journal (an upsert, a trigger, a second index).
 */
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
