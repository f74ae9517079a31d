import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const SOURCE = path.join(import.meta.dirname, '../src');
const SQL =
  /\b(?:SELECT (?!the)[\w*(]|INSERT INTO \w|DELETE FROM \w|UPDATE [\w$]+ SET|CREATE TABLE|PRAGMA)/;
/** Code that only one of the two stores reads belongs in its folder or behind the port. */
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

test('only the store contains SQL', () => {
  const outside = [...holding(SQL), ...holding(/\.prepare\(/)];
  expect(outside.filter((name) => !name.startsWith('store/'))).toEqual([]);
});

test('code for one database is only in the folder of its store', () => {
  const shared = holding(DIALECT).filter((name) => !/^store\/(?:sqlite|postgres)\//.test(name));
  expect(shared).toEqual([]);
});
