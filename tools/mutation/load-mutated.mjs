// Loads the changed files before the tests, so that code that runs while a file loads belongs to no test: such a change would
// count for the test that happened to load the file first. A file without exports is a program, which starts when it loads.
import { readFileSync } from 'node:fs';

for (const file of JSON.parse(process.env.MUTATED_FILES))
  if (/^export /m.test(readFileSync(file, 'utf8'))) await import(/* @vite-ignore */ file);

// Limits that no answer reaches on a machine at rest, but many reach while every change runs on a busy one.
// This file runs once for each file of tests, in one process.
const limit = (globalThis.ownTimeLimit ??= AbortSignal.timeout.bind(AbortSignal));
AbortSignal.timeout = (ms) => limit(ms * 10);
