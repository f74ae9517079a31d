// What the memory costs as the log grows: rate of indexing, query latency, memory, disk, and how soon an appended event is found.
//   node bench/scale.mjs [--events 10000,100000] [--queries 300] [--appends 100] [--json FILE]
// A million events takes minutes and has to be asked for: --events 1000000. Questions are known items: words of one event, in a sentence.
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { agentEvents } from './lib/agent-log.mjs';
import { load, option, percentile } from './lib/load.mjs';

const sizes = option('events', '10000,100000').split(',').map(Number);
const queries = Number(option('queries', '300'));
const appends = Number(option('appends', '100'));
const json = option('json');
const SESSION = 'bench-default';
const BATCH = 1000;
/** Events to project before the rate is printed. */
const STEP = 500_000;
const MB = 1024 * 1024;
/** Queries and a million postings share one cache: the first ones are not counted. */
const WARM_UP = 20;

const { openJsonlStore, openMemory } = await load(
  'scale',
  "export { openJsonlStore } from '@hookloom/log'; export { openMemory } from '@hookloom/memory';",
);

const reports = [];
for (const count of sizes) {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'hookloom-bench-'));
  try {
    reports.push(await measure(count, dir));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
  console.log(row(reports.at(-1)));
}
if (json !== undefined) writeFileSync(json, `${JSON.stringify(reports, null, 1)}\n`);

async function measure(count, dir) {
  const store = openJsonlStore({ dir: path.join(dir, 'log') });
  const every = Math.max(1, Math.floor(count / queries));
  const asked = [];
  let batch = [];
  let seq = 0;
  for (const { marker, ...event } of agentEvents(count)) {
    if (++seq % every === 0 && asked.length < queries) asked.push({ seq, marker });
    batch.push(event);
    if (batch.length === BATCH) await store.append(SESSION, batch.splice(0), { durability: 'os' });
  }
  if (batch.length > 0) await store.append(SESSION, batch, { durability: 'os' });

  const file = path.join(dir, 'projection.sqlite');
  const memory = await openMemory({ file, store });
  const seconds = await project(memory);
  // The most this process ever held, the writing of the log included.
  const peak = process.resourceUsage().maxRSS / 1024;

  const ask = async (query) => {
    const from = performance.now();
    const busy = process.cpuUsage();
    const { facts, sources } = await memory.search({ query, sessions: [SESSION], limit: 10 });
    const { user, system } = process.cpuUsage(busy);
    const seqs = [...facts.map(({ fact }) => fact.seq), ...sources.map(({ source }) => source.seq)];
    return { ms: performance.now() - from, cpu: (user + system) / 1000, seqs };
  };
  const sentences = asked.map(({ marker, seq: wanted }, i) => ({
    wanted,
    query: [marker, `which command failed with ${marker}`, `why did we change ${marker}`][i % 3],
  }));
  for (const { query } of sentences.slice(0, WARM_UP)) await ask(query);
  const latencies = [];
  const busy = [];
  let found = 0;
  for (const { wanted, query } of sentences) {
    const { ms, cpu, seqs } = await ask(query);
    latencies.push(ms);
    busy.push(cpu);
    if (seqs.includes(wanted)) found++;
  }

  const visible = [];
  for (let i = 0; i < appends; i++) {
    const word = `fresh${i}marker`;
    const from = performance.now();
    const payload = { role: 'user', content: `${word} was said just now` };
    await store.append(SESSION, [
      { type: 'transcript.turn', actorId: 'user', payload, origin: { channel: 'user' } },
    ]);
    const { seqs } = await ask(word);
    if (!seqs.includes(count + i + 1)) throw new Error(`${word} is not found`);
    visible.push(performance.now() - from);
  }
  await memory.close();
  await store.close();
  return {
    events: count,
    indexed_per_second: Math.round(count / seconds),
    query_ms: { p50: at(latencies, 0.5), p95: at(latencies, 0.95), p99: at(latencies, 0.99) },
    query_cpu_ms: { p50: at(busy, 0.5), p95: at(busy, 0.95) },
    known_item_in_answer: round(found / sentences.length),
    append_to_found_ms: { p50: at(visible, 0.5), p95: at(visible, 0.95) },
    projection_peak_rss_mb: Math.round(peak),
    rss_mb: Math.round(process.memoryUsage().rss / MB),
    projection_mb: Math.round(sizeOf(dir, 'projection.sqlite') / MB),
    log_mb: Math.round(sizeOf(path.join(dir, 'log'), '') / MB),
  };
}

/** In steps, to see whether the rate falls as the projection grows. Returns the seconds of all. */
async function project(memory) {
  let [all, seconds, isBehind] = [0, 0, true];
  while (isBehind) {
    const [from, busy] = [performance.now(), process.cpuUsage()];
    const { projected, behind } = await memory.sync([SESSION], { maxEvents: STEP });
    const took = (performance.now() - from) / 1000;
    const { user, system } = process.cpuUsage(busy);
    all += projected;
    seconds += took;
    isBehind = behind;
    const rates = [took, (user + system) / 1e6].map((time) => Math.round(projected / time));
    console.log(`  projected ${all}: ${rates[0]} events/s, ${rates[1]} of CPU`);
  }
  return seconds;
}

function at(values, share) {
  return round(percentile(values, share));
}

function round(value) {
  return Math.round(value * 100) / 100;
}

function sizeOf(dir, prefix) {
  return readdirSync(dir)
    .filter((name) => name.startsWith(prefix))
    .reduce((sum, name) => sum + statSync(path.join(dir, name)).size, 0);
}

function row(report) {
  const { query_ms: query, query_cpu_ms: cpu, append_to_found_ms: fresh } = report;
  return [
    `scale: ${report.events} events, ${report.indexed_per_second} indexed/s`,
    `  query p50 ${query.p50} p95 ${query.p95} p99 ${query.p99} ms (CPU p50 ${cpu.p50} p95 ${cpu.p95}), known item ${report.known_item_in_answer}`,
    `  append to found p50 ${fresh.p50} p95 ${fresh.p95} ms, RSS ${report.rss_mb} MB, at most ${report.projection_peak_rss_mb} MB while projecting, projection ${report.projection_mb} MB, log ${report.log_mb} MB`,
  ].join('\n');
}
