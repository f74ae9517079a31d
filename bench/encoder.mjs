// What the packaged encoder costs: the first question with its start, later questions, and texts in the background.
//   node bench/encoder.mjs [--rounds 30] [--from WORKTREE] [--json FILE]
// With --from, the encoder of another worktree takes turns with this one, and the ratio of both is printed.
import { copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { load, median, option } from './lib/load.mjs';

const rounds = Number(option('rounds', '30'));
const sentence = 'We decided to keep the receipts of every order in PostgreSQL 16 for ten years.';
const long = Array.from({ length: 9 }, (_, at) => `Step ${at}: ${sentence.slice(11, 54)}`);
const texts = { sentence, '400 characters': long.join(' ').slice(0, 400) };
const question = (at) => `How long do we keep the receipt number ${at} of an order?`;

const mine = await open('this', undefined);
const from = option('from');
const other = from === undefined ? undefined : await open('other', path.resolve(from));
const figures = {};
for (const name of ['question', ...Object.keys(texts)]) {
  const costs = [];
  const others = [];
  for (let at = 0; at < rounds; at++) {
    // Each round asks something new, because the product remembers the vectors of questions.
    const run = ({ embedder }) =>
      name === 'question' ? embedder.ask(question(at)) : embedder.embed([`${at} ${texts[name]}`]);
    costs.push(await cost(() => run(mine)));
    if (other !== undefined) others.push(await cost(() => run(other)));
  }
  const cpu = median(costs.map(({ cpuMs }) => cpuMs));
  figures[name] = {
    'CPU, ms': rounded(cpu),
    'wall, ms': rounded(median(costs.map(({ wallMs }) => wallMs))),
    ...(other !== undefined && {
      'CPU of the other, ms': rounded(median(others.map(({ cpuMs }) => cpuMs))),
      'other / this': rounded(median(costs.map(({ cpuMs }, at) => others[at].cpuMs / cpuMs))),
    }),
  };
}
figures['first question, with the start'] = mine.first;
console.table(figures);
const json = option('json');
if (json !== undefined) writeFileSync(json, JSON.stringify(figures, null, 1));
process.exit(0);

async function open(name, root) {
  const memory = process.memoryUsage().rss;
  const { configuredEmbedder } = await load(
    `encoder-${name}/bundle`,
    `export { configuredEmbedder } from './packages/worker/src/embedders/configured-embedder.ts';`,
    ...(root === undefined ? [] : [root]),
  );
  const source = root ?? path.dirname(import.meta.dirname);
  const folder = path.join(import.meta.dirname, '../node_modules/.cache/hookloom-bench');
  for (const file of ['onnx-thread.cjs', 'encoder-thread.cjs'])
    copyFileSync(
      path.join(source, 'packages/worker/src/embedders/onnx', file),
      path.join(folder, `encoder-${name}`, file),
    );
  const embedder = await configuredEmbedder(process.env);
  const { cpuMs, wallMs } = await cost(() => embedder.ask(question('one')));
  const mb = (process.memoryUsage().rss - memory) / 1_048_576;
  const first = { 'CPU, ms': rounded(cpuMs), 'wall, ms': rounded(wallMs), MB: Math.round(mb) };
  return { embedder, first };
}

async function cost(run) {
  const before = process.cpuUsage();
  const start = performance.now();
  await run();
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000, wallMs: performance.now() - start };
}

function rounded(value) {
  return Math.round(value * 10) / 10;
}
