/** Entities by their names, and where their relations lead. */
import type { Database } from './port.ts';

/** Ids of the entities with a name, in any case. */
export function entitiesNamed(
  db: Database,
  name: string,
  sids: readonly number[],
  most: number,
): number[] {
  return db
    .prepare(
      `SELECT eid FROM entities WHERE lower(name) = ? AND sid IN (SELECT CAST(value AS BIGINT) FROM json_each(?))
       ORDER BY eid LIMIT ?`,
    )
    .all(lowerAscii(name), JSON.stringify(sids), most)
    .map((row) => Number(row['eid']));
}

/** The first actors of a session by name. */
export function actorsOf(db: Database, sid: number, most: number): string[] {
  return db
    .prepare(
      "SELECT DISTINCT name FROM entities WHERE sid = ? AND type = 'actor' ORDER BY name LIMIT ?",
    )
    .all(sid, most)
    .map((row) => String(row['name']));
}

/**
 * Ids of the entities one relation away. Relations of an actor are not followed, because an actor is related to
 * everything that it ever did.
 */
export function relatedTo(
  db: Database,
  eids: readonly number[],
  asOfSeq: number,
  most: number,
): number[] {
  return db
    .prepare(
      `SELECT g.dst AS eid FROM json_each(?) a JOIN edges g ON g.src = CAST(a.value AS BIGINT) JOIN entities e ON e.eid = g.src
       WHERE e.type <> 'actor' AND g.seq <= ? AND (g.valid_to IS NULL OR g.by_seq > ?)
       ORDER BY g.src, g.relation, g.dst, g.seq LIMIT ?`,
    )
    .all(JSON.stringify(eids), asOfSeq, asOfSeq, most)
    .map((row) => Number(row['eid']));
}

/** Like `lower` in both stores: only ASCII letters change. */
export function lowerAscii(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
