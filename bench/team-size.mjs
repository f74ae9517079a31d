// The cost of a large team store for one member: fetching it, indexing it, and then checkouts. The logs of the writers
// are those of agents; prompts and answers are sent, too. Sizes are reached one after another in the same store.
//   npm run bench:team-size [-- --events 50000,200000 --writers 10 --questions 60]
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startCluster } from '../scripts/postgres-cluster.mjs';
import { agentEvents } from './lib/agent-log.mjs';
import { median, option, percentile } from './lib/load.mjs';
import { loadTeam, openMachine, SETTING } from './lib/team-machines.mjs';

const sizes = option('events', '50000,200000').split(',').map(Number);
const writers = Number(option('writers', '10'));
const questions = Number(option('questions', '60'));
const BATCH = 1000;
const MB = 1024 * 1024;

const team = await loadTeam('team-size');
const cluster = await startCluster({ settings: { shared_buffers: '256MB', max_wal_size: '4GB' } });
const root = mkdtempSync(path.join(os.tmpdir(), 'hookloom-bench-'));
process.env.HOOKLOOM_STATE_DIR = path.join(root, 'state');
const machines = [];
try {
  const store = await team.connect(cluster.url, { setting: SETTING });
  await team.migrate(store);
  const open = async (name) => {
    const machine = await openMachine(team, { root, name, url: cluster.url, send: 'memory' });
    machines.push(machine);
    return machine;
  };
  const all = [];
  for (let at = 0; at < writers; at++) all.push(await open(`w${at}`));
  const reader = await open('reader');
  const markers = [];
  let seq = 0;
  let batch = [];
  const events = agentEvents(sizes.at(-1));
  for (const size of sizes) {
    for (; seq < size; seq++) {
      const { marker, ...event } = events.next().value;
      if (seq % 100 === 0) markers.push(marker);
      batch.push(event);
      if (batch.length < BATCH) continue;
      const { runtime, workspace } = all[Math.floor(seq / BATCH) % writers];
      await runtime.store.append(workspace.session, batch, { durability: 'os' });
      batch = [];
    }
    const sent = await timed(async () => {
      for (const { runtime } of all) await team.syncTeam(runtime.context, { fetches: false });
    });
    const fetched = await timed(() => team.syncTeam(reader.runtime.context));
    const asked = [];
    for (let at = 0; at < questions; at++) {
      const query = `Why did we change ${markers[Math.floor((at / questions) * markers.length)]}?`;
      asked.push(await timed(() => reader.runtime.checkout({ query })));
    }
    const of = (field, share) =>
      percentile(
        asked.map((each) => each[field]),
        share,
      ).toFixed(0);
    const [{ bytes, left }] = await store.query(
      "SELECT sum(pg_total_relation_size(oid)) AS bytes, (SELECT count(line) FROM hookloom.event) AS left FROM pg_class WHERE relnamespace = 'hookloom'::regnamespace AND relkind = 'r'",
    );
    console.log(
      `${size} events of ${writers} writers, ${left} in full, load ${os.loadavg()[0].toFixed(1)}`,
    );
    console.log(`  sent in ${inSeconds(sent)}, fetched and indexed in ${inSeconds(fetched)}`);
    console.log(
      `  checkout p50 ${median(asked.map(({ ms }) => ms)).toFixed(0)}, p95 ${of('ms', 0.95)} ms; of CPU p95 ${of('cpu', 0.95)} ms`,
    );
    console.log(
      `  store ${(bytes / MB).toFixed(0)} MB, copies of logs ${sizeOf(reader.stateDir, '.jsonl')} MB, projection ${sizeOf(reader.workspace.eventloomDir, 'sqlite')} MB, memory of the process ${(process.memoryUsage().rss / MB).toFixed(0)} MB`,
    );
  }
  await store.close();
} finally {
  for (const { runtime } of machines) await runtime.close();
  await cluster.stop();
  rmSync(root, { recursive: true, force: true });
}

async function timed(work) {
  const [began, busy] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(busy);
  return { ms: performance.now() - began, cpu: (user + system) / 1000 };
}

function inSeconds({ ms, cpu }) {
  return `${(ms / 1000).toFixed(0)} s (CPU ${(cpu / 1000).toFixed(0)} s)`;
}

function sizeOf(folder, part) {
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.includes(part));
  const bytes = files.reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
  return (bytes / MB).toFixed(0);
}
