/**
 * A call directly followed by its command or edit is one row: two events contain it, and both match the same words. The
 * row that ranks first stays.
 */
import type { Database } from '../store/port.ts';
import { completedCalls } from '../store/document-rows.ts';

export function withoutTwins<T extends { id: number }>(db: Database, ranked: readonly T[]): T[] {
  const at = new Map(ranked.map(({ id }, place) => [id, place]));
  const pairs = ranked.filter(({ id }) => at.has(id + 1)).map(({ id }) => id);
  if (pairs.length === 0) return [...ranked];
  const later = new Set(
    completedCalls(db, pairs).map((id) => (at.get(id)! < at.get(id + 1)! ? id + 1 : id)),
  );
  return ranked.filter(({ id }) => !later.has(id));
}
