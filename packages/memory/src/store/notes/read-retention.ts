/** Kept and retired rows of each kind, under the current or another rule. */
import { NOTE_TYPES } from '@hookloom/core';
import type { Database, SqlValue } from '../port.ts';
import { dayOf, cutoff, daysOf, type Retention, type RetentionRow } from './retention.ts';
import { newestOf } from './retire.ts';

/** Counts listed and retired rows together, so that you can preview a rule. */
export function retentionRows(db: Database, sid: number, rule: Retention): RetentionRow[] {
  const newest = newestOf(db, sid);
  const known: readonly string[] = NOTE_TYPES;
  const types = db
    .prepare(
      'SELECT DISTINCT type FROM observations WHERE sid = ?1 UNION SELECT type FROM retired_observations WHERE sid = ?1',
    )
    .all(sid)
    .map(({ type }) => String(type));
  const notes = types
    .toSorted((a, b) => rank(known, a) - rank(known, b) || (a < b ? -1 : 1))
    .map((type) => {
      const days = daysOf(rule, type);
      const where = 'sid = ? AND type = ?';
      return {
        kind: `notes:${type}`,
        days,
        ...countNotes(db, where, [sid, type], cutoff(newest, days)),
      };
    });
  const count = (kind: string, tables: [string, string], days: number): RetentionRow => {
    const from = cutoff(newest, days);
    const sum = (compare: string): number =>
      tables.reduce(
        (total, table) =>
          total +
          Number(
            db
              .prepare(
                `SELECT COUNT(*) AS n FROM ${table} WHERE sid = ? AND created_at_epoch ${compare} ?`,
              )
              .get(sid, from)!['n'],
          ),
        0,
      );
    return { kind, days, kept: sum('>='), pinned: 0, retired: sum('<') };
  };
  return [
    ...notes,
    count('prompts', ['user_prompts', 'retired_prompts'], rule.prompts),
    count('summaries', ['session_summaries', 'retired_summaries'], rule.summaries),
    countLedger(db, sid, rule.telemetry, dayOf(cutoff(newest, rule.telemetry))),
  ];
}

function countNotes(
  db: Database,
  where: string,
  values: SqlValue[],
  from: number,
): Pick<RetentionRow, 'kept' | 'pinned' | 'retired'> {
  const sums = { kept: 0, pinned: 0, retired: 0 };
  for (const table of ['observations', 'retired_observations']) {
    const row = db
      .prepare(
        `SELECT COUNT(CASE WHEN created_at_epoch >= ? OR pinned = 1 THEN 1 END) AS kept,
         COUNT(CASE WHEN pinned = 1 AND created_at_epoch < ? THEN 1 END) AS pinned, COUNT(*) AS n FROM ${table} WHERE ${where}`,
      )
      .get(from, from, ...values)!;
    sums.kept += Number(row['kept']);
    sums.pinned += Number(row['pinned']);
    sums.retired += Number(row['n']) - Number(row['kept']);
  }
  return sums;
}

function countLedger(db: Database, sid: number, days: number, from: string): RetentionRow {
  const n = (compare: string): number =>
    Number(
      db
        .prepare(
          `SELECT COUNT(*) AS n FROM (SELECT day, provider, model FROM note_ledger WHERE sid = ?1 AND day ${compare} ?2
           UNION SELECT day, provider, model FROM retired_ledger WHERE sid = ?1 AND day ${compare} ?2) d`,
        )
        .get(sid, from)!['n'],
    );
  return { kind: 'telemetry', days, kept: n('>='), pinned: 0, retired: n('<') };
}

function rank(known: readonly string[], type: string): number {
  const at = known.indexOf(type);
  return at < 0 ? known.length : at;
}
