// Changes lines of the source one at a time and counts the changes that the package's own tests notice: its unit tests, and
// the integration tests that start no process of the product (scripts/tests-in-process.mjs). A change runs with every test
// of the files that run its line, until one of them fails.
//   npm run verify:mutants [-- --package core] [--lines 40] [--seed 20261127] [--under verify,forget] [--json]
// Draws `--lines` lines of each package; the default seed is the day's. `--under` draws only from these folders of
// `src`. It works in a temporary clone of the commit that is checked out, with a low priority unless you set one. The aim is a score of 85 %. Exit
// status 1 only if the tests of a package fail without a change: a draw is small, and its score varies.
import { execFileSync, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { option } from '../bench/lib/load.mjs';
import { drawLines } from './mutation-lines.mjs';
import { node24 } from './node24.mjs';

const root = path.dirname(import.meta.dirname);
const packages = option('package', 'core,log,hooks,memory,worker,cli').split(',');
const count = Number(option('lines', '40'));
const seed = option('seed', new Date().toISOString().slice(0, 10).replaceAll('-', ''));
const under = option('under', null)?.split(',');
const isJson = process.argv.includes('--json');
const say = isJson ? () => {} : (line) => console.log(line);

if (os.getPriority() === 0) os.setPriority(2);
const node = Number(process.versions.node.split('.')[0]) < 22 ? node24() : process.execPath;
if (!existsSync(path.join(root, 'tools/mutation/node_modules')))
  // Its Vitest is the one of the repository.
  execFileSync('npm', ['ci', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: path.join(root, 'tools/mutation'),
    stdio: ['ignore', 2, 2],
  });

/** Stryker's words for a file whose `beforeAll` fails, or an error that no test catches: Vitest fails as well. */
const FAILED_OUTSIDE =
  /^An error occurred outside of a test run|^Test runner crashed[^]*\n +at errorToString/;

let child = null;
const clone = mkdtempSync(path.join(os.tmpdir(), 'hookloom-mutants-'));
process.on('exit', () => rmSync(clone, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    if (child !== null) stop(child);
    process.exit(1);
  });
execFileSync('git', ['clone', '--quiet', root, clone]);
for (const folder of ['node_modules', 'tools/mutation/node_modules'])
  linkTree(path.join(root, folder), path.join(clone, folder));
// Some commands read what the build wrote, such as the plugins.
execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: clone, stdio: ['ignore', 2, 2] });

const results = [];
for (const name of packages) {
  const result = await mutate(name);
  results.push(result);
  say(lineOf(result));
  for (const { place, from, to } of result.survivors ?? [])
    say(`  survived  ${place}  ${from} → ${to}`);
  for (const { place } of result.withoutTest ?? []) say(`  without a test  ${place}`);
}
const total = {
  name: 'mutants',
  ...sum(results, ['killed', 'timedOut', 'survived', 'untested', 'errors', 'seconds']),
};
if (isJson) console.log(JSON.stringify({ seed, lines: count, packages: results }, null, 2));
say(`${lineOf(total)}, aim 85 %, seed ${seed}, ${count} lines of each package`);
if (results.some(({ failed }) => failed)) process.exitCode = 1;

/** Runs the tests of a package against every change of its drawn lines. */
async function mutate(name) {
  const started = performance.now();
  const report = path.join(clone, `mutants-${name}.json`);
  const config = path.join(clone, 'mutants.config.json');
  const lines = drawLines(clone, name, count, seed, under);
  const plugin = path.join(
    clone,
    'tools/mutation/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js',
  );
  writeFileSync(
    config,
    JSON.stringify({
      plugins: [plugin],
      testRunner: 'vitest',
      vitest: { configFile: 'tools/mutation/vitest.config.mjs', related: true },
      mutate: lines.map(({ file, line }) => `${file}:${line}-${line}`),
      inPlace: true,
      coverageAnalysis: 'perTest',
      ignoreStatic: true,
      disableTypeChecks: false,
      concurrency: 1,
      // A busy machine is slow, and a short limit would count slow tests as noticed changes. Stryker ends a loop that
      // never ends by counting how often it runs.
      timeoutMS: 600_000,
      dryRunTimeoutMinutes: 30,
      reporters: ['json', 'progress-append-only'],
      jsonReporter: { fileName: report },
      allowEmpty: true,
      allowConsoleColors: false,
    }),
  );
  const stryker = path.join(
    clone,
    'tools/mutation/node_modules/@stryker-mutator/core/bin/stryker.js',
  );
  await run(node, [stryker, 'run', config], {
    ...process.env,
    MUTATED: name,
    MUTATED_FILES: JSON.stringify([...new Set(lines.map(({ file }) => path.join(clone, file)))]),
    HOOKLOOM_SEED: String(Number.parseInt(seed, 10) || 1),
  });
  execFileSync('git', ['checkout', '--quiet', '.'], { cwd: clone });
  const seconds = Math.round((performance.now() - started) / 1000);
  if (!existsSync(report)) return { name, failed: true, seconds };
  const mutants = mutantsOf(JSON.parse(readFileSync(report, 'utf8')));
  const having = (...statuses) => mutants.filter(({ status }) => statuses.includes(status));
  const broken = having('RuntimeError').filter(({ reason }) => FAILED_OUTSIDE.test(reason));
  const changes = (list) => list.map(({ place, from, to }) => ({ place, from, to }));
  return {
    name,
    killed: having('Killed').length + broken.length,
    timedOut: having('Timeout').length,
    survived: having('Survived').length,
    untested: having('NoCoverage').length,
    errors: having('CompileError', 'RuntimeError').length - broken.length,
    seconds,
    survivors: changes(having('Survived')),
    withoutTest: changes(having('NoCoverage')),
    notRun: having('CompileError', 'RuntimeError')
      .filter((mutant) => !broken.includes(mutant))
      .map(({ place, reason }) => ({ place, reason: reason.slice(0, 500) })),
  };
}

/** The changes of a report, each with its place and the text that it replaces. */
function mutantsOf({ files }) {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n');
    return mutants.map(({ status, statusReason, replacement, location: { start, end } }) => ({
      status,
      reason: statusReason ?? '',
      place: `${file}:${start.line}`,
      // Every change is inside one line, because the drawn ranges are.
      from: lines[start.line - 1].slice(start.column - 1, end.column - 1),
      to: replacement,
    }));
  });
}

function run(command, args, env) {
  return new Promise((resolve, reject) => {
    child = spawn(command, args, {
      cwd: clone,
      env,
      // A group of its own, so that an interrupt ends the processes with the tests as well.
      detached: true,
      stdio: ['ignore', 2, 2],
    });
    child.on('error', reject);
    child.on('close', (status) => {
      child = null;
      resolve(status);
    });
  });
}

function stop({ pid }) {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    process.kill(pid, 'SIGKILL');
  }
}

/** Links a folder into the clone: a link costs no space, and a tool that replaces a file leaves the original alone. */
function linkTree(from, to) {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const target = path.join(to, entry.name);
    if (entry.isDirectory()) {
      if (!/^\.(cache|vite.*)$/.test(entry.name)) linkTree(source, target);
    } else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else
      try {
        linkSync(source, target);
      } catch {
        // Another disk.
        copyFileSync(source, target);
      }
  }
}

function scoreOf({ killed, timedOut, survived }) {
  const run = killed + timedOut + survived;
  return run === 0 ? 'none' : `${(((killed + timedOut) / run) * 100).toFixed(1)} %`;
}

function lineOf(result) {
  const { name, failed, killed, timedOut, survived, untested, errors, seconds } = result;
  if (failed) return `${name}: the tests fail without a change, or Stryker failed (${seconds} s)`;
  return (
    `${name}: ${killed} killed, ${timedOut} timed out, ${survived} survived, ${untested} without a test, ` +
    `${errors} not run, score ${scoreOf(result)} (${seconds} s)`
  );
}

function sum(list, keys) {
  return Object.fromEntries(
    keys.map((key) => [key, list.reduce((total, result) => total + (result[key] ?? 0), 0)]),
  );
}
