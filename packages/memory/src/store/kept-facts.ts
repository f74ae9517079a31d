/** Caches rows of facts as long as none of them is added, ended or changed. */
import type { FactRow } from '../rows.ts';
import type { Database, SqlValue } from './port.ts';

/** The condition that chooses the rows, over the tables `e` and `f`. */
export interface Chosen {
  from: string;
  values: readonly SqlValue[];
}

export type KeptFacts = (chosen: Chosen, limit: number, read: () => FactRow[]) => FactRow[];

const MOST = 16;

/** @param removed Changes whenever rows may have been removed. */
export function createKeptFacts(db: Database, removed: () => string): KeptFacts {
  const kept = new Map<string, { version: string; rows: FactRow[] }>();
  return ({ from, values }, limit, read) => {
    const key = JSON.stringify([from, values, limit]);
    const counts = db
      .prepare(
        `SELECT COUNT(*) AS count, MAX(f.fid) AS newest, MAX(f.by_seq) AS ended, SUM(f.reinforced) AS said, SUM(f.reported) AS reported ${from}`,
      )
      .get(...values);
    const version = JSON.stringify([removed(), counts]);
    const known = kept.get(key);
    if (known?.version === version) return known.rows;
    const rows = read();
    kept.delete(key);
    kept.set(key, { version, rows });
    if (kept.size > MOST) kept.delete(kept.keys().next().value!);
    return rows;
  };
}
