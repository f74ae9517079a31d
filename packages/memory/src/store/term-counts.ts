/**
 * The number of documents that contain each common word. The search table answers this by reading all postings of the
 * word, which takes longer as the log grows. The counts are exact, and change in the same transaction as the postings.
 */
import type { Database } from './port.ts';

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
