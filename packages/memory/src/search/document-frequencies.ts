/** How many documents contain a term. The index counts by reading all postings of a term, so common ones are kept. */
import type { Database } from '../store/port.ts';
import { openTermCount } from '../store/term-counts.ts';

/** Exact, over all sessions of the projection. */
export function createDocumentFrequencies(db: Database): (term: string) => number {
  const kept = openTermCount(db);
  return (term) => kept(term) ?? db.postings.frequency(term);
}
