// Fits packages/encoder-en/model/odds-of-record.json: how likely it is that somebody said what a question asks for. Run it
// after scripts/make-encoder.mjs:
//   node scripts/fit-odds.mjs
// A logistic regression over the vectors of the questions in packages/encoder-en/training/examples.txt: the ones that their
// text answers against the ones that it does not. The file is committed.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { selectedEmbedder } from '../bench/lib/embedder.mjs';

const PACKAGE = path.join(import.meta.dirname, '../packages/encoder-en');
/** Pulls every weight towards 0. */
const DECAY = 0.002;
const STEP = 4;
const ROUNDS = 3000;

const embedder = await selectedEmbedder();
const questions = readFileSync(path.join(PACKAGE, 'training/examples.txt'), 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((field) => field.trim()))
  .filter((fields) => fields.length === 7)
  .flatMap(([, , answered, , , unanswered]) => [
    { text: answered, is: 1 },
    { text: unanswered, is: 0 },
  ]);
const rows = [];
for (const { text, is } of questions) {
  const vector = await embedder.ask(text);
  if (vector === null) continue;
  const length = Math.hypot(...vector);
  rows.push({ is, vector: vector.map((value) => value / length) });
}
embedder.save();

const width = rows[0].vector.length;
const weights = new Float64Array(width);
let start = 0;
const oddsOf = ({ vector }) => vector.reduce((sum, value, d) => sum + value * weights[d], start);
for (let round = 0; round < ROUNDS; round++) {
  const slope = new Float64Array(width);
  let slopeOfStart = 0;
  for (const row of rows) {
    const off = 1 / (1 + Math.exp(-oddsOf(row))) - row.is;
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
