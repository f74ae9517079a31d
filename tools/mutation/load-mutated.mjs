// Loads the changed files before the tests, so that code that runs while a file loads belongs to no test: such a change would
// count for the test that happened to load the file first. A file without exports is a program, which starts when it loads.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, inject } from 'vitest';

for (const file of JSON.parse(process.env.MUTATED_FILES))
  if (/^export /m.test(readFileSync(file, 'utf8'))) await import(/* @vite-ignore */ file);

// Limits that no answer reaches on a machine at rest, but many reach while every change runs on a busy one.
// This file runs once for each file of tests, in one process.
const limit = (globalThis.ownTimeLimit ??= AbortSignal.timeout.bind(AbortSignal));
AbortSignal.timeout = (ms) => limit(ms * 10);

// A change is tested with every test of the files that run it. Stryker alone takes only the tests during which it ran, and so
// leaves out the tests of what `beforeAll` or an earlier test of the file prepared.
if (inject('mode') === 'dry-run') {
  const stryker = (globalThis[inject('globalNamespace')] ??= {});
  const tests = new Set();
  let whileLoading;
  beforeAll(() => {
    stryker.mutantCoverage ??= { static: {}, perTest: {} };
    whileLoading = stryker.mutantCoverage.static;
    stryker.mutantCoverage.static = {};
  });
  beforeEach(() => {
    tests.add(stryker.currentTestId);
  });
  afterAll(() => {
    const { static: outside, perTest } = stryker.mutantCoverage;
    const counts = [outside, ...[...tests].map((test) => perTest[test] ?? {})];
    const total = {};
    for (const count of counts)
      for (const [change, times] of Object.entries(count))
        total[change] = (total[change] ?? 0) + times;
    const once = Object.fromEntries(Object.keys(total).map((change) => [change, 1]));
    for (const [at, test] of [...tests].entries()) perTest[test] = { ...(at === 0 ? total : once) };
    stryker.mutantCoverage.static = whileLoading;
  });
}
