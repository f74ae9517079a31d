// Quality of the verbatim lane on public question sets, through the public interface: append, open, search.
//   node bench/retrieval.mjs --data FILE_OR_FOLDER --kind locomo|realtalk|cosqa|coding --split dev|test|all [--pooled] [--json FILE]
// The sets are not ours to ship. OVERALL leaves out LoCoMo's adversarial questions, which name the wrong speaker.
import { writeFileSync } from 'node:fs';
import { load, option, percentile } from './lib/load.mjs';
import { loadSpaces } from './lib/retrieval-data.mjs';
import { mean, measure } from './lib/retrieval-metrics.mjs';

const kind = option('kind', 'locomo');
const split = option('split', 'dev');
const data = option('data');
const json = option('json');
const pooled = process.argv.includes('--pooled');
if (data === undefined && kind !== 'coding') throw new Error('--data FILE_OR_FOLDER is needed');
const { createMemoryStore, openMemory } = await load(
  'retrieval',
  "export { createMemoryStore } from '@hookloom/log'; export { openMemory } from '@hookloom/memory';",
);

const rows = [];
const latencies = [];
for (const space of loadSpaces(kind, data, split, pooled)) {
  const store = createMemoryStore();
  const idOfSeq = new Map();
  const turns = new Map(space.turns.map((turn) => [turn.id, turn]));
  for (let at = 0; at < space.turns.length; at += 500) {
    const part = space.turns.slice(at, at + 500);
    const results = await store.append(
      'talk',
      part.map(
        ({ text, speaker, day, group, event }) =>
          event ?? {
            type: 'transcript.turn',
            actorId: speaker,
            payload: { role: speaker, content: text },
            origin: { channel: 'user', session_id: group },
            // A turn without a day gets one that no question names.
            timestamp: `${day === '' ? '1999-01-01' : day}T12:00:00.000Z`,
          },
      ),
    );
    results.forEach(({ seq }, i) => idOfSeq.set(seq, part[i].id));
  }
  const memory = await openMemory({ file: ':memory:', store });
  await memory.sync();
  // Characters over four, and eight for speaker, day and citation.
  const tokensOf = (id) => Math.ceil(turns.get(id).text.length / 4) + 8;
  for (const { id, text, gold, category } of space.questions) {
    const started = performance.now();
    const hits = await memory.searchSources({ query: text, sessions: ['talk'], limit: 50 });
    latencies.push(performance.now() - started);
    const ranked = hits.map(({ source }) => idOfSeq.get(source.seq));
    rows.push({ id, category, metrics: measure(ranked, gold, tokensOf) });
  }
  await memory.close();
  await store.close();
}

const report = {};
for (const category of new Set(rows.map((row) => row.category))) {
  report[category] = group(rows.filter((row) => row.category === category));
}
report.OVERALL = group(rows.filter((row) => row.category !== 'adversarial'));
console.log(
  `retrieval: ${kind} ${split}${pooled ? ' pooled' : ''}, p50 ${percentile(latencies, 0.5).toFixed(1)} ms, p95 ${percentile(latencies, 0.95).toFixed(1)} ms`,
);
for (const [category, { n, ...metrics }] of Object.entries(report)) {
  const cells = Object.entries(metrics).map(
    ([name, value]) => `${name} ${(100 * value).toFixed(1)}`,
  );
  console.log(`${category.padEnd(12)} n ${String(n).padStart(4)}  ${cells.join('  ')}`);
}
if (json !== undefined)
  writeFileSync(json, `${JSON.stringify({ kind, split, pooled, report, rows }, null, 1)}\n`);

function group(part) {
  return { n: part.length, ...mean(part.map(({ metrics }) => metrics)) };
}
