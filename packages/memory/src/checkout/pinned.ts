/** Pinned facts: found whenever they are related to the question, first among their kind, never faded. */
import type { FactHit, FactRow, SearchResult } from '../rows.ts';
import type { Candidate } from './candidate.ts';

/** Current facts of these types may be pinned. */
export const PINNED_TYPES = ['memory'];
/** The maximum number of pinned facts. */
export const MAX_PINNED = 200;

/** Above this share of the question, a pinned row comes before all others. */
const MIN_RELEVANT_COVERAGE = 0.3;

export function isPinned({ properties }: Pick<FactRow, 'properties'>): boolean {
  return properties['pinned'] === true;
}

/** Appends pinned facts that the ranking left out. The question decides whether they are shown. */
export function withPinned(search: SearchResult, facts: readonly FactRow[]): SearchResult {
  const known = new Set(search.facts.map(({ fact }) => factKey(fact)));
  const added = facts
    .filter((fact) => isPinned(fact) && fact.validTo === null && !known.has(factKey(fact)))
    .map((fact): FactHit => ({ lane: 'graph', fact, score: 0, parts: { pinned: 0 }, coverage: 0 }));
  return added.length === 0 ? search : { ...search, facts: [...search.facts, ...added] };
}

export function factKey({ session, seq, entityType, entityName }: FactRow): string {
  return JSON.stringify([session, seq, entityType, entityName]);
}

/** The value that pinning adds to the score of a row. */
export function pinnedBonus(row: Pick<Candidate, 'lane' | 'properties' | 'coverage'>): number {
  if (row.lane !== 'graph' || !isPinned(row)) return 0;
  return row.coverage >= MIN_RELEVANT_COVERAGE ? 2 : 0.2;
}
