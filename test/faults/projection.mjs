// Breaks the projection in PostgreSQL while a process follows the log into it, and compares what is there afterwards, table by
// table, with one that was made from the log in one go.
//   npm run verify:projection-faults [-- --rounds 3 --events 6000]
// Needs PostgreSQL. `full disk` uses a small disk of its own, as root; otherwise it is left out and named.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { agentEvents } from '../../bench/lib/agent-log.mjs';
import { load, option } from '../../bench/lib/load.mjs';
import { startCluster } from '../../scripts/postgres-cluster.mjs';
import { startProxy } from './proxy.mjs';
import { fill, smallDisk } from './small-disk.mjs';

const root = path.dirname(path.dirname(import.meta.dirname));
const BIN = path.join(root, 'packages/cli/bin/hookloom.cjs');
const SESSION = 'shop-default';
/** Bytes to the server for each event, about. */
const BYTES = 2500;

const FAULTS = {
  async 'killed command'({ query, isHit }) {
    const child = query();
    const hit = await isHit();
    child.kill('SIGKILL');
    return hit;
  },
  async 'killed server for agents'({ serve, isHit }) {
    const child = serve();
    const hit = await isHit();
    child.kill('SIGKILL');
    return hit;
  },
  async 'killed database'({ query, isHit, cluster, expectFallback }) {
    const child = query();
    const hit = await isHit();
    await cluster.crash();
    await expectFallback(child, hit);
    return hit;
  },
  async 'cut network'({ query, isHit, proxy, expectFallback }) {
    const child = query();
    const hit = await isHit();
    proxy.cut();
    await expectFallback(child, hit);
    proxy.heal();
    return hit;
  },
  async 'silent network'({ query, isHit, proxy, expectFallback }) {
    const child = query();
    const hit = await isHit();
    proxy.silence();
    await expectFallback(child, hit);
    proxy.heal();
    return hit;
  },
  async 'full disk'({ query, isHit, disk, cluster, expectFallback }) {
    const child = query();
    const hit = await isHit();
    fill(disk, 'ballast');
    await expectFallback(child, hit);
    rmSync(path.join(disk, 'ballast'));
    await cluster.ensure();
    return hit;
  },
};

/** @returns Faults, and how many rounds hit a projection at work. */
export async function runProjectionFaults({
  names = Object.keys(FAULTS),
  rounds = 1,
  events = 3000,
  say = (_line) => {},
} = {}) {
  const { openJsonlStore } = await load(
    'projection-faults',
    "export { openJsonlStore } from '@hookloom/log';",
  );
  const home = mkdtempSync(path.join(tmpdir(), 'hookloom-faults-'));
  const state = path.join(home, 'state');
  mkdirSync(state, { mode: 0o700 });
  const disk = names.includes('full disk') ? smallDisk(path.join(home, 'disk')) : null;
  if (names.includes('full disk') && disk === null) {
    say('full disk: left out, this machine allows no such thing here');
    names = names.filter((name) => name !== 'full disk');
  }
  // The account of the server passes through it.
  chmodSync(home, 0o711);
  const settings = { max_wal_size: '64MB', min_wal_size: '32MB' };
  const cluster = await startCluster({ settings, ...(disk !== null && { parent: disk }) });
  const proxy = await startProxy(cluster.port);
  const faults = [];
  const result = { hits: 0, rounds: 0, tables: 0, faults };
  const stateBefore = process.env.HOOKLOOM_STATE_DIR;
  process.env.HOOKLOOM_STATE_DIR = state;
  const running = new Set();
  try {
    const log = openJsonlStore({ dir: path.join(home, '.eventloom') });
    const source = agentEvents(names.length * rounds * events);
    for (let round = 0; round < rounds; round++)
      for (const name of names) {
        let marker = '';
        const batch = Array.from({ length: events }, () => {
          const { marker: said, ...event } = source.next().value;
          marker = said;
          return event;
        });
        await log.append(SESSION, batch, { durability: 'os' });
        const field = {
          cluster,
          disk,
          proxy,
          query: () => start('memory', 'query', marker, '--json'),
          serve() {
            const child = start('serve');
            child.stdin.write(`${calls(marker).join('\n')}\n`);
            return child;
          },
          isHit: () =>
            proxy.passed(Math.round((0.1 + Math.random() * 0.6) * events * BYTES), 60_000),
          async expectFallback(child, hit) {
            const { status, output, said } = await ended(child);
            const told = /"projection_fallback"/.test(output);
            if (status !== 0 || (hit && !told) || !output.includes(marker.split(' ').at(-1)))
              faults.push(`${name}: ended with ${status}, fallback ${told}: ${said}`);
          },
        };
        const hit = await FAULTS[name](field);
        for (const child of running) await ended(child);
        result.rounds++;
        if (hit) result.hits++;
        // Nothing is broken now, so the process continues where the last one stopped.
        const { output, status } = await ended(start('memory', 'query', marker, '--json'));
        if (status !== 0 || /"projection_fallback"/.test(output))
          faults.push(`${name}: the next answer is not from the database: ${output.slice(0, 300)}`);
        say(`${name}: ${hit ? 'in the middle' : 'not hit'}`);
      }
    await log.close();
    const followed = await contents();
    await ask((client) => client.query(`DROP SCHEMA ${followed.schema} CASCADE`));
    await ended(start('memory', 'query', 'anything', '--json'));
    const made = await contents();
    for (const [table, digest] of Object.entries(made.tables))
      if (followed.tables[table] !== digest)
        faults.push(`${table}: ${followed.tables[table]} after faults, ${digest} made in one go`);
    result.tables = Object.keys(made.tables).length;
  } finally {
    for (const child of running) child.kill('SIGKILL');
    await proxy.close();
    await cluster.stop();
    if (disk !== null) spawnSync('umount', [disk]);
    if (stateBefore === undefined) delete process.env.HOOKLOOM_STATE_DIR;
    else process.env.HOOKLOOM_STATE_DIR = stateBefore;
    rmSync(home, { recursive: true, force: true });
  }
  return result;

  function start(...args) {
    const child = spawn(process.execPath, [BIN, ...args], {
      cwd: home,
      env: {
        PATH: process.env.PATH,
        HOME: home,
        ZAXY_DOMAIN: 'shop',
        RETRIEVAL_FUZZY: 'off',
        HOOKLOOM_STATE_DIR: state,
        HOOKLOOM_WORKER_AUTOSTART: 'false',
        PROJECTION_BACKEND: 'postgres',
        HOOKLOOM_PROJECTION_URL: `postgresql://postgres@127.0.0.1:${proxy.port}/postgres`,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    running.add(child);
    Object.assign(child, { output: '', said: '' });
    child.stdout.on('data', (bytes) => (child.output += bytes));
    child.stderr.on('data', (bytes) => (child.said += bytes));
    child.closed = new Promise((resolve) => child.on('close', resolve));
    return child;
  }

  async function ended(child) {
    const status = await child.closed;
    running.delete(child);
    return { status, output: child.output, said: child.said };
  }

  async function ask(use) {
    const client = new pg.Client(cluster.url);
    await client.connect();
    try {
      return await use(client);
    } finally {
      await client.end();
    }
  }

  /** For each table the number of its rows and a digest of all of them. `meta` counts transactions. */
  async function contents() {
    return ask(async (client) => {
      const found = await client.query(
        "SELECT schemaname, tablename FROM pg_tables WHERE schemaname LIKE 'hookloom_projection_%' AND tablename <> 'meta' ORDER BY tablename",
      );
      const schemas = new Set(found.rows.map(({ schemaname }) => schemaname));
      if (schemas.size !== 1) throw new Error(`${schemas.size} schemas of projections`);
      const [schema] = schemas;
      const tables = {};
      for (const { tablename } of found.rows) {
        const { rows } = await client.query(
          `SELECT count(*) AS n, md5(coalesce(string_agg(md5(t::text), '' ORDER BY md5(t::text)), '')) AS digest FROM ${schema}.${tablename} t`,
        );
        tables[tablename] = `${rows[0].n} rows ${rows[0].digest}`;
      }
      return { schema, tables };
    });
  }
}

/** The requests of a client that asks the memory once. */
function calls(query) {
  const about = { protocolVersion: '2025-06-18', capabilities: {} };
  const clientInfo = { name: 'faults', version: '1' };
  return [
    { id: 1, method: 'initialize', params: { ...about, clientInfo } },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'memory_query', arguments: { query } } },
  ].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }));
}

if (process.argv[1] === import.meta.filename) {
  const only = option('only', null);
  const result = await runProjectionFaults({
    ...(only && { names: only.split(',') }),
    rounds: Number(option('rounds', '3')),
    events: Number(option('events', '6000')),
    say: console.log,
  });
  for (const fault of result.faults) console.error(fault);
  console.log(
    `faults of the projection: ${result.rounds} rounds, ${result.hits} in the middle, ${result.tables} tables compared, ${result.faults.length} faults`,
  );
  process.exitCode = result.faults.length === 0 ? 0 : 1;
}
