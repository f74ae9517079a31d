// Measures what redaction finds and its false positives, on newly generated values.
//   npm run verify:secrets [-- --values 40] [--seed 1] [--missed] [--lines FILE_OR_FOLDER]
// Fails below 0.98 in any kind, sentence or position, at a changed line of a test runner, and above 0.0005 of the other
// lines, with `--lines` of the given data. `--missed` lists what was left readable.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { load, option } from '../bench/lib/load.mjs';

const core = './packages/core/src/redact';
const test = './packages/log/test/secrets';
const { measureMasking, runnerLines, benignLines, seeded, redactText, NAMES, secrecyOf } =
  await load(
    'verify-secrets',
    `export { measureMasking } from '${test}/measure.ts';
     export { runnerLines } from '${test}/runner-lines.ts';
     export { benignLines } from '${core}/benign.fixture.ts';
     export { seeded } from '${core}/corpus.fixture.ts';
     export { NAMES } from '${core}/names.fixture.ts';
     export { secrecyOf } from '${core}/index.ts';
     export { redactText } from '@hookloom/core/redact';`,
  );
const seed = Number(option('seed', String(Date.now() % 1e9)));
const { contexts, missed } = measureMasking({ values: Number(option('values', '5')), seed });
let isFailed = false;
let lowest = 1;
for (const [context, count] of contexts) {
  const recall = 1 - count.missed / count.all;
  lowest = Math.min(lowest, recall);
  if (recall < 0.98) isFailed = true;
  console.log(`${context.padEnd(36)} ${recall.toFixed(4)} of ${count.all}`);
}
if (process.argv.includes('--missed')) console.log(Object.fromEntries(missed));

const judged = NAMES.filter(({ half }) => half === 'judged');
const share = (isSecret, isWrong) => {
  const of = judged.filter((one) => one.isSecret === isSecret);
  return `${of.filter(({ name }) => isWrong(secrecyOf(name))).length} of ${of.length}`;
};
console.log(`names of secrets that are not known  ${share(true, (secrecy) => secrecy === 0)}`);
console.log(`other names that are taken for one   ${share(false, (secrecy) => secrecy > 1)}`);

const planted = [...contexts.values()].reduce((sum, { all }) => sum + all, 0) / 3;
const runners = countTouched('lines of test runners touched', runnerLines(seeded(seed)), 0);
const data = option('lines', null);
const others = countTouched(
  'other lines touched',
  data === null ? benignLines(20_000, seeded(seed)) : linesOf(data),
  0.0005,
);
console.log(
  `secrets: ${planted} planted, seed ${seed}, lowest of ${contexts.size} contexts ${lowest.toFixed(4)}; ${runners}, ${others}`,
);
process.exitCode = isFailed ? 1 : 0;

function countTouched(what, lines, most) {
  const different = new Set(lines);
  let touched = 0;
  for (const line of different) if (redactText(line).count > 0) touched++;
  if (touched / different.size > most) isFailed = true;
  const said = `${touched} of ${different.size}`;
  console.log(`${what.padEnd(36)} ${said}`);
  return `${what} ${said}`;
}

function* linesOf(place) {
  for (const file of filesIn(place))
    for (const line of readFileSync(file, 'utf8').split('\n'))
      if (line.length > 7 && line.length < 2000) yield line;
}

function* filesIn(place) {
  if (statSync(place).isFile()) yield place;
  else for (const name of readdirSync(place)) yield* filesIn(path.join(place, name));
}
