/** Names of current entities, and feedback by purpose, from the projection. */
import { reinforcement } from './read-facts.ts';
import type { ActiveName } from '../rows.ts';
import type { Database } from './port.ts';
import type { OutcomeCount } from '../salience/outcomes.ts';

const MAX_OUTCOMES = 1000;

export function activeNames(db: Database, sid: number): ActiveName[] {
  return db
    .prepare(
      `SELECT e.type AS type, e.name AS name, z.surfaced AS surfaced, z.earned AS earned, z.last AS last,
       z.last_earned AS last_earned FROM facts f JOIN entities e USING (eid) LEFT JOIN salience z ON z.doc = f.doc
       WHERE f.sid = ? AND f.valid_to IS NULL ORDER BY e.type, e.name`,
    )
    .all(sid)
    .map((row) => ({
      type: String(row['type']),
      name: String(row['name']),
      ...reinforcement(row),
    }));
}

export function outcomeCounts(
  db: Database,
  sids: readonly number[],
  purpose: string,
): OutcomeCount[] {
  if (sids.length === 0) return [];
  return db
    .prepare(
      `SELECT s.name AS session, e.type AS type, e.name AS name, o.positive AS positive, o.negative AS negative
       FROM outcomes o JOIN entities e USING (eid) JOIN sessions s ON s.sid = o.sid
       WHERE o.sid IN (${sids.join(',')}) AND o.purpose = ? ORDER BY s.name, e.type, e.name LIMIT ${MAX_OUTCOMES}`,
    )
    .all(purpose)
    .map((row) => ({
      session: String(row['session']),
      entityType: String(row['type']),
      entityName: String(row['name']),
      positive: Number(row['positive']),
      negative: Number(row['negative']),
    }));
}
