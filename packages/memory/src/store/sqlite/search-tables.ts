/** The search tables of SQLite, besides the tables that every store has. */
import { SEARCHED_COLUMNS, SEARCHED_TABLES } from '../notes/tables.ts';
import type { NoteTable } from '../port.ts';

/**
 * A search table over columns of a table. Triggers apply changes and removals, like the documented ones. New rows are
 * written directly (`note-statements.ts`), because a trigger makes SQLite flush every search table of the transaction
 * row by row.
 */
function searched(table: NoteTable): string {
  const columns = SEARCHED_COLUMNS[table];
  const list = columns.join(', ');
  const of = (row: string) => columns.map((column) => `${row}.${column}`).join(', ');
  const add = `INSERT INTO ${table}_fts(rowid, ${list}) VALUES (new.id, ${of('new')});`;
  const remove = `INSERT INTO ${table}_fts(${table}_fts, rowid, ${list}) VALUES ('delete', old.id, ${of('old')});`;
  return `CREATE VIRTUAL TABLE ${table}_fts USING fts5(${list}, content='${table}', content_rowid='id', tokenize='porter unicode61');
CREATE TRIGGER ${table}_ad AFTER DELETE ON ${table} BEGIN ${remove} END;
CREATE TRIGGER ${table}_au AFTER UPDATE OF ${list} ON ${table} BEGIN ${remove} ${add} END;`;
}

export const SEARCH_TABLES = `
-- Analysed here, so the tokenizer only splits at blanks.
CREATE VIRTUAL TABLE postings USING fts5(body, content='', contentless_delete=1,
  tokenize="ascii tokenchars '_$@-'", detail=full);
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(postings, 'row');
${SEARCHED_TABLES.map(searched).join('\n')}
`;
