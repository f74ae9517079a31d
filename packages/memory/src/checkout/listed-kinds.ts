/** The current facts of the kinds that a question asks to list. */
import type { ListedKind } from '../question/asked-kinds.ts';
import { statementValue } from '../salience/statement-value.ts';
import type { FactHit, FactRow, SearchResult } from '../rows.ts';
import { isWithin } from './last-work.ts';
import type { Candidate } from './candidate.ts';
import { factKey, isPinned } from './rank-rows.ts';
import { compareText } from '@hookloom/core';

const MOST = 400;

/**
 * The search with every current fact of the kinds, but only the newest handoff and no completed task: by kind, those of
 * most value to a later session first, then the newest. They come before the results of the search.
 *
 * @param read Returns the current facts of these types, at most `limit`.
 */
export async function withKinds(
  search: SearchResult,
  kinds: readonly ListedKind[],
  read: (types: string[], limit: number) => Promise<FactRow[]>,
): Promise<SearchResult> {
  const found = await read([...kinds], MOST);
  const handoff = found.find(({ entityType }) => entityType === 'handoff');
  const facts = found.filter(
    (fact) =>
      isWithin(search.time, fact.validFrom) &&
      fact.properties['status'] !== 'completed' &&
      (fact.entityType !== 'handoff' || fact === handoff),
  );
  const values = new Map(facts.map((fact) => [fact, statementValue(fact)]));
  const ordered = facts.toSorted(
    (a, b) =>
      kinds.indexOf(a.entityType as ListedKind) - kinds.indexOf(b.entityType as ListedKind) ||
      values.get(b)! - values.get(a)! ||
      compareText(b.validFrom, a.validFrom) ||
      b.seq - a.seq,
  );
  const best = Math.max(1, ...search.facts.map(({ score }) => score));
  const listed = ordered.map((fact, at): FactHit => ({
    lane: 'graph',
    fact,
    score: best * (2 - at / ordered.length),
    parts: { kind: 1 },
    coverage: 0,
  }));
  const known = new Set(found.map(factKey));
  return {
    ...search,
    facts: [...listed, ...search.facts.filter(({ fact }) => !known.has(factKey(fact)))],
  };
}

/** The statements of the kinds, pinned rows, and the turns in which they were said. */
export function ofKinds(rows: readonly Candidate[], kinds: readonly string[]): Candidate[] {
  const facts = rows.filter(
    (row) => row.lane === 'graph' && (kinds.includes(row.entityType ?? '') || isPinned(row)),
  );
  const said = new Set(facts.map(({ key }) => key));
  return rows.filter((row) => (row.lane === 'graph' ? facts.includes(row) : said.has(row.key)));
}
