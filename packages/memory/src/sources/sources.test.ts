import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkDocument } from './chunk-document.ts';
import { isDocument, languageOf, LANGUAGES } from './languages.ts';
import { readCode } from './read-code.ts';
import { createResolver } from './resolve-module.ts';
import { codeEvents, documentEvents } from './source-events.ts';

const read = (path: string, text: string) => readCode(text, languageOf(path)!);

describe('a document', () => {
  const text = [
    '# Store',
    'One file for each session.',
    'It is appended to.',
    'It is never rewritten.',
    '## Locks',
    'A lock names its holder.',
    '```sh',
    '# not a heading',
    '```',
  ].join('\n');

  it('is split at its headings, and each piece names its headings', () => {
    expect(chunkDocument(text, 80)).toEqual([
      {
        heading: 'Store',
        content: text.split('\n').slice(0, 4).join('\n'),
        lineStart: 1,
        lineEnd: 4,
      },
      {
        heading: 'Store › Locks',
        content: text.split('\n').slice(4).join('\n'),
        lineStart: 5,
        lineEnd: 9,
      },
    ]);
  });

  it('is split into pieces of limited length that together contain every word', () => {
    const line = fc.constantFrom('# A', '## B', '', 'some words', '```', '  indented');
    fc.assert(
      fc.property(
        fc.array(line, { maxLength: 60 }),
        fc.integer({ min: 5, max: 20 }),
        (lines, max) => {
          const chunks = chunkDocument(lines.join('\n'), max);
          for (const { lineStart, lineEnd } of chunks)
            expect(lineEnd - lineStart).toBeLessThan(max);
          const words = (texts: string[]) => texts.join('\n').split(/\s+/).filter(Boolean);
          expect(words(chunks.map(({ content }) => content))).toEqual(words(lines));
        },
      ),
    );
  });

  it('becomes events that cite their lines', () => {
    const [first] = documentEvents({ path: 'docs/store.md', text, blob: 'sha256:1' }, 80);
    expect(first).toMatchObject({
      type: 'document.indexed',
      payload: { path: 'docs/store.md', line_start: 1, line_end: 4, chunk: 1, chunks: 2 },
    });
  });
});

describe('a file of code', () => {
  it('TypeScript: functions, classes, methods, types and constants with their lines and comments', () => {
    const code = [
      '/** Opens stores. */',
      "import fs from 'node:fs';",
      '',
      '/** Opens the store. */',
      'export function openStore(file: string): Store {',
      '  return connect(file);',
      '}',
      '',
      'export class Store {',
      '  close(): void {',
      '    fs.closeSync(1);',
      '  }',
      '}',
      'export const connect = (file: string) => {',
      '  return new Store();',
      '};',
      'export interface Row { id: number }',
    ].join('\n');
    const { symbols, imports, summary } = read('a.ts', code);
    expect(summary).toBe('Opens stores.');
    expect(imports).toEqual(['node:fs']);
    expect(
      symbols.map(({ kind, name, lineStart, lineEnd }) => [kind, name, lineStart, lineEnd]),
    ).toEqual([
      ['function', 'openStore', 5, 7],
      ['class', 'Store', 9, 13],
      ['method', 'close', 10, 12],
      ['function', 'connect', 14, 16],
      ['type', 'Row', 17, 17],
    ]);
    expect(symbols[0]).toMatchObject({ doc: 'Opens the store.', calls: ['connect'] });
  });

  it('Python: blocks end with their indentation, and docstrings are read', () => {
    const code = [
      'from .store import Store',
      '',
      'class Cart:',
      '    """What somebody wants to buy."""',
      '    def total(self):',
      '        # in cents',
      '        return sum(',
      '            self.prices',
      '        )',
      '',
      'def main():',
      '    Cart().total()',
    ].join('\n');
    const { symbols, imports } = read('cart.py', code);
    expect(imports).toEqual(['.store']);
    expect(
      symbols.map(({ kind, name, lineStart, lineEnd, doc }) => [
        kind,
        name,
        lineStart,
        lineEnd,
        doc,
      ]),
    ).toEqual([
      ['class', 'Cart', 3, 9, 'What somebody wants to buy.'],
      ['method', 'total', 5, 9, ''],
      ['function', 'main', 11, 12, ''],
    ]);
  });

  it.each([
    ['a.go', 'func (s *Store) Open(path string) error {\n\treturn nil\n}', ['Open']],
    [
      'a.rs',
      'pub struct Lock {\n  pid: u32,\n}\nimpl Lock {\n  pub fn take(&self) {}\n}',
      ['Lock', 'Lock', 'take'],
    ],
    [
      'A.java',
      'public class Cart {\n  public int total(int a) {\n    return 1;\n  }\n}',
      ['Cart', 'total'],
    ],
    [
      'a.c',
      '#define LIMIT 3\nstatic int open_log(const char *path) {\n  return 0;\n}',
      ['LIMIT', 'open_log'],
    ],
    ['a.rb', 'class Cart\n  def total\n    1\n  end\nend', ['Cart', 'total']],
    ['a.php', 'class Cart {\n  public function total() {}\n}', ['Cart', 'total']],
    ['a.sh', 'build() {\n  make\n}', ['build']],
    ['a.sql', 'CREATE TABLE IF NOT EXISTS carts (\n  id int\n);', ['carts']],
  ])('%s: finds its declarations', (path, code, names) => {
    expect(read(path, code).symbols.map(({ name }) => name)).toEqual(names);
  });

  it('is read without an error for any text, and no span leaves the file', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      'def a(',
      'class B',
      '"""',
      '\n',
      '  ',
      'function f() {',
      '/*',
      '(',
      ';',
      'end',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 80 }),
        fc.constantFrom(...LANGUAGES),
        (pieces, language) => {
          const text = pieces.join('');
          const lines = text.split('\n').length;
          for (const { lineStart, lineEnd } of readCode(text, language).symbols) {
            expect(lineStart).toBeGreaterThanOrEqual(1);
            expect(lineEnd).toBeGreaterThanOrEqual(lineStart);
            expect(lineEnd).toBeLessThanOrEqual(lines);
          }
        },
      ),
    );
  });

  it('names the workspace files that it imports and the declarations that its tests name', () => {
    const resolve = createResolver(
      new Set(['src/store.ts', 'src/store.test.ts', 'src/util/index.ts']),
    );
    const text =
      "import { openStore, type Store } from './store.js';\nimport x from './util';\nimport fs from 'node:fs';\n";
    const events = codeEvents(
      { path: 'src/store.test.ts', text, blob: 'sha256:1' },
      { language: languageOf('a.ts')!, resolve, hash: () => 'sha256:2' },
    );
    expect(events.slice(1)).toEqual([
      {
        type: 'code.import.indexed',
        payload: { path: 'src/store.test.ts', modules: ['./store.js', './util', 'node:fs'] },
      },
      {
        type: 'code.dependency.indexed',
        payload: { path: 'src/store.test.ts', depends_on: ['src/store.ts', 'src/util/index.ts'] },
      },
      {
        type: 'code.coverage.indexed',
        payload: {
          path: 'src/store.test.ts',
          tests: [
            { name: 'openStore', path: 'src/store.ts' },
            { name: 'Store', path: 'src/store.ts' },
          ],
        },
      },
    ]);
  });
});

it('distinguishes documents from code by file name', () => {
  expect(['README', 'docs/a.md', 'a.ts', 'Makefile', '.env'].map(isDocument)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(
    ['a.tsx', 'b.PY', 'c.md', '.env', 'd'].map((name) => languageOf(name)?.name ?? null),
  ).toEqual(['typescript', 'python', null, null, null]);
});

describe('a module', () => {
  const resolve = createResolver(
    new Set(['src/a.ts', 'src/b/index.ts', 'pkg/mod.py', 'pkg/__init__.py', 'lib/x.h']),
  );
  it.each([
    ['src/b/index.ts', '../a.ts', 'src/a.ts'],
    ['src/b/index.ts', '../a.js', 'src/a.ts'],
    ['src/a.ts', './b', 'src/b/index.ts'],
    ['pkg/other.py', '.mod', 'pkg/mod.py'],
    ['main.py', 'pkg.mod', 'pkg/mod.py'],
    ['lib/y.c', 'x.h', 'lib/x.h'],
    ['src/a.ts', '../../etc/passwd', null],
    ['src/a.ts', 'node:fs', null],
  ])('imported by %s as %s is %s', (from, module, file) => {
    expect(resolve(from, module)).toBe(file);
  });
});
