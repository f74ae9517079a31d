// Trains the model that finds lasting sentences and their kinds. Run it again after you change the cues:
//   node scripts/train-lasting.mjs
// Reads packages/memory/training/*.txt (`u|KIND|TEXT`, - for a sentence of the moment) and writes
// packages/memory/src/statements/lasting-weights.ts. Prints how well each fifth is read by a model of the others.
// Deterministic.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { load } from '../bench/lib/load.mjs';

const BUCKETS = 65_536;
const KINDS = ['decision', 'rule', 'preference', 'rejected', 'cause', 'fact', 'open'];
const WIDTH = 1 + KINDS.length;
const EPOCHS = 6;
const RATE = 0.3;
const DECAY = 1e-3;
/** Rarer features say more about one example than about the language. */
const LEAST = 2;
/** Units of a weight per unit of log odds. */
const SCALE = 32;
/** Smaller weights only take space. */
const SMALLEST = 3;
const PARTS = 5;

const root = path.dirname(import.meta.dirname);
const folder = path.join(root, 'packages/memory/training');
const statements = path.join(root, 'packages/memory/src/statements');
const { bucketOf, featuresOf, readSentence, tablesFor, tokensOf, withoutKind } = await load(
  'train-lasting',
  `export { bucketOf, featuresOf, tokensOf } from '${statements}/lasting.ts';
   export { readSentence, withoutKind } from '${statements}/read-sentence.ts'; export { tablesFor } from '${statements}/cues/languages.ts';`,
);

const text = readdirSync(folder)
  .toSorted()
  .map((name) => readFileSync(path.join(folder, name), 'utf8'))
  .join('');
const examples = text
  .split('\n')
  .filter((line) => line.startsWith('u|'))
  .map((line) => {
    const [, kind, ...said] = line.split('|');
    const sentence = said.join('|');
    const tables = tablesFor(sentence);
    const cue =
      readSentence(sentence, { speaker: 'user', tables })?.kind ?? withoutKind(sentence, tables);
    const features = featuresOf(tokensOf(sentence), cue);
    return { kind: KINDS.indexOf(kind), features };
  });
const counts = new Map();
for (const { features } of examples)
  for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
for (const example of examples)
  example.buckets = example.features
    .filter((feature) => counts.get(feature) >= LEAST)
    .map((feature) => bucketOf(feature, BUCKETS));

const folded = examples.map(() => null);
for (let part = 0; part < PARTS; part++) {
  const isOut = (_, at) => at % PARTS === part;
  const model = train(examples.filter((...each) => !isOut(...each)));
  for (const [at, example] of examples.entries())
    if (isOut(example, at)) folded[at] = sumsOf(model, example);
}
report();
const weights = Int8Array.from(train(examples), (weight) => {
  const rounded = Math.max(-127, Math.min(127, Math.round(weight * SCALE)));
  return Math.abs(rounded) < SMALLEST ? 0 : rounded;
});
const packed = deflateRawSync(weights, { level: 9 }).toString('base64');
const file = path.join(statements, 'lasting-weights.ts');
writeFileSync(
  file,
  `/** Written by \`node scripts/train-lasting.mjs\` from packages/memory/training (SHA-256 ${createHash('sha256').update(text).digest('hex')}). */
import type { StatementKind } from './statement.ts';

export const BUCKETS = ${BUCKETS};
export const KINDS: readonly StatementKind[] = ${JSON.stringify(KINDS).replaceAll('"', "'").replaceAll(',', ', ')};
/** Deflated: of each bucket the weight of "lasting" and of each kind. */
export const WEIGHTS =
  '${packed}';
`,
);
execFileSync(path.join(root, 'node_modules/.bin/oxfmt'), [file]);
console.log(`${examples.length} examples, ${packed.length} characters of weights`);

/** "Lasting" by logistic regression; the kinds of the lasting ones by softmax. Adagrad, in a fixed order. */
function train(from) {
  const model = new Float64Array(BUCKETS * WIDTH);
  const squares = new Float64Array(model.length).fill(1e-8);
  const step = (at, gradient) => {
    const whole = gradient + DECAY * model[at];
    squares[at] += whole * whole;
    model[at] -= (RATE * whole) / Math.sqrt(squares[at]);
  };
  let seed = 42;
  const random = () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const order = [...from];
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other], order[at]];
    }
    for (const example of order) {
      const [lasting, ...kinds] = sumsOf(model, example);
      const wrong = 1 / (1 + Math.exp(-lasting)) - (example.kind < 0 ? 0 : 1);
      const most = Math.max(...kinds);
      const shares = kinds.map((sum) => Math.exp(sum - most));
      const all = shares.reduce((sum, share) => sum + share, 0);
      for (const bucket of example.buckets) {
        step(bucket * WIDTH, wrong);
        if (example.kind < 0) continue;
        for (const [kind, share] of shares.entries())
          step(bucket * WIDTH + 1 + kind, share / all - (kind === example.kind ? 1 : 0));
      }
    }
  }
  return model;
}

function sumsOf(model, { buckets }) {
  const sums = Array.from({ length: WIDTH }, () => 0);
  for (const bucket of buckets)
    for (let at = 0; at < WIDTH; at++) sums[at] += model[bucket * WIDTH + at];
  return sums;
}

function report() {
  for (const least of [0, 0.5, 1, 1.5]) {
    const count = { said: 0, kept: 0, right: 0, talk: 0, taken: 0 };
    for (const [at, { kind }] of examples.entries()) {
      const [lasting, ...kinds] = folded[at];
      const isKept = lasting > least;
      if (kind < 0) {
        count.talk++;
        if (isKept) count.taken++;
      } else {
        count.said++;
        if (isKept) count.kept++;
        if (isKept && kinds.indexOf(Math.max(...kinds)) === kind) count.right++;
      }
    }
    console.log(
      `log odds above ${least}: ${count.kept} of ${count.said} lasting kept (${count.right} as their kind), ${count.taken} of ${count.talk} others`,
    );
  }
}
