/** Caches rows of facts. Reads only the facts that were added since, unless one ended or changed. */
import { compareText } from '@hookloom/core';
import type { FactRow } from '../rows.ts';
import type { Database, Row, SqlValue } from './port.ts';

/** The condition that chooses the rows, over the tables `e` and `f`. */
export interface Chosen {
  from: string;
  values: readonly SqlValue[];
}

/** Numbers of facts, both ends included. */
export type FactRange = readonly [first: number, last: number];

export type KeptFacts = (
  chosen: Chosen,
  limit: number,
  read: (range: FactRange) => FactRow[],
) => FactRow[];

const MOST = 16;

interface Kept {
  removed: string;
  /** Of the rows as they were read. */
  counts: string;
  newest: number;
  rows: FactRow[];
}

/** @param removed Changes whenever rows may have been removed. */
export function createKeptFacts(db: Database, removed: () => string): KeptFacts {
  const kept = new Map<string, Kept>();
  return ({ from, values }, limit, read) => {
    const key = JSON.stringify([from, values, limit]);
    const before = kept.get(key);
    const until = before?.newest ?? 0;
    const parts = db
      .prepare(
        `SELECT CASE WHEN f.fid > ? THEN 1 ELSE 0 END AS added, COUNT(*) AS count, MAX(f.fid) AS newest, MAX(f.by_seq) AS ended,
         SUM(f.reinforced) AS said, SUM(f.reported) AS reported ${from} GROUP BY 1`,
      )
      .all(until, ...values);
    const known = parts.filter(({ added }) => Number(added) === 0);
    const isKept = before?.removed === removed() && before.counts === countsOf(known);
    if (isKept && known.length === parts.length) return before.rows;
    const newest = Math.max(until, ...parts.map((part) => Number(part['newest'])));
    const rows = isKept
      ? merged(read([until + 1, newest]), before.rows).slice(0, limit)
      : read([0, newest]);
    kept.delete(key);
    kept.set(key, { removed: removed(), counts: countsOf(parts), newest, rows });
    if (kept.size > MOST) kept.delete(kept.keys().next().value!);
    return rows;
  };
}

/** Of two parts together the same as of all their rows. */
function countsOf(parts: readonly Row[]): string {
  const of = (name: string): number[] => parts.map((part) => Number(part[name]));
  const sums = ['count', 'said', 'reported'].map((name) => of(name).reduce((a, b) => a + b, 0));
  return JSON.stringify([...sums, Math.max(0, ...of('ended'))]);
}

/** In the order of the reader. Facts that were added later come first among equals. */
function merged(added: readonly FactRow[], known: readonly FactRow[]): FactRow[] {
  const isBefore = (a: FactRow, b: FactRow): boolean =>
    (compareText(b.validFrom, a.validFrom) || compareText(a.session, b.session) || b.seq - a.seq) <=
    0;
  const rows: FactRow[] = [];
  let at = 0;
  for (const row of known) {
    while (at < added.length && isBefore(added[at]!, row)) rows.push(added[at++]!);
    rows.push(row);
  }
  return [...rows, ...added.slice(at)];
}
