// What a team store costs: writers append to their own logs and replicate, readers fetch, on one machine with PostgreSQL.
// Prints append p99, lag of replication p99, time of a fetch, CPU beside wall, and what an event costs the server.
//   npm run bench:team [-- --writers 50 --readers 16 --rate 50 --burst 500 --seconds 30 --leaving 0.3 --interval 1]
// Each tenth second is a burst. `--leaving` is the share of events whose content leaves; of the others the store gets the
// place in the chain. `--interval` is how often each machine syncs; the worker does it every 30 s.
import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { programsOfPostgres, startCluster } from '../scripts/postgres-cluster.mjs';
import { load, median, option, percentile } from './lib/load.mjs';

const wanted = {
  writers: Number(option('writers', '50')),
  readers: Number(option('readers', '16')),
  rate: Number(option('rate', '50')),
  burst: Number(option('burst', '500')),
  seconds: Number(option('seconds', '30')),
  leaving: Number(option('leaving', '0.3')),
  interval: Number(option('interval', '1')),
};
const PROJECT = 'shop';
const SETTING = 'HOOKLOOM_TEAM_URL';
const CODE = `export { openJsonlStore } from '@hookloom/log';
  export { connect, migrate, pullLogs, pushLog } from '@hookloom/log/team/index';`;
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function measure() {
  if (programsOfPostgres() === undefined) throw new Error('PostgreSQL is not installed.');
  const { connect, migrate } = await load('team', CODE);
  const settings = {
    max_connections: wanted.writers + wanted.readers + 20,
    shared_buffers: '256MB',
  };
  const cluster = await startCluster({ settings });
  const root = mkdtempSync(path.join(os.tmpdir(), 'hookloom-bench-'));
  try {
    const store = await connect(cluster.url, { setting: SETTING });
    await migrate(store);
    const [before] = await store.query(FIGURES);
    const spent = cpuOf(cluster.pid());
    const started = performance.now();
    const [writers, readers] = await Promise.all(
      ['writers', 'readers'].map((part) => runPart(part, { url: cluster.url, root })),
    );
    const wall = (performance.now() - started) / 1000;
    const cpu = cpuOf(cluster.pid()) - spent;
    const [after] = await store.query(FIGURES);
    const [lag] = await store.query(LAG);
    await store.close();
    print({ writers, readers, wall, cpu, before, after, lag });
  } finally {
    await cluster.stop();
    rmSync(root, { recursive: true, force: true });
  }
}

const FIGURES = `SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS wal, (SELECT count(*) FROM hookloom.event) AS events,
  (SELECT sum(pg_total_relation_size(oid)) FROM pg_class
   WHERE relnamespace = 'hookloom'::regnamespace AND relkind = 'r') AS bytes`;
/** Both clocks are that of this machine. */
const LAG = `SELECT percentile_cont(ARRAY[0.5, 0.99, 1]) WITHIN GROUP (ORDER BY
  extract(epoch FROM arrived_at - (line::json->>'timestamp')::timestamptz)) AS seconds
  FROM hookloom.event WHERE line IS NOT NULL`;

function runPart(part, about) {
  const child = fork(import.meta.filename, process.argv.slice(2));
  child.send({ part, ...about });
  return new Promise((resolve, reject) => {
    child.on('message', resolve);
    child.on('exit', (code) => code !== 0 && reject(new Error(`${part} ended with ${code}`)));
  });
}

const PARTS = {
  async writers({ url, root }) {
    const { openJsonlStore, connect, pushLog } = await load('team-writers', CODE);
    process.env.HOOKLOOM_STATE_DIR = path.join(root, 'state');
    const appends = [];
    const over = new AbortController();
    const { signal } = over;
    const machines = Array.from({ length: wanted.writers }, (_, at) => {
      const dir = path.join(root, `w${at}`, '.eventloom');
      mkdirSync(dir, { recursive: true, mode: 0o700 });
      return { at, dir, log: openJsonlStore({ dir }), writer: `w${at}@bench`, count: 0 };
    });
    const spent = process.cpuUsage();
    const syncs = machines.map(async (machine) => {
      const connection = await connect(url, { setting: SETTING, max: 1 });
      const { dir: eventloomDir, writer } = machine;
      const mayLeave = ({ payload }) => payload.leaves === true;
      let pushed = 0;
      await wait((machine.at / wanted.writers) * wanted.interval * 1000);
      while (!signal.aborted || pushed < machine.count) {
        const { count } = machine;
        const request = { eventloomDir, project: PROJECT, writer, mayLeave };
        if (pushed < count) await pushLog(connection, request, 's');
        pushed = count;
        await wait(wanted.interval * 1000);
      }
      await connection.close();
    });
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
    over.abort();
    await Promise.all(syncs);
    for (const { log } of machines) await log.close();
    const { user, system } = process.cpuUsage(spent);
    process.send({ appends: summary(appends), count: appends.length, cpu: (user + system) / 1e6 });
    process.disconnect();
  },
  async readers({ url, root }) {
    const { connect, pullLogs } = await load('team-readers', CODE);
    const fetches = [];
    const spent = process.cpuUsage();
    const end = performance.now() + wanted.seconds * 1000;
    await Promise.all(
      Array.from({ length: wanted.readers }, async (_, at) => {
        const home = path.join(root, `r${at}`);
        const folder = path.join(home, 'logs');
        const connection = await connect(url, { setting: SETTING, max: 1 });
        await wait((at / wanted.readers) * wanted.interval * 1000);
        while (performance.now() < end) {
          const started = performance.now();
          const request = { eventloomDir: path.join(home, '.eventloom'), folder };
          await pullLogs(connection, { ...request, project: PROJECT, writer: `r${at}@bench` });
          fetches.push(performance.now() - started);
          await wait(wanted.interval * 1000);
        }
        await connection.close();
      }),
    );
    const { user, system } = process.cpuUsage(spent);
    process.send({ fetches: summary(fetches), count: fetches.length, cpu: (user + system) / 1e6 });
    process.disconnect();
  },
};

async function append(machine, appends) {
  const leaves = Math.random() < wanted.leaving;
  const started = performance.now();
  await machine.log.append('s', [
    {
      type: 'decision.made',
      actorId: 'ann',
      payload: { leaves, title: `Decision ${machine.count}`, text: 'because it holds '.repeat(25) },
      origin: { channel: 'user' },
    },
  ]);
  machine.count++;
  appends.push(performance.now() - started);
}

function summary(values) {
  return { p50: median(values), p99: percentile(values, 0.99), max: Math.max(...values) };
}

/** Seconds that the server and its children have used. */
function cpuOf(pid) {
  const own = (of) => {
    const fields = readFileSync(`/proc/${of}/stat`, 'utf8').split(') ')[1].split(' ').map(Number);
    // utime, stime; cutime, cstime of children that ended.
    return fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0) / 100;
  };
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  return [pid, ...children.filter(Boolean)].reduce((sum, of) => sum + own(of), 0);
}

function print({ writers, readers, wall, cpu, before, after, lag }) {
  const ms = ({ p50, p99, max }) =>
    `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, longest ${max.toFixed(0)} ms`;
  const events = Number(after.events) - Number(before.events);
  const [half, most, longest] = lag.seconds.map((seconds) => seconds.toFixed(2));
  console.log(
    `${wanted.writers} writers, ${wanted.readers} readers, ${wanted.rate} events/s with bursts of ${wanted.burst}/s, sync every ${wanted.interval} s, ${Math.round(wanted.leaving * 100)} % leave in full`,
  );
  console.log(`append   ${writers.count}: ${ms(writers.appends)}`);
  console.log(
    `lag      p50 ${half}, p99 ${most}, longest ${longest} s, of which the interval is up to ${wanted.interval} s`,
  );
  console.log(`fetch    ${readers.count} of ${wanted.writers} logs: ${ms(readers.fetches)}`);
  console.log(
    `CPU      server ${cpu.toFixed(1)} s, writers ${writers.cpu.toFixed(1)} s, readers ${readers.cpu.toFixed(1)} s, in ${wall.toFixed(1)} s of wall on ${os.availableParallelism()} cores, load ${os.loadavg()[0].toFixed(1)}`,
  );
  console.log(
    `an event ${((after.bytes - before.bytes) / events).toFixed(0)} bytes of tables and indexes, ${((after.wal - before.wal) / events).toFixed(0)} bytes of WAL`,
  );
  if (events !== writers.count)
    throw new Error(`${writers.count} appended, ${events} in the store`);
}

if (process.send === undefined) await measure();
else process.on('message', ({ part, ...about }) => PARTS[part](about));
