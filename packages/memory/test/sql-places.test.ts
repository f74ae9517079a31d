import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = path.join(import.meta.dirname, '../src');
/** Files outside of the store that still hold SQL. The list only becomes shorter. */
const STILL_OUTSIDE = [
  'edges/follow-edges.ts',
  'notes/pending.ts',
  'notes/search-notes.ts',
  'open-memory.ts',
  'project/projector.ts',
  'search/asked-time.ts',
  'search/events.ts',
  'search/exact.ts',
  'search/nearest.ts',
  'search/scopes.ts',
  'search/search.ts',
  'search/traversal.ts',
  'search/twins.ts',
  'taint/follow-taint.ts',
  'taint/outside-index.ts',
  'taint/person-said.ts',
  'taint/read-repeats.ts',
];
const SQL =
  /\b(?:SELECT (?!the)[\w*(]|INSERT INTO \w|DELETE FROM \w|UPDATE [\w$]+ SET|CREATE TABLE|PRAGMA)/;
/** What one of the two stores reads only. It stands where that store is, or behind the port. */
const DIALECT =
  /\b(?:MATCH \?|fts5|rowid\b|INSERT OR|NOCASE|json_group_array|group_concat|PRAGMA|lastInsertRowid|BEGIN IMMEDIATE|unnest\()/;

const files = (fs.readdirSync(SOURCE, { recursive: true }) as string[])
  .filter((name) => name.endsWith('.ts') && !/\.(?:test|fixture)\.ts$/.test(name))
  .map((name) => name.replaceAll(path.sep, '/'));
const holding = (pattern: RegExp): string[] =>
  files.filter((name) => pattern.test(codeOf(name))).toSorted();

/** Without comments. */
function codeOf(name: string): string {
  const text = fs.readFileSync(path.join(SOURCE, name), 'utf8');
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

test('SQL stands in the store, and in the files that are still to move', () => {
  expect(holding(SQL).filter((name) => !name.startsWith('store/'))).toEqual(STILL_OUTSIDE);
});

test('what only one database reads stands in the folder of its store', () => {
  const shared = holding(DIALECT).filter((name) => !/^store\/(?:sqlite|postgres)\//.test(name));
  expect(shared).toEqual([]);
});
