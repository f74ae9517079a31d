// Finds the tests of a package that a change of its source can reach: those that run it in their own process.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Starts a thread or, through a command, a process; runs the scripts for faults, which do; or opens the PostgreSQL of another package, which takes minutes. */
const OUTSIDE =
  /'node:worker_threads'|--infra start|\btest\/faults\b|\bopenTestDatabase\b[^;]* from '@hookloom\/log\/testing'|\bpglite-thread\b/;
const FROM_CHILD_PROCESS = /^import [^;]* from 'node:child_process';$/m;
/** Tools that run nothing of the product. */
const TOOLS = /\bexecFileSync\(\s*'(git|mkfifo)'/g;
const STARTS = /(?<![.\w])(spawn\w*|fork|exec\w*|ChildProcess)\b/;
/** What a test imports from beside it, other than source. */
const HELPER = /(?:from|import\() ?'(\.[^']*)'/g;

/**
 * @param {string} root Of the repository.
 * @returns {{ unit: string[], int: string[] }} Paths relative to `root`.
 */
export function testsInProcess(root, name) {
  const tests = ['src', 'test']
    .map((folder) => `packages/${name}/${folder}`)
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (file) => `${folder}/${file.split(path.sep).join('/')}`,
      ),
    )
    .filter((file) => file.endsWith('.test.ts'))
    .sort();
  const isInt = (file) => file.endsWith('.int.test.ts');
  return {
    unit: tests.filter((file) => !isInt(file)),
    int: tests.filter((file) => isInt(file) && isInProcess(path.join(root, file), new Set())),
  };
}

/** Whether neither the file nor a helper of tests that it imports starts a process. */
function isInProcess(file, seen) {
  if (seen.has(file) || !existsSync(file)) return true;
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  return (
    !OUTSIDE.test(text) &&
    !startsProgram(text) &&
    [...text.matchAll(HELPER)]
      .map(([, specifier]) => path.resolve(path.dirname(file), specifier))
      .filter((helper) => /\/(test|testing|fixtures)\/|\.fixture\.ts$/.test(helper))
      .every((helper) => isInProcess(helper, seen))
  );
}

function startsProgram(text) {
  const rest = text.replace(FROM_CHILD_PROCESS, '');
  return rest !== text && STARTS.test(rest.replace(TOOLS, ''));
}
