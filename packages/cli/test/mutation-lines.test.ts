/** The mutation run changes lines of source, the same ones for the same seed. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { codeLines, drawLines, mutatedFiles } from '../../../scripts/mutation-lines.mjs';
import { testsInProcess } from '../../../scripts/tests-in-process.mjs';

const root = path.resolve(import.meta.dirname, '../../..');

it('draws the same lines for the same seed, and others for another', () => {
  const drawn = drawLines(root, 'core', 20, '7');
  expect(drawn).toHaveLength(20);
  expect(drawLines(root, 'core', 20, '7')).toEqual(drawn);
  expect(drawLines(root, 'core', 20, '8')).not.toEqual(drawn);
});

it('adds lines to those of a smaller draw', () => {
  expect(drawLines(root, 'core', 30, '7').slice(0, 20)).toEqual(drawLines(root, 'core', 20, '7'));
});

it('takes code, and leaves out comments, imports and lone brackets', () => {
  const text = [
    '/** One',
    ' * two = 2;',
    ' */',
    "import { a } from 'a';",
    'import {',
    '  b,',
    "} from 'b';",
    "export { c } from 'c';",
    '',
    '// why',
    'export function f() {',
    '  /* short */',
    '  return a + b;',
    '}',
    'export type T = string;',
  ].join('\n');
  expect(codeLines(text)).toEqual([11, 13, 15]);
});

it('draws from every package only lines of its own source that hold code', () => {
  for (const name of ['core', 'log', 'hooks', 'memory', 'worker', 'cli'])
    for (const { file, line } of drawLines(root, name, 100, '7')) {
      expect(file).toMatch(new RegExp(`^packages/${name}/src/.*\\.ts$`));
      const text = readFileSync(path.join(root, file), 'utf8').split('\n')[line - 1];
      expect(text?.trim(), `${file}:${line}`).toMatch(/^(?!\/\/|\/\*|import\s).*[\p{L}\p{N}]/u);
    }
});

it('leaves out tests, fixtures and lists of words', () => {
  const files = mutatedFiles(root, 'memory');
  expect(files).toContain('packages/memory/src/checkout/select.ts');
  for (const file of files) expect(file).not.toMatch(/\.(test|fixture)\.ts$|\/fixtures\/|\/cues\//);
  expect(files).not.toContain('packages/memory/src/statements/lasting-weights.ts');
});

it('runs the unit tests, and the integration tests that start no process', () => {
  const { unit, int } = testsInProcess(root, 'cli');
  expect(unit).toContain('packages/cli/test/mutation-lines.test.ts');
  expect(int).toContain('packages/cli/test/log-commands.int.test.ts');
  for (const name of ['package', 'started-files', 'prompt-context'])
    expect([...unit, ...int]).not.toContain(`packages/cli/test/${name}.int.test.ts`);
});

it('runs the tests of the PostgreSQL store, but none that open its database from another package', () => {
  const { int } = testsInProcess(root, 'log');
  expect(int).toContain('packages/log/src/stores/postgres/postgres-store.int.test.ts');
  expect(int).toContain('packages/log/src/team/pull.int.test.ts');
  for (const file of [
    'worker/test/keep-synced',
    'memory/test/postgres-projection',
    'cli/test/team',
  ])
    expect(testsInProcess(root, file.split('/')[0]!).int).not.toContain(
      `packages/${file}.int.test.ts`,
    );
});
