import type { CommandWork } from '@hookloom/core/events';
import { expect, it } from 'vitest';
import { describeCommand } from './describe-command.ts';

type Row = [line: string, exitCode: number | null, output: string, title: string];

/** Command lines as agents run them, their output, and what a note may say. */
const ROWS: Row[] = [
  // The status of the line is that of the tests.
  ['npm test', 0, '', 'Tests pass: npm test'],
  ['npm test', 1, '', 'Tests fail: npm test'],
  ['cd app && npm test', 0, '', 'Tests pass: npm test'],
  ['cd app && npm test', 1, '', 'Tests fail: npm test'],
  ['npm test;', 0, '', 'Tests pass: npm test'],
  ['npm test && echo done', 0, '', 'Tests pass: npm test'],
  ['npm run lint && npm test', 0, '', 'Tests pass: npm test'],
  ['npm run lint; npm test', 1, '', 'Tests fail: npm test'],
  ['npm test || exit 1', 0, '', 'Tests pass: npm test'],
  ['npm test || false', 0, '', 'Tests pass: npm test'],
  ['set -e; npm test; npm run report', 0, '', 'Tests pass: npm test'],
  ['set -euo pipefail; npm test | tee out.log', 0, '', 'Tests pass: npm test'],
  ['set -o pipefail; npx vitest run | tail -20', 0, '', 'Tests pass: vitest run'],
  ['echo y | npm test', 0, '', 'Ran echo y | npm test'],
  ['npm test > out.log 2>&1', 0, '', 'Tests pass: npm test'],
  ['npm test &> out.log', 0, '', 'Tests pass: npm test'],
  ['timeout 60 npm test', 124, '', 'Tests fail: npm test'],
  ['npm test && git push | cat', 0, '', 'Tests pass: npm test'],
  // It is not.
  ['npm test || true', 0, '', 'Ran the tests: npm test'],
  ['npm test || :', 0, '', 'Ran the tests: npm test'],
  ['npm test || echo failed', 0, '', 'Ran the tests: npm test'],
  ['npm test; true', 0, '', 'Ran the tests: npm test'],
  ['npm test; echo $?', 0, '', 'Ran the tests: npm test'],
  ['npm test\necho done', 0, '', 'Ran the tests: npm test'],
  ['npm test; exit 3', 3, '', 'Ran the tests: npm test'],
  ['npm test; exit 0', 0, '', 'Ran the tests: npm test'],
  ['npm test &', 0, '', 'Ran the tests: npm test'],
  ['npm test & wait', 0, '', 'Ran the tests: npm test'],
  ['npm test 2>&1 | tail -20', 0, '', 'Ran the tests: npm test'],
  ['npm test | grep -v warn', 1, '', 'Ran the tests: npm test'],
  ['true || npm test', 0, '', 'Ran the tests: npm test'],
  ['! npm test', 0, '', 'Ran the tests: npm test'],
  ['npm test && npm run deploy', 1, '', 'Ran the tests: npm test'],
  ['npm run build && npm test', 1, '', 'Ran the tests: npm test'],
  ['set -e; npm run build; npm test', 1, '', 'Ran the tests: npm test'],
  ['if npm test; then echo ok; fi', 0, '', 'Ran the tests: npm test'],
  ['npm test && npm run a || true', 0, '', 'Ran the tests: npm test'],
  ['npm test', null, '', 'Ran the tests: npm test'],
  // The output is read.
  ['npm test || true', 0, 'Tests 2 failed | 10 passed', 'Tests fail: npm test'],
  ['npx vitest run | tail -3', 0, 'Tests 2 failed | 10 passed', 'Tests fail: vitest run'],
  ['pytest -q', 0, '1 failed, 3 passed', 'Tests fail: pytest -q'],
  ['npx mocha || true', 0, '10 passing 2 failing', 'Tests fail: mocha'],
  ['npm test', 0, '0 failed, 12 passed', 'Tests pass: npm test'],
  [
    'npx vitest run --passWithNoTests',
    0,
    'No test files found',
    'Ran the tests: vitest run --passWithNoTests',
  ],
  ['pytest', 0, 'collected 0 items', 'Ran the tests: pytest'],
  ['cargo test', 0, 'running 0 tests', 'Ran the tests: cargo test'],
  ['npm test', 0, 'Error: no test specified', 'Ran the tests: npm test'],
  // Prints information about tests and runs none.
  ['npx vitest --help', 0, '', 'Ran vitest --help'],
  ['pytest --collect-only', 0, '', 'Ran pytest --collect-only'],
  ['npx jest --listTests', 0, '', 'Ran jest --listTests'],
  ['make -n test', 0, '', 'Ran make -n test'],
  ['echo npm test', 0, '', 'Ran echo npm test'],
  // Shell keywords are not commands.
  ['exit 3', 3, '', 'Failed: Ran exit 3'],
  ['true', 0, '', 'Ran true'],
  ['for f in a b; do echo $f; rg -n x $f; done', 0, '', 'Searched: rg -n x $f'],
  ['ls docs && echo ---', 0, '', 'Searched: ls docs'],
  ['sleep 5; exit 1', 1, '', 'Failed: Ran sleep 5; exit 1'],
  // The same for build, install and commit.
  ['npm run build || true', 0, '', 'Ran the build: npm run build'],
  ['npx tsc --noEmit | head', 0, '', 'Ran the checks: tsc --noEmit'],
  ['npm install left-pad || true', 0, '', 'Ran npm install left-pad'],
  ['npm install left-pad', 0, '', 'Installed left-pad'],
  ['git commit -m "Add tax" || true', 0, '', 'Ran git commit -m Add tax'],
  ['git commit -m "Add tax" && git push', 1, '', 'Ran git commit -m Add tax'],
  ['git commit -m "Add tax" && git push', 0, '', 'Committed: Add tax'],
];

const work = (line: string, exitCode: number | null, stdout: string): CommandWork => ({
  line,
  exitCode,
  outcome: exitCode === null ? 'unknown' : exitCode === 0 ? 'passed' : 'failed',
  stdout,
  stderr: null,
  description: null,
});

it.each(ROWS)('%j that ends with %j and prints %j', (line, exitCode, stdout, title) => {
  expect(describeCommand(work(line, exitCode, stdout)).note.title).toBe(title);
});

it('a fact never claims about a command what is true only of its line', () => {
  for (const [line, exitCode, stdout, title] of ROWS) {
    const { note, outcome } = describeCommand(work(line, exitCode, stdout));
    const isOpen = title.startsWith('Ran ') && outcome === '';
    if (isOpen) expect(note.facts[0]).toMatch(/` was run$/);
  }
  const [own, whole] = describeCommand(work('npm test; exit 3', 3, '')).note.facts;
  expect(own).toBe('`npm test` was run');
  expect(whole).toBe('The line it is part of failed with exit code 3: `npm test; exit 3`');
});
