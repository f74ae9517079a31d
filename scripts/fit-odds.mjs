// Fits packages/encoder-en/model/odds-of-record.json: the probability that a memory contains what a question asks for.
// Run it after scripts/make-encoder.mjs:
//   node scripts/fit-odds.mjs
// A logistic regression over the vectors of questions in packages/encoder-en/training: those of questions.txt, which a
// text of examples.txt answers, against those in examples.txt that their text does not answer. Both are short and
// plain, so that it learns what is asked for and not how. The file is committed.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { selectedEmbedder } from '../bench/lib/embedder.mjs';

const PACKAGE = path.join(import.meta.dirname, '../packages/encoder-en');
/** Pulls every weight towards 0. */
const DECAY = 0.009;
const STEP = 4;
const ROUNDS = 600;

const embedder = await selectedEmbedder();
const linesOf = (name) =>
  readFileSync(path.join(PACKAGE, 'training', name), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
const questions = [
  ...linesOf('questions.txt').map((text) => ({ text, is: 1 })),
  ...linesOf('examples.txt')
    .map((line) => line.split('|').map((field) => field.trim()))
    .filter((fields) => fields.length === 7)
    .map(([, , , , , unanswered]) => ({ text: unanswered, is: 0 })),
];
const rows = [];
for (const { text, is } of questions) {
  const vector = await embedder.ask(text);
  if (vector === null) continue;
  const length = Math.hypot(...vector);
  rows.push({ is, vector: vector.map((value) => value / length) });
}
embedder.save();

const width = rows[0].vector.length;
/** Both sides have the same weight. */
const counts = [0, 1].map((side) => rows.filter(({ is }) => is === side).length);
const weights = new Float64Array(width);
let start = 0;
const oddsOf = ({ vector }) => vector.reduce((sum, value, d) => sum + value * weights[d], start);
for (let round = 0; round < ROUNDS; round++) {
  const slope = new Float64Array(width);
  let slopeOfStart = 0;
  for (const row of rows) {
    const off = (1 / (1 + Math.exp(-oddsOf(row))) - row.is) * (rows.length / (2 * counts[row.is]));
    slopeOfStart += off;
    row.vector.forEach((value, d) => (slope[d] += off * value));
  }
  start -= (STEP * slopeOfStart) / rows.length;
  slope.forEach((value, d) => (weights[d] -= STEP * (value / rows.length + DECAY * weights[d])));
}
const right = rows.filter((row) => oddsOf(row) > 0 === (row.is === 1)).length;
console.log(
  `${rows.length} questions, ${((100 * right) / rows.length).toFixed(1)} % on their side`,
);

// Bytes are as good as floats here, and the file stays small.
const scale = Math.max(...weights.map(Math.abs)) / 127;
const file = path.join(PACKAGE, 'model/odds-of-record.json');
const made = {
  start: Number(start.toFixed(4)),
  scale: Number(scale.toPrecision(6)),
  weights: [...weights].map((value) => Math.round(value / scale)),
};
writeFileSync(file, `${JSON.stringify(made)}\n`);
process.exit(0);
