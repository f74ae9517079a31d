/** The tables of the projection in PostgreSQL: those of every store, and the words of documents and notes as rows. */
import { SEARCHED_TABLES } from '../notes/tables.ts';
import { TABLES } from '../schema.ts';

/** Functions that SQLite has by these names. */
const FUNCTIONS = `
CREATE FUNCTION json_each(list text) RETURNS TABLE(key bigint, value text) LANGUAGE sql IMMUTABLE ROWS 50
  AS 'SELECT e.at - 1, e.value FROM json_array_elements_text(list::json) WITH ORDINALITY AS e(value, at)';
CREATE FUNCTION json_extract(object text, path text) RETURNS text LANGUAGE sql IMMUTABLE
  AS 'SELECT object::json ->> substr(path, 3)';
CREATE FUNCTION next_id(of text, col text) RETURNS bigint LANGUAGE plpgsql VOLATILE AS $$
  DECLARE found bigint; BEGIN EXECUTE format('SELECT coalesce(max(%I), 0) + 1 FROM %I', col, of) INTO found; RETURN found; END $$;
CREATE FUNCTION max(a bigint, b bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS 'SELECT GREATEST(a, b)';
CREATE FUNCTION max(a double precision, b double precision) RETURNS double precision LANGUAGE sql IMMUTABLE AS 'SELECT GREATEST(a, b)';
CREATE FUNCTION max(a text, b text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT GREATEST(a COLLATE "C", b COLLATE "C")';
CREATE FUNCTION min(a double precision, b double precision) RETURNS double precision LANGUAGE sql IMMUTABLE AS 'SELECT LEAST(a, b)';
`;

/**
 * Texts compare by their bytes, and a new id follows the largest, as in SQLite. A sequence would have gaps after a
 * transaction that failed, and another order after a rebuild. Only one process writes at a time.
 */
function typed(sql: string): string {
  return sql
    .replace(/\)\s*WITHOUT ROWID;/g, ');')
    .replace(
      /CREATE TABLE (\w+)\(\s*(\w+) INTEGER PRIMARY KEY\b/g,
      "CREATE TABLE $1($2 BIGINT PRIMARY KEY DEFAULT next_id('$1', '$2')",
    )
    .replace(/\bINTEGER\b/g, 'BIGINT')
    .replace(/\bREAL\b/g, 'DOUBLE PRECISION')
    .replace(/\bBLOB\b/g, 'BYTEA')
    .replace(/\bTEXT\b(\[\])?/g, 'TEXT$1 COLLATE "C"')
    .replace('ON docs(stream)', 'ON docs(stream, id)');
}

/** `at`: the places of the word. Removing a row of the notes also removes its words. */
const WORDS = SEARCHED_TABLES.map(
  (table) => `
CREATE TABLE ${table}_words(word TEXT NOT NULL, id INTEGER NOT NULL REFERENCES ${table}(id) ON DELETE CASCADE,
  col INTEGER NOT NULL, at BIGINT[] NOT NULL, PRIMARY KEY(word, id, col));
CREATE INDEX ${table}_words_id ON ${table}_words(id);
CREATE TABLE ${table}_sizes(id INTEGER PRIMARY KEY REFERENCES ${table}(id) ON DELETE CASCADE, size INTEGER NOT NULL);`,
).join('');

const POSTINGS = `
CREATE TABLE postings(term TEXT NOT NULL, doc INTEGER NOT NULL, at BIGINT[] NOT NULL, PRIMARY KEY(term, doc));
CREATE TABLE postings_docs(doc INTEGER PRIMARY KEY, size INTEGER NOT NULL, terms TEXT[] NOT NULL);`;

/** One row. `writes` counts the transactions of all processes, from a number that no other schema had. */
const META = 'CREATE TABLE meta(version INTEGER NOT NULL, writes INTEGER NOT NULL);';

/**
 * Another login sees no row, even with rights on the tables that someone grants by mistake. It does not apply to the
 * owner.
 */
const FENCE = `
DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
  END LOOP;
END $$;`;

export function tablesOf(version: number, writes: number): string {
  return `${FUNCTIONS}${typed(`${TABLES}${POSTINGS}${WORDS}${META}`)}${FENCE}
INSERT INTO meta(version, writes) VALUES (${version}, ${writes});`;
}
