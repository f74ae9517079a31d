// Quality of memory_query on question sets, through the product's own operations: append, project, query.
//   node bench/retrieval.mjs --data FILE_OR_FOLDER --kind locomo|realtalk|cosqa|coding [--split dev|test|all] [--pooled]
//     [--tier words|meaning] [--profile balanced|precision|recall|temporal] [--notes] [--only-product] [--json FILE]
// The public sets are not ours to ship. OVERALL leaves out LoCoMo's adversarial questions, which name the wrong speaker.
// See bench/README.md for the metrics, the baselines and the form of a set of our own.
import { writeFileSync } from 'node:fs';
import { fts5Baselines } from './lib/fts5-baselines.mjs';
import { selectedEmbedder } from './lib/embedder.mjs';
import { load, option, percentile } from './lib/load.mjs';
import { loadSpaces } from './lib/retrieval-data.mjs';
import { mean, measure } from './lib/retrieval-metrics.mjs';

const kind = option('kind', 'locomo');
const split = option('split', 'dev');
const data = option('data');
const profile = option('profile', 'balanced');
const json = option('json');
const tier = option('tier', 'words');
const has = (name) => process.argv.includes(`--${name}`);
if (data === undefined && kind !== 'coding') throw new Error('--data FILE_OR_FOLDER is needed');
if (!['words', 'meaning'].includes(tier)) throw new Error('--tier is words or meaning');
const DEPTH = 50;
const SESSION = 'talk';

const product = await load(
  'retrieval',
  `export { createMemoryStore } from '@hookloom/log';
   export { openMemory } from '@hookloom/memory';
   export { openDatabase } from './packages/memory/src/store/sqlite/driver.ts';
   export { STOP_WORDS } from './packages/memory/src/words/analyze.ts';
   export { query } from './packages/worker/src/operations/query.ts';`,
);
const embedder = tier === 'meaning' ? await selectedEmbedder() : undefined;

const rows = [];
for (const space of loadSpaces(kind, data, split, has('pooled'))) {
  const engines = [await hookloom(space)];
  if (!has('only-product')) engines.push(...(await fts5Baselines(product, space.turns)));
  const turns = new Map(space.turns.map((turn) => [turn.id, turn]));
  // Characters over four, and eight for speaker, day and citation.
  const tokensOf = (id) => Math.ceil(turns.get(id).text.length / 4) + 8;
  for (const { id, text, gold, category } of space.questions) {
    for (const { name, ask } of engines) {
      const started = performance.now();
      const ranked = await ask(text, DEPTH);
      const ms = performance.now() - started;
      const conversation = has('pooled') ? id.split('#')[0] : space.name;
      rows.push({
        engine: name,
        id,
        conversation,
        category,
        ms,
        metrics: measure(ranked, gold, tokensOf),
      });
    }
  }
  for (const { close } of engines) await close();
}

const names = [...new Set(rows.map(({ engine }) => engine))];
const report = Object.fromEntries(names.map((name) => [name, reportOf(name)]));
for (const name of names) print(name, report[name]);
if (json !== undefined) {
  const settings = { kind, split, tier, pooled: has('pooled'), notes: has('notes') };
  writeFileSync(json, `${JSON.stringify({ ...settings, report, rows }, null, 1)}\n`);
}

async function hookloom(space) {
  const store = product.createMemoryStore();
  const idOfSeq = new Map();
  for (let at = 0; at < space.turns.length; at += 500) {
    const part = space.turns.slice(at, at + 500);
    const results = await store.append(SESSION, part.map(eventOf));
    results.forEach(({ seq }, i) => idOfSeq.set(seq, part[i].id));
  }
  const memory = await product.openMemory({
    file: ':memory:',
    store,
    ...(embedder && { embedder }),
  });
  await memory.sync();
  await memory.vectors?.embedAll();
  embedder?.save();
  // Without a snapshot, `query` uses this search.
  const asked = {
    ...memory,
    snapshot: undefined,
    search: (request) => memory.search({ ...request, scoring: profile }),
  };
  const context = {
    workspace: { session: SESSION },
    store,
    memory: { open: () => Promise.resolve({ ok: true, memory: asked }) },
    drain: () => Promise.resolve(),
  };
  return {
    name: 'hookloom',
    async ask(text, limit) {
      const found = await product.query(context, { query: text, limit });
      const ids = found.map(({ citation }) =>
        idOfSeq.get(Number(/events\/(\d+)#/.exec(citation)[1])),
      );
      return [...new Set(ids)];
    },
    async close() {
      await memory.close();
      await store.close();
    },
  };
}

function eventOf({ text, speaker, day, group, note, event }) {
  const noted = has('notes') && note !== undefined ? { note } : {};
  if (event !== undefined) {
    const origin = event.origin ?? { channel: 'tool', session_id: group };
    return { ...event, origin, payload: { ...event.payload, ...noted } };
  }
  return {
    type: 'transcript.turn',
    actorId: speaker,
    payload: { role: speaker, content: text, ...noted },
    origin: { channel: 'user', session_id: group },
    // A turn without a day gets one that no question names.
    timestamp: `${day === '' ? '1999-01-01' : day}T12:00:00.000Z`,
  };
}

function reportOf(engine) {
  const own = rows.filter((row) => row.engine === engine);
  const counted = own.filter(({ category }) => category !== 'adversarial');
  const groups = (of, key) =>
    Object.fromEntries(
      [...new Set(of.map((row) => row[key]))].map((value) => [
        value,
        group(of.filter((row) => row[key] === value)),
      ]),
    );
  const ms = own.map((row) => row.ms);
  return {
    categories: { ...groups(own, 'category'), OVERALL: group(counted) },
    conversations: groups(counted, 'conversation'),
    latency_ms: { p50: percentile(ms, 0.5), p95: percentile(ms, 0.95) },
  };
}

function group(part) {
  return { n: part.length, ...mean(part.map(({ metrics }) => metrics)) };
}

function print(name, { categories, conversations, latency_ms: { p50, p95 } }) {
  console.log(
    `\n${name}: ${kind} ${split}${has('pooled') ? ' pooled' : ''}${has('notes') ? ' with notes' : ''}, ${tier} tier, p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
  );
  const columns = Object.keys(categories.OVERALL).filter((column) => column !== 'n');
  console.log(`${''.padEnd(13)}${'n'.padStart(5)}${columns.map((c) => c.padStart(9)).join('')}`);
  for (const [category, { n, ...metrics }] of Object.entries(categories)) {
    const cells = columns.map((column) => (100 * metrics[column]).toFixed(1).padStart(9));
    console.log(`${category.padEnd(13)}${String(n).padStart(5)}${cells.join('')}`);
  }
  if (kind === 'cosqa') return;
  const folds = Object.entries(conversations).map(
    ([conversation, metrics]) => `${conversation} ${(100 * metrics['R@10']).toFixed(1)}`,
  );
  console.log(`R@10 by conversation: ${folds.join(', ')}`);
}
