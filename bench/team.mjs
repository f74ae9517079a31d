// The cost of a team store: writers append to their own logs, and the worker of each machine replicates, on one machine
// with PostgreSQL. Prints append p99, the lag from an append to the memory of each reader, checkouts of readers, CPU
// beside wall time, and the cost of an event for the server.
//   npm run bench:team [-- --writers 50 --readers 16 --rate 50 --burst 500 --seconds 30 --leaving 0.3]
// Each tenth second is a burst. `--leaving` is the share of events whose content is sent; for the others the store gets
// the position in the chain. Machines that write fetch nothing, because two cores cannot do the work of so many. One
// process appends, one has the workers of all writers, and two share those of the readers. Search by meaning is off.
import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { programsOfPostgres, startCluster } from '../scripts/postgres-cluster.mjs';
import { median, option, percentile } from './lib/load.mjs';
import { cpuOf, loadTeam, openMachine, followLogs, SETTING } from './lib/team-machines.mjs';

const wanted = {
  writers: Number(option('writers', '50')),
  readers: Number(option('readers', '16')),
  rate: Number(option('rate', '50')),
  burst: Number(option('burst', '500')),
  seconds: Number(option('seconds', '30')),
  leaving: Number(option('leaving', '0.3')),
};
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function measure() {
  if (programsOfPostgres() === undefined) throw new Error('PostgreSQL is not installed.');
  const { connect, migrate } = await loadTeam('team');
  const settings = {
    max_connections: wanted.writers + wanted.readers + 70,
    shared_buffers: '256MB',
  };
  const cluster = await startCluster({ settings });
  const root = mkdtempSync(path.join(os.tmpdir(), 'hookloom-bench-'));
  try {
    const store = await connect(cluster.url, { setting: SETTING });
    await migrate(store);
    const about = { url: cluster.url, root };
    const readers = [0, 1].map((half) => startPart('readers', { ...about, half }));
    const workers = startPart('workers', about);
    for (const { ready } of readers) await ready;
    const logs = await workers.ready;
    const [before] = await store.query(FIGURES);
    const spent = cpuOf(cluster.pid());
    const started = performance.now();
    const writers = await startPart('writers', { ...about, logs }).done;
    const wall = (performance.now() - started) / 1000;
    workers.end();
    for (const part of readers) part.end();
    const [worked, read] = [
      await workers.done,
      joined(await Promise.all(readers.map(({ done }) => done))),
    ];
    const cpu = cpuOf(cluster.pid()) - spent;
    const [after] = await store.query(FIGURES);
    const [sent] = await store.query(SENT);
    await store.close();
    print({ writers, workers: worked, readers: read, wall, cpu, before, after, sent });
  } finally {
    await cluster.stop();
    rmSync(root, { recursive: true, force: true });
  }
}

const FIGURES = `SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS wal, (SELECT count(*) FROM hookloom.event) AS events,
  (SELECT sum(pg_total_relation_size(oid)) FROM pg_class
   WHERE relnamespace = 'hookloom'::regnamespace AND relkind = 'r') AS bytes`;
/** From recording to arrival in the store, for events sent in full. */
const SENT = `SELECT ${[50, 95, 99]
  .map((each) => `round(1000 * percentile_cont(0.${each}) WITHIN GROUP (ORDER BY s)) AS p${each}`)
  .join(
    ', ',
  )} FROM (SELECT extract(epoch FROM arrived_at - (line::json->>'timestamp')::timestamptz)::float8 AS s
  FROM hookloom.event WHERE type = 'decision.made' AND line IS NOT NULL) AS lags`;
/** A process for one part. `ready` resolves to its message before the work begins, `done` to its measurements. */
function startPart(part, about) {
  const child = fork(import.meta.filename, process.argv.slice(2));
  child.send({ part, ...about });
  const said = (kind) =>
    new Promise((resolve, reject) => {
      child.on('message', (message) => message.kind === kind && resolve(message.value));
      child.on('exit', (code) => code !== 0 && reject(new Error(`${part} ended with ${code}`)));
    });
  return { ready: said('ready'), done: said('done'), end: () => child.send({ over: true }) };
}

async function runPart({ part, ...about }) {
  const ended = new Promise((resolve) => process.once('message', resolve));
  const ready = (value) => process.send({ kind: 'ready', value });
  const spent = process.cpuUsage();
  const value = await PARTS[part](about, { ready, ended });
  const { user, system } = process.cpuUsage(spent);
  const done = { kind: 'done', value: { ...value, cpu: (user + system) / 1e6 } };
  process.send(done, () => process.disconnect());
}

const PARTS = {
  /** Appends to the logs of machines, as hooks do. */
  async writers({ root, logs }) {
    const { openJsonlStore } = await loadTeam('team-writers');
    process.env.HOOKLOOM_STATE_DIR = path.join(root, 'state');
    const machines = logs.map(({ dir, session }) => ({
      log: openJsonlStore({ dir }),
      session,
      count: 0,
    }));
    const appends = [];
    const running = new Set();
    const end = performance.now() + wanted.seconds * 1000;
    for (let tick = 0; performance.now() < end; tick++) {
      const rate = Math.floor(tick / 10) % 10 === 9 ? wanted.burst : wanted.rate;
      for (let left = rate / 10; left > Math.random(); left--) {
        const machine = machines[Math.floor(Math.random() * machines.length)];
        const work = append(machine, appends).finally(() => running.delete(work));
        running.add(work);
      }
      await wait(100);
    }
    await Promise.all(running);
    for (const { log } of machines) await log.close();
    return { appends: summary(appends), count: appends.length };
  },
  /** The workers of the machines that write. */
  async workers({ url, root }, { ready, ended }) {
    const team = await loadTeam('team-workers');
    process.env.HOOKLOOM_STATE_DIR = path.join(root, 'state');
    const machines = [];
    for (let at = 0; at < wanted.writers; at++)
      machines.push(await openMachine(team, { root, name: `w${at}`, url, onlySends: true }));
    for (const { runtime } of machines) await team.syncTeam(runtime.context, { fetches: false });
    for (const machine of machines) machine.start();
    ready(
      machines.map(({ workspace }) => ({
        dir: workspace.eventloomDir,
        session: workspace.session,
      })),
    );
    await ended;
    for (const machine of machines) await machine.stop();
    // Events that are not sent arrive with the poll: one more sync transfers their positions.
    for (const { runtime } of machines) {
      await team.syncTeam(runtime.context, { fetches: false });
      await runtime.close();
    }
    return {};
  },
  async readers({ url, root, half }, { ready, ended }) {
    const team = await loadTeam(`team-readers-${half}`);
    process.env.HOOKLOOM_STATE_DIR = path.join(root, 'state');
    const [lags, checkouts, machines] = [[], [], []];
    let syncs = 0;
    for (let at = half; at < wanted.readers; at += 2) {
      let fresh = () => [];
      const onSynced = (synced) => {
        syncs++;
        const now = Date.now();
        for (const line of fresh(synced)) lags.push(now - Date.parse(JSON.parse(line).timestamp));
      };
      const machine = await openMachine(team, { root, name: `r${at}`, url, onSynced });
      await team.syncTeam(machine.runtime.context, { fetches: false });
      fresh = followLogs(machine.stateDir);
      machine.start();
      machines.push(machine);
    }
    ready();
    const over = new AbortController();
    const { signal } = over;
    void ended.then(() => over.abort());
    await Promise.all(
      machines.map(async ({ runtime }, at) => {
        await wait(((at * 2 + half) / wanted.readers) * EVERY_MS);
        while (!signal.aborted) {
          const started = performance.now();
          await runtime.checkout({ query: `What was decided about decision ${at}?` });
          checkouts.push(performance.now() - started);
          await wait(EVERY_MS);
        }
      }),
    );
    // The last appended events are still in flight.
    await wait(EVERY_MS);
    for (const machine of machines) {
      await machine.stop();
      await machine.runtime.close();
    }
    return { lags, syncs, checkouts };
  },
};

/** The measurements of the halves of the readers. */
function joined(halves) {
  const all = (name) => halves.flatMap((half) => half[name]);
  const sum = (name) => halves.reduce((total, half) => total + half[name], 0);
  const lags = all('lags');
  const measured = { lags: summary(lags), checkouts: summary(all('checkouts')) };
  return { ...measured, count: lags.length, syncs: sum('syncs'), cpu: sum('cpu') };
}

/** How often each reader asks for a checkout. */
const EVERY_MS = 5000;

async function append(machine, appends) {
  const leaves = Math.random() < wanted.leaving;
  machine.count++;
  const started = performance.now();
  await machine.log.append(machine.session, [
    {
      type: leaves ? 'decision.made' : 'transcript.turn',
      actorId: 'ann',
      payload: { title: `Decision ${machine.count}`, text: 'because it holds '.repeat(25) },
      origin: { channel: 'user' },
    },
  ]);
  appends.push(performance.now() - started);
}

function summary(values) {
  return {
    p50: median(values),
    p95: percentile(values, 0.95),
    p99: percentile(values, 0.99),
    max: values.reduce((most, value) => Math.max(most, value), 0),
  };
}

function print({ writers, workers, readers, wall, cpu, before, after, sent }) {
  const ms = ({ p50, p95, p99, max }) =>
    `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, p99 ${p99.toFixed(1)}, longest ${max.toFixed(0)} ms`;
  const events = Number(after.events) - Number(before.events);
  console.log(
    `${wanted.writers} writers, ${wanted.readers} readers, ${wanted.rate} events/s with bursts of ${wanted.burst}/s for ${wanted.seconds} s, ${Math.round(wanted.leaving * 100)} % leave in full`,
  );
  console.log(`append   ${writers.count}: ${ms(writers.appends)}`);
  console.log(`lag      ${readers.count} in ${readers.syncs} syncs: ${ms(readers.lags)}`);
  console.log(
    `         of that, until the store has it: p50 ${sent.p50}, p95 ${sent.p95}, p99 ${sent.p99} ms`,
  );
  console.log(`checkout ${ms(readers.checkouts)}`);
  console.log(
    `CPU      server ${cpu.toFixed(1)} s, appends ${writers.cpu.toFixed(1)} s, workers of writers ${workers.cpu.toFixed(1)} s, readers ${readers.cpu.toFixed(1)} s, in ${wall.toFixed(1)} s of wall on ${os.availableParallelism()} cores, load ${os.loadavg()[0].toFixed(1)}`,
  );
  console.log(
    `an event ${((after.bytes - before.bytes) / events).toFixed(0)} bytes of tables and indexes, ${((after.wal - before.wal) / events).toFixed(0)} bytes of WAL`,
  );
  if (events !== writers.count)
    throw new Error(`${writers.count} appended, ${events} more in the store`);
}

if (process.send === undefined) await measure();
else process.once('message', (about) => void runPart(about));
