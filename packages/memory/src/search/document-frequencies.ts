/** How many documents contain each term. The index counts by reading all postings of a term, so common ones are kept. */
import type { Database } from '../store/port.ts';
import { openKeptCounts } from '../store/term-counts.ts';

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
