/** The words of the notes in search tables of SQLite, whose triggers follow changes and removals. */
import { SEARCHED_COLUMNS } from '../notes/tables.ts';
import type { NoteFilter, NoteMatch, NoteTable, NoteWords, Statement } from '../port.ts';
import type { SqliteDatabase } from './driver.ts';

export function openNoteWords(db: SqliteDatabase): NoteWords {
  const ids = (rows: ReturnType<Statement['all']>): number[] => rows.map(({ id }) => Number(id));

  return {
    add(table, id, values) {
      const columns = SEARCHED_COLUMNS[table];
      const places = columns.map(() => '?').join(', ');
      db.prepare(
        `INSERT INTO ${table}_fts(rowid, ${columns.join(', ')}) VALUES (?, ${places})`,
      ).run(id, ...values);
    },
    // A trigger has written it.
    changed: () => {},
    count(table, match, filter, most) {
      const { from, values } = sourceOf(table, matchText(match), filter);
      const sql = `SELECT count(*) AS n FROM (SELECT 1 ${from} LIMIT ${most})`;
      return Number(db.prepare(sql).get(...values)!['n']);
    },
    best(table, match, filter, weights, most) {
      const { from, values } = sourceOf(table, matchText(match), filter);
      const given = weights.map((weight) => weight.toFixed(1)).join(', ');
      return db
        .prepare(
          `SELECT ${table}_fts.rowid AS id, -bm25(${table}_fts, ${given}) AS score ${from} ORDER BY score DESC, ${table}_fts.rowid DESC LIMIT ?`,
        )
        .all(...values, most)
        .map(({ id, score }) => ({ id: Number(id), score: Number(score) }));
    },
    newest(table, match, filter, most, column) {
      const text = matchText(match);
      const asked = column === undefined ? text : `{${column}} : (${text})`;
      const { from, values } = sourceOf(table, asked, filter);
      const sql = `SELECT ${table}_fts.rowid AS id ${from} ORDER BY ${table}_fts.rowid DESC LIMIT ?`;
      return ids(db.prepare(sql).all(...values, most));
    },
    among(table, match, given, most) {
      const sql = `SELECT j.value AS id FROM json_each(?) j CROSS JOIN ${table}_fts f ON f.rowid = j.value
        WHERE f.${table}_fts MATCH ? ORDER BY j.key LIMIT ?`;
      return ids(db.prepare(sql).all(JSON.stringify(given), matchText(match), most));
    },
  };
}

/** Quoted, so that no character is an operator. */
function matchText({ words, mode }: NoteMatch): string {
  return words.map((word) => `"${word}"`).join(mode === 'all' ? ' AND ' : ' OR ');
}

function sourceOf(table: NoteTable, match: string, filter: NoteFilter | null) {
  const fts = `${table}_fts`;
  if (filter === null) return { from: `FROM ${fts} WHERE ${fts} MATCH ?`, values: [match] };
  const { range, sql, values, sets } = filter;
  const join = sql.length === 0 ? '' : `CROSS JOIN ${table} t ON t.id = ${fts}.rowid`;
  const where = [`${fts} MATCH ?`, `${fts}.rowid BETWEEN ? AND ?`, ...sql];
  // Unary plus: look the words up once and compare the result with the set.
  where.push(...sets.map((set) => `+${fts}.rowid IN ${set.sql}`));
  return {
    from: `FROM ${fts} ${join} WHERE ${where.join(' AND ')}`,
    values: [match, ...range, ...values, ...sets.flatMap((set) => set.values)],
  };
}
