/**
 * A call whose command or edit follows at once is one row: two events hold it, and both match the same words. The row
 * that ranks first stays.
 */
import type { Database } from '../store/port.ts';

export function openTwins(db: Database) {
  return function withoutTwins<T extends { id: number }>(ranked: readonly T[]): T[] {
    const at = new Map(ranked.map(({ id }, place) => [id, place]));
    const pairs = ranked.filter(({ id }) => at.has(id + 1)).map(({ id }) => id);
    if (pairs.length === 0) return [...ranked];
    const calls = db
      .prepare(
        `SELECT call.id AS id FROM docs call JOIN docs done ON done.id = call.id + 1 WHERE call.id IN (SELECT CAST(value AS BIGINT) FROM json_each(?))
         AND call.type = 'tool.call.completed' AND done.type IN ('command.completed', 'file.edit.applied')`,
      )
      .all(JSON.stringify(pairs))
      .map((row) => Number(row['id']));
    const later = new Set(calls.map((id) => (at.get(id)! < at.get(id + 1)! ? id + 1 : id)));
    return ranked.filter(({ id }) => !later.has(id));
  };
}
