import type { Database } from '../store/port.ts';
import { openKeptCounts } from '../store/search-rows.ts';

/** BM25 over counted terms (Robertson and Zaragoza, 2009), with the parameters measured on short turns and windows. */
const K1 = 1.2;
const B = 0.75;

export interface WeightedTerm {
  term: string;
  /** Documents that contain the term. */
  df: number;
  idf: number;
}

/** A question's terms with their weight in a collection of `count` documents. */
export function weigh(
  terms: readonly string[],
  df: (terms: readonly string[]) => readonly number[],
  count: number,
): WeightedTerm[] {
  const frequencies = df(terms);
  return terms.map((term, at) => {
    const documents = frequencies[at]!;
    return {
      term,
      df: documents,
      idf: Math.log(1 + (count - documents + 0.5) / (documents + 0.5)),
    };
  });
}

/** Score of a text in which term i occurs `counts[i]` times. */
export function bm25(
  terms: readonly WeightedTerm[],
  counts: ArrayLike<number>,
  length: number,
  average: number,
): number {
  let score = 0;
  for (let i = 0; i < terms.length; i++) {
    const tf = counts[i]!;
    if (tf > 0)
      score += (terms[i]!.idf * tf * (K1 + 1)) / (tf + K1 * (1 - B + (B * length) / average));
  }
  return score;
}

/** Share of the question's weight that occurs, 0 to 1. Unknown terms count in full. */
export function coverage(terms: readonly WeightedTerm[], counts: ArrayLike<number>): number {
  let all = 0;
  let found = 0;
  for (let i = 0; i < terms.length; i++) {
    all += terms[i]!.idf;
    if (counts[i]! > 0) found += terms[i]!.idf;
  }
  return all === 0 ? 0 : found / all;
}

/**
 * How many documents contain each term. The index counts a term by reading all its postings, so counts of common terms
 * are cached.
 */
export type DocumentFrequencies = (terms: readonly string[]) => number[];

/** Exact, over all sessions of the projection. */
export function createDocumentFrequencies(db: Database): DocumentFrequencies {
  const keptOf = openKeptCounts(db);
  return (terms) => {
    if (terms.length === 0) return [];
    const counts = keptOf(terms);
    const others = terms.filter((term) => !counts.has(term));
    const counted = others.length === 0 ? [] : db.postings.frequencies(others);
    others.forEach((term, at) => counts.set(term, counted[at]!));
    return terms.map((term) => counts.get(term)!);
  };
}

/** Index lengths of documents, cached once read: two bytes per document, so two megabytes for a million. */
export type DocumentLengths = ReturnType<typeof createDocumentLengths>;

const BLOCK = 4096;
const LONGEST = 65_535;

export function createDocumentLengths({ postings }: Database) {
  const blocks = new Map<number, Uint16Array>();
  /** Documents of one question are near each other. */
  let last: { at: number; block: Uint16Array } = { at: -1, block: new Uint16Array(0) };
  /** Index entries of a loaded document, including its marks. Longer documents are capped. */
  function of(id: number): number {
    const at = Math.floor(id / BLOCK);
    if (at !== last.at) {
      const block = blocks.get(at);
      if (block === undefined) return 0;
      last = { at, block };
    }
    // A remainder of large numbers takes ten times as long.
    return last.block[id - at * BLOCK]!;
  }

  function keep(id: number, length: number): void {
    const at = Math.floor(id / BLOCK);
    let block = blocks.get(at);
    if (block === undefined) blocks.set(at, (block = new Uint16Array(BLOCK)));
    block[id % BLOCK] = Math.min(LONGEST, Math.max(1, length));
  }

  return {
    /** Loads unknown lengths in one call. */
    load(ids: readonly number[]) {
      const missing = ids.filter((id) => of(id) === 0);
      if (missing.length === 0) return;
      const lengths = postings.lengths(missing);
      missing.forEach((id, i) => keep(id, lengths[i]!));
    },
    of,
    /** Forgets the lengths of these documents. */
    drop(ids: readonly number[]) {
      for (const id of ids) {
        const block = blocks.get(Math.floor(id / BLOCK));
        if (block !== undefined) block[id % BLOCK] = 0;
      }
    },
    clear() {
      blocks.clear();
      last = { at: -1, block: new Uint16Array(0) };
    },
  };
}
