/** Facts that somebody asked to keep: found whenever they bear on the question, first among their like, never faded. */
import type { FactHit, FactRow, SearchResult } from '../rows.ts';
import type { Candidate } from './candidate.ts';

/** Current facts of these types may be pinned. */
export const PINNED_TYPES = ['memory'];
/** More than this many are no longer what somebody wants to see first. */
export const MAX_PINNED = 200;

/** Above this share of the question a pinned row comes before all others. */
const BEARS_FROM = 0.3;

export function isPinned({ properties }: Pick<FactRow, 'properties'>): boolean {
  return properties['pinned'] === true;
}

/** What the ranking left out of the pinned facts, behind what it found: the question decides whether they are shown. */
export function withPinned(search: SearchResult, facts: readonly FactRow[]): SearchResult {
  const known = new Set(search.facts.map(({ fact }) => keyOf(fact)));
  const added = facts
    .filter((fact) => isPinned(fact) && fact.validTo === null && !known.has(keyOf(fact)))
    .map((fact): FactHit => ({ lane: 'graph', fact, score: 0, parts: { pinned: 0 }, coverage: 0 }));
  return added.length === 0 ? search : { ...search, facts: [...search.facts, ...added] };
}

function keyOf({ session, seq, entityType, entityName }: FactRow): string {
  return JSON.stringify([session, seq, entityType, entityName]);
}

/** What a pinned row is worth beyond its score. */
export function pinnedWorth(row: Pick<Candidate, 'lane' | 'properties' | 'coverage'>): number {
  if (row.lane !== 'graph' || !isPinned(row)) return 0;
  return row.coverage >= BEARS_FROM ? 2 : 0.2;
}
