/** A list that is longer than the ranking. */
import type { Candidate } from './candidates.ts';
import { round, type Ranked } from './rank.ts';
import type { Scored } from './windows.ts';

/** The rows after the ranking, in the order in which they were found: their scores only place them after it. */
export function continued(
  ranked: readonly Ranked[],
  next: readonly Candidate[],
  scored: readonly Scored[],
): Ranked[] {
  const rows = new Map(scored.map((row) => [row.id, row]));
  const last = ranked.at(-1)?.score ?? 1;
  return next.flatMap(({ id }, at): Ranked[] => {
    const row = rows.get(id);
    if (row === undefined) return [];
    const score = round(last / (at + 2));
    return [{ ...row, score, parts: () => ({ own: score }) }];
  });
}
