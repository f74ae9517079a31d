// The memory in PostgreSQL beside the one in a file: rate of projecting the same log, then the same checkouts of both
// in turn.
//   npm run bench:postgres-projection [-- --events 100000 --questions 100]
// Needs PostgreSQL on this machine. CPU is that of this process without the server's.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startCluster } from '../scripts/postgres-cluster.mjs';
import { agentEvents } from './lib/agent-log.mjs';
import { load, option, percentile } from './lib/load.mjs';

const SESSION = 'bench-default';
const WARM_UP = 10;
const count = Number(option('events', '100000'));
const asked = Number(option('questions', '100'));
const { checkout, openJsonlStore, openMemory, postgresProjection } = await load(
  'postgres-projection',
  `export { openJsonlStore } from '@hookloom/log'; export { openMemory, postgresProjection } from '@hookloom/memory';
   export { leanCheckout as checkout } from '@hookloom/memory/checkout';`,
);
const thread = path.resolve(
  import.meta.dirname,
  '../packages/memory/src/store/postgres/projection-thread.cjs',
);

const dir = mkdtempSync(path.join(os.tmpdir(), 'hookloom-bench-'));
const cluster = await startCluster({ settings: { shared_buffers: '256MB' } });
try {
  const store = openJsonlStore({ dir });
  const questions = await fill(store);
  const projection = postgresProjection({
    url: cluster.url,
    setting: 'HOOKLOOM_PROJECTION_URL',
    schema: 'hookloom_projection_bench',
    timeoutMs: 60_000,
    thread: pathToFileURL(thread),
  });
  const kinds = [
    { name: 'embedded', open: () => openMemory({ file: path.join(dir, 'p.sqlite'), store }) },
    { name: 'postgres', open: () => openMemory({ file: ':memory:', projection, store }) },
  ];
  for (const kind of kinds) {
    kind.memory = await kind.open();
    const spent = await timed(() => kind.memory.sync());
    const waits = kind.name === 'postgres' ? projection.bridge.waits : 0;
    console.log(
      `${kind.name}: ${count} events projected, ${rate(spent.ms)} events/s, ${rate(spent.cpu)} of CPU${waits > 0 ? `, ${(waits / count).toFixed(2)} round trips an event` : ''}, load ${os.loadavg()[0].toFixed(1)}`,
    );
    Object.assign(kind, { times: [], busy: [], waits: [] });
  }
  for (const [at, { marker, seq }] of questions.entries())
    for (const kind of kinds) {
      const { memory } = kind;
      const deps = { memory, store, clock: { now: () => 1_790_000_000_000 } };
      const waits = projection.bridge.waits;
      let answer;
      const { ms, cpu } = await timed(async () => {
        answer = await checkout(deps, { query: marker, session: SESSION });
      });
      if (at < WARM_UP) continue;
      kind.times.push(ms);
      kind.busy.push(cpu);
      kind.waits.push(projection.bridge.waits - waits);
      kind.found = (kind.found ?? 0) + Number(JSON.stringify(answer).includes(`/events/${seq}#`));
    }
  for (const { name, times, busy, waits, found, memory } of kinds) {
    const of = (values, share) => percentile(values, share).toFixed(0);
    console.log(
      `${name}: checkout p50 ${of(times, 0.5)} ms, p95 ${of(times, 0.95)} ms; of CPU p50 ${of(busy, 0.5)}, p95 ${of(busy, 0.95)} ms${name === 'postgres' ? `; round trips p50 ${of(waits, 0.5)}, p95 ${of(waits, 0.95)}` : ''}; known item ${found} of ${times.length}`,
    );
    await memory.close();
  }
  await store.close();
} finally {
  await cluster.stop();
  rmSync(dir, { recursive: true, force: true });
}

/** Words of one event each, from events all over the log. */
async function fill(store) {
  const every = Math.floor(count / (asked + WARM_UP));
  const questions = [];
  let batch = [];
  let seq = 0;
  for (const { marker, ...event } of agentEvents(count)) {
    batch.push(event);
    if (++seq % every === 0 && questions.length < asked + WARM_UP) questions.push({ marker, seq });
    if (batch.length === 1000) await store.append(SESSION, batch.splice(0), { durability: 'os' });
  }
  if (batch.length > 0) await store.append(SESSION, batch, { durability: 'os' });
  return questions;
}

async function timed(work) {
  const cpu = process.cpuUsage();
  const from = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { ms: performance.now() - from, cpu: (user + system) / 1000 };
}

function rate(ms) {
  return Math.round(count / (ms / 1000));
}
