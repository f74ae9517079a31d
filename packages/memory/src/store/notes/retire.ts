/**
 * Retires rows that are past their retention and restores rows that are kept again. The result depends only on the rule
 * and the projected events, so a rebuild, or changing the rule back and forth, gives the same.
 */
import { NOTE_TYPES } from '@hookloom/core';
import { inTransaction, type Database, type Row, type SqlValue } from '../port.ts';
import { SEARCHED_COLUMNS } from './tables.ts';
import { cutoff, dayOf, daysOf, keepsAll, ruleText, type Retention } from './retention.ts';

/** Number of rows to move per transaction, so that readers wait only for one transaction. */
const MOVED = 2000;

type Searched = keyof typeof SEARCHED_COLUMNS;

interface Kept {
  table: Searched;
  retired: string;
  /** Conditions on the rows of one rule, with its days. */
  parts: { where: string; values: SqlValue[]; days: number }[];
}

/**
 * One step for one log. True if nothing is left to move. Skips the tables if rule and log have not changed since the
 * last step.
 */
export function retireRows(db: Database, session: string, rule: Retention): boolean {
  const at = db.prepare('SELECT sid, seq FROM sessions WHERE name = ?').get(session);
  if (at === undefined) return true;
  const [sid, seq] = [Number(at['sid']), Number(at['seq'])];
  const text = ruleText(rule);
  const last = db.prepare('SELECT rule, seq FROM retention WHERE sid = ?').get(sid);
  if (last?.['rule'] === text && last['seq'] === seq) return true;
  // Nothing to do if everything was already restored, or nothing was ever retired.
  if (keepsAll(rule) && (last === undefined || last['rule'] === text)) return true;
  return inTransaction(db, () => {
    const newest = newestOf(db, sid);
    let left = MOVED;
    for (const kept of kindsOf(rule)) left -= moveRows(db, sid, kept, newest, left);
    moveLedger(db, sid, dayOf(cutoff(newest, rule.telemetry)));
    const isDone = left > 0;
    if (isDone)
      db.prepare(
        'INSERT INTO retention(sid, rule, seq) VALUES (?, ?, ?) ON CONFLICT(sid) DO UPDATE SET rule = excluded.rule, seq = excluded.seq',
      ).run(sid, text, seq);
    return isDone;
  });
}

/**
 * The time of the newest event of each kind. An event with a time far ahead only counts until the next event of its
 * kind.
 */
export function newestOf(db: Database, sid: number): number {
  const times = db.prepare('SELECT ts FROM latest WHERE sid = ?').all(sid);
  return Math.max(0, ...times.map(({ ts }) => Date.parse(String(ts)) || 0));
}

/** The kinds of rows with their tables. Every type with its own days is a separate kind. */
export function kindsOf(rule: Retention): Kept[] {
  const own = NOTE_TYPES.filter((type) => daysOf(rule, type) !== rule.notes);
  const others = own.map(() => '?').join(', ');
  const all = (days: number) => [{ where: '1 = 1', values: [], days }];
  return [
    {
      table: 'observations',
      retired: 'retired_observations',
      parts: [
        ...own.map((type) => ({ where: 'type = ?', values: [type], days: daysOf(rule, type) })),
        {
          where: own.length === 0 ? '1 = 1' : `type NOT IN (${others})`,
          values: own,
          days: rule.notes,
        },
      ],
    },
    { table: 'user_prompts', retired: 'retired_prompts', parts: all(rule.prompts) },
    { table: 'session_summaries', retired: 'retired_summaries', parts: all(rule.summaries) },
  ];
}

function moveRows(
  db: Database,
  sid: number,
  { table, retired, parts }: Kept,
  newest: number,
  limit: number,
): number {
  const isNotes = table === 'observations';
  let moved = 0;
  for (const { where, values, days } of parts) {
    const from = cutoff(newest, days);
    const ids = (sql: string): Row[] =>
      moved >= limit ? [] : db.prepare(`${sql} LIMIT ?`).all(sid, from, ...values, limit - moved);
    const old = ids(
      `SELECT * FROM ${table} WHERE sid = ? AND created_at_epoch < ? AND ${where}${isNotes ? ' AND pinned = 0' : ''}`,
    );
    for (const row of old) putAway(db, { table, retired }, sid, row);
    moved += old.length;
    const young = ids(
      `SELECT * FROM ${retired} WHERE sid = ? AND created_at_epoch >= ? AND ${where}`,
    );
    for (const row of young) takeBack(db, { table, retired }, sid, row);
    moved += young.length;
  }
  if (!isNotes || moved >= limit) return moved;
  const pinned = db
    .prepare(`SELECT * FROM ${retired} WHERE sid = ? AND pinned = 1 LIMIT ?`)
    .all(sid, limit - moved);
  for (const row of pinned) takeBack(db, { table, retired }, sid, row);
  return moved + pinned.length;
}

type Tables = Pick<Kept, 'table' | 'retired'>;

function putAway(db: Database, { table, retired }: Tables, sid: number, row: Row): void {
  db.prepare(`INSERT INTO ${retired} SELECT * FROM ${table} WHERE id = ?`).run(row['id']!);
  db.prepare(`DELETE FROM ${table} WHERE id = ?`).run(row['id']!);
  if (table !== 'observations') return;
  for (const [list, name] of marksOf(row))
    db.prepare(
      `DELETE FROM ${list} WHERE sid = ? AND name = ? AND created_at_epoch = ? AND id = ?`,
    ).run(sid, name, row['created_at_epoch']!, row['id']!);
}

function takeBack(db: Database, { table, retired }: Tables, sid: number, row: Row): void {
  db.prepare(`INSERT INTO ${table} SELECT * FROM ${retired} WHERE id = ?`).run(row['id']!);
  db.prepare(`DELETE FROM ${retired} WHERE id = ?`).run(row['id']!);
  const said = SEARCHED_COLUMNS[table].map((column) => row[column]!);
  db.noteWords.add(table, Number(row['id']), said);
  if (table !== 'observations') return;
  for (const [list, name] of marksOf(row))
    db.prepare(
      `INSERT INTO ${list}(sid, name, created_at_epoch, id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    ).run(sid, name, row['created_at_epoch']!, row['id']!);
}

/** The entries of a note in the lists of files and concepts. */
function marksOf(row: Row): [list: string, name: string][] {
  const of = (column: string) => JSON.parse(String(row[column])) as string[];
  return [
    ...[...of('files_read'), ...of('files_modified')].map((name): [string, string] => [
      'observation_files',
      name,
    ]),
    ...of('concepts').map((name): [string, string] => ['observation_concepts', name]),
  ];
}

/** Moves complete days: few rows, in one step. A retired day may still gain a call that is recorded late. */
function moveLedger(db: Database, sid: number, day: string): void {
  const sums = ['calls', 'failed', 'items', 'input_tokens', 'output_tokens', 'cost_usd'];
  const move = (from: string, to: string, compare: string): void => {
    const add = sums.map((sum) => `${sum} = ${to}.${sum} + excluded.${sum}`).join(', ');
    db.prepare(
      `INSERT INTO ${to} SELECT * FROM ${from} WHERE sid = ? AND day ${compare} ?
       ON CONFLICT(sid, day, provider, model) DO UPDATE SET ${add}`,
    ).run(sid, day);
    db.prepare(`DELETE FROM ${from} WHERE sid = ? AND day ${compare} ?`).run(sid, day);
  };
  move('note_ledger', 'retired_ledger', '<');
  move('retired_ledger', 'note_ledger', '>=');
}
