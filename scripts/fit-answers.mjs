// Fits packages/encoder-en/model/answers.json: whether a text answers a question or is only about its subject.
// Run it after scripts/make-encoder.mjs:
//   node scripts/fit-answers.mjs
// The log-odds are the cosine of both vectors, with a weight, plus a bilinear form of low rank: sum over r of
// (asked[r] · question) × (answering[r] · text). It learns pairs from packages/encoder-en/training: questions with the
// text that answers them, and the same questions with a text on the same subject that does not. In projects.txt each of
// the two texts answers questions, so that neither the texts nor the questions alone tell what belongs together.
// As in the training of the encoder, every fourth project is left out, and the AUC over its pairs is printed. The file is
// committed.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { auc } from '../bench/lib/answer-metrics.mjs';
import { selectedEmbedder } from '../bench/lib/embedder.mjs';

const PACKAGE = path.join(import.meta.dirname, '../packages/encoder-en');
const RANK = 32;
const EPOCHS = 12;
const BATCH = 512;
const RATE = 1e-3;
/** Pulls every weight towards 0. */
const DECAY = 0.05;
const START_COSINE = 8;
const START = -3;
/** Unit vectors of this width have small parts: makes the steps of the form as large as those of the cosine. */
const SHARP = 4;
/** Examples between two saves of the vectors, which take ten minutes on a busy machine. */
const SAVED_EVERY = 500;

const embedder = await selectedEmbedder();
const pairs = [...(await pairsOf('projects.txt')), ...(await pairsOf('examples.txt'))];
embedder.save();
const isHeld = ({ project }) => project >= 0 && project % 4 === 0;
const fitted = fit(pairs.filter((pair) => !isHeld(pair)));
check(fitted, pairs.filter(isHeld));
write(fitted);
process.exit(0);

/** `{ project, question, text, is }` with unit vectors. */
async function pairsOf(name) {
  let project = -1;
  const made = [];
  let read = 0;
  for (const line of readFileSync(path.join(PACKAGE, 'training', name), 'utf8').split('\n')) {
    if (line.startsWith('#')) project++;
    const fields = line.split('|').map((field) => field.trim());
    if (fields.length < 7) continue;
    if (++read % SAVED_EVERY === 0) embedder.save();
    const [role, text, one, other, near, unanswered, , ofNear] = fields;
    // As turns are recorded.
    const turns = [text, near].map((each) => `${role}: ${each}`);
    const [told, beside] = (await embedder.embed(turns)).map(unit);
    for (const asked of [one, other, unanswered, ofNear]) {
      if (asked === undefined) continue;
      const question = unit(await embedder.ask(asked));
      made.push({ project, question, text: told, is: asked === one || asked === other ? 1 : 0 });
      made.push({ project, question, text: beside, is: asked === ofNear ? 1 : 0 });
    }
  }
  return made;
}

function unit(vector) {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Adam over batches in a seeded order. */
function fit(learned) {
  const dice = seeded(7);
  const width = learned[0].text.length;
  const size = RANK * width;
  // Both matrices, then the weight of the cosine and the constant.
  const weights = new Float64Array(2 * size + 2);
  for (let at = 0; at < 2 * size; at++) weights[at] = (dice() - 0.5) * 0.1;
  weights.set([START_COSINE, START], 2 * size);
  const mean = new Float64Array(weights.length);
  const square = new Float64Array(weights.length);
  const order = learned.map((_, at) => at);
  let step = 0;
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    shuffle(order, dice);
    for (let from = 0; from < order.length; from += BATCH) {
      const slope = slopeOf(
        weights,
        order.slice(from, from + BATCH).map((at) => learned[at]),
      );
      step++;
      for (let at = 0; at < weights.length; at++) {
        mean[at] = 0.9 * mean[at] + 0.1 * slope[at];
        square[at] = 0.999 * square[at] + 0.001 * slope[at] ** 2;
        const by =
          mean[at] / (1 - 0.9 ** step) / (Math.sqrt(square[at] / (1 - 0.999 ** step)) + 1e-8);
        weights[at] -= RATE * (by + (at < 2 * size ? DECAY * weights[at] : 0));
      }
    }
  }
  return { weights, width };
}

/** The parts of both matrices for a pair, and its log-odds. */
function read(weights, { question, text }) {
  const width = text.length;
  const size = RANK * width;
  const asked = new Float64Array(RANK);
  const answering = new Float64Array(RANK);
  let odds = weights[2 * size + 1] + weights[2 * size] * dot(question, text);
  for (let r = 0; r < RANK; r++) {
    for (let d = 0; d < width; d++) {
      asked[r] += weights[r * width + d] * question[d];
      answering[r] += weights[size + r * width + d] * text[d];
    }
    odds += SHARP * asked[r] * answering[r];
  }
  return { asked, answering, odds };
}

function slopeOf(weights, batch) {
  const slope = new Float64Array(weights.length);
  for (const pair of batch) {
    const { question, text, is } = pair;
    const width = text.length;
    const size = RANK * width;
    const { asked, answering, odds } = read(weights, pair);
    const off = (1 / (1 + Math.exp(-odds)) - is) / batch.length;
    for (let r = 0; r < RANK; r++)
      for (let d = 0; d < width; d++) {
        slope[r * width + d] += off * SHARP * answering[r] * question[d];
        slope[size + r * width + d] += off * SHARP * asked[r] * text[d];
      }
    slope[2 * size] += off * dot(question, text);
    slope[2 * size + 1] += off;
  }
  return slope;
}

function dot(a, b) {
  return a.reduce((sum, value, d) => sum + value * b[d], 0);
}

function check({ weights }, held) {
  const aucOf = (score) =>
    auc(...[1, 0].map((side) => held.filter(({ is }) => is === side).map(score))).toFixed(3);
  const byCosine = aucOf(({ question, text }) => dot(question, text));
  console.log(`AUC ${aucOf((pair) => read(weights, pair).odds)}, by cosine ${byCosine}`);
}

/** Bytes are as good as floats here, and the file stays small. */
function write({ weights, width }) {
  const size = RANK * width;
  const [asked, answering] = [weights.slice(0, size), weights.slice(size, 2 * size)].map((part) => {
    const scale = Math.max(...part.map(Math.abs)) / 127;
    const bytes = Int8Array.from(part, (value) => Math.round(value / scale));
    return { scale, bytes: Buffer.from(bytes.buffer).toString('base64') };
  });
  const made = {
    rank: RANK,
    cosine: Number(weights[2 * size].toFixed(4)),
    scale: Number((SHARP * asked.scale * answering.scale).toPrecision(6)),
    asked: asked.bytes,
    answering: answering.bytes,
  };
  writeFileSync(path.join(PACKAGE, 'model/answers.json'), `${JSON.stringify(made)}\n`);
}

function shuffle(list, dice) {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(dice() * (at + 1));
    [list[at], list[other]] = [list[other], list[at]];
  }
}

/** Numbers from 0 to 1, the same in every run. */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
