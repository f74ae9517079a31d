// Two machines that write, a machine that reads, a server with a synchronous replica, and a network between them.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startCluster } from '../../scripts/postgres-cluster.mjs';
import { startProxy } from './proxy.mjs';
import { slowableDisk } from './slow-disk.mjs';
import { fill, smallDisk } from './small-disk.mjs';

const root = path.dirname(path.dirname(import.meta.dirname));
const BIN = path.join(root, 'packages/cli/bin/hookloom.cjs');
const CLOCK = path.join(import.meta.dirname, 'wrong-clock.cjs');
export const SESSION = 'shop-default';
/** Seconds after which a silent server counts as dead. */
const PATIENCE = 2;

/** @param isSmall One server without a replica, on the common disk. */
export async function openField({ isSmall = false } = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'hookloom-faults-'));
  // The account of the server passes through it.
  chmodSync(folder, 0o711);
  const disk = isSmall ? null : smallDisk(path.join(folder, 'disk'));
  const parent = disk ?? tmpdir();
  const settings = { max_wal_size: '64MB', min_wal_size: '32MB' };
  const slowable = slowableDisk(folder);
  const env = slowable?.env ?? {};
  let primary = await startCluster({ settings, parent, env });
  let replica = isSmall ? null : await replicaFor(primary);
  const proxy = await startProxy(primary.port);
  const history = [];
  const machines = Object.fromEntries(
    ['ann', 'bob', 'cal'].map((name) => [name, makeMachine(folder, name, proxy.port)]),
  );
  const writers = [machines.ann, machines.bob];

  async function replicaFor(server) {
    const made = await startCluster({ replicaOf: server, settings, parent, env });
    await ask(server.url, "ALTER SYSTEM SET synchronous_standby_names = '*'");
    await ask(server.url, 'SELECT pg_reload_conf()');
    for (;;) {
      const [row] = await ask(server.url, 'SELECT sync_state FROM pg_stat_replication');
      if (row?.sync_state === 'sync') return made;
      await wait(20);
    }
  }

  const field = {
    proxy,
    history,
    writers,
    machines,
    get primary() {
      return primary;
    },
    hasReplica: !isSmall,
    hasDisk: disk !== null,
    slowable,
    /** @type {{ pid: number | undefined, done: Promise<void>, child: any }[]} */
    running: [],
    isHit: true,
    /** Syncs that did not end well. */
    interrupted: 0,
    workers: [],
    /**
     * What hooks were given while something was broken.
     *
     * @type {{ machine: ReturnType<typeof makeMachine>, prompt: string }[]}
     */
    prompted: [],
    /** Unexpected results, besides those that the judge finds. */
    wrong: [],
    startWorkers() {
      for (const machine of writers)
        field.workers.push(machine.start('up', '--port', '0', '--idle-minutes', '0'));
    },
    /** Both writers send and the reader fetches, in separate processes. */
    startSyncs(clocks) {
      field.running = Object.values(machines).map((machine, at) => {
        const child = machine.start(...wrongBy(clocks?.[at]), 'sync', '--json');
        const done = new Promise((resolve) => child.on('close', resolve)).then((status) => {
          if (status !== 0) field.interrupted++;
          machine.note(child.output, history);
        });
        return { pid: child.pid, done, child };
      });
    },
    async ended() {
      await Promise.all(field.running.map(({ done }) => done));
    },
    async failOver() {
      await primary.kill();
      proxy.cut();
      replica.promote();
      await primary.stop();
      primary = replica;
      proxy.leadTo(primary.port);
      proxy.heal();
      replica = await replicaFor(primary);
    },
    async fillDisk() {
      fill(disk, 'ballast');
    },
    async emptyDisk() {
      rmSync(path.join(disk, 'ballast'), { force: true });
      await primary.ensure();
      await replica?.ensure();
    },
    /** The content of the tables, read without our code. */
    async store() {
      const found = {};
      const rows = await ask(
        primary.url,
        'SELECT writer, session, seq::int, hash, previous_hash AS "previousHash", line FROM hookloom.event ORDER BY writer, session, seq',
      );
      for (const { writer, session, ...row } of rows) {
        const log = `${writer.split('@')[0]}/${session}`;
        (found[log] ??= { rows: [] }).rows.push(row);
      }
      for (const { writer, session, seq, hash } of await ask(
        primary.url,
        'SELECT writer, session, seq::int, hash FROM hookloom.log WHERE seq > 0',
      ))
        (found[`${writer.split('@')[0]}/${session}`] ??= { rows: [] }).head = { seq, hash };
      return found;
    },
    logs: () => Object.fromEntries(writers.map(({ name, text }) => [`${name}/${SESSION}`, text()])),
    /** A reader that keeps requesting the heads over the network, in one session. */
    watch: () => watchHeads(`postgresql://postgres@127.0.0.1:${proxy.port}/postgres`, history),
    async close() {
      await proxy.close();
      await replica?.stop();
      await primary.stop();
      if (disk !== null) spawnSync('umount', [disk]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
  try {
    must(await machines.ann.run('team', 'init'));
    for (const machine of Object.values(machines)) await machine.enable();
    return field;
  } catch (error) {
    await field.close();
    throw error;
  }
}

function makeMachine(folder, name, port) {
  const home = path.join(folder, name);
  const state = path.join(home, 'state');
  mkdirSync(state, { recursive: true, mode: 0o700 });
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    ZAXY_DOMAIN: 'shop',
    RETRIEVAL_FUZZY: 'off',
    HOOKLOOM_STATE_DIR: state,
    HOOKLOOM_WORKER_AUTOSTART: 'false',
    HOOKLOOM_TEAM_URL: `postgresql://postgres@127.0.0.1:${port}/postgres?connect_timeout=${PATIENCE}`,
  };
  const machine = {
    name,
    env,
    dir: path.join(home, '.eventloom'),
    state,
    /** Not `spawnSync`: the network is in this process. */
    async run(...args) {
      const child = machine.start(...args);
      const status = await new Promise((resolve) => child.on('close', resolve));
      return { status, output: child.output, said: child.said };
    },
    start(...args) {
      const own = args[0] === '--wrong-by' ? ['--require', CLOCK] : [];
      const more = own.length === 0 ? {} : { WRONG_BY_MS: String(args[1]) };
      const rest = own.length === 0 ? args : args.slice(2);
      const child = spawn(process.execPath, [...own, BIN, ...rest], {
        cwd: home,
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      [child.output, child.said] = ['', ''];
      child.stderr.on('data', (bytes) => (child.said += bytes));
      child.stdout.on('data', (bytes) => (child.output += bytes));
      return child;
    },
    /** As a client runs it for a prompt. Resolves to its status. */
    hook(prompt) {
      const args = ['hook', 'claude-code', '--eventloom-path', machine.dir];
      const child = spawn(process.execPath, [BIN, ...args, '--session-id', SESSION], {
        cwd: home,
        env,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      const about = { session_id: 'c-1', cwd: home, hook_event_name: 'UserPromptSubmit' };
      child.stdin.end(JSON.stringify({ ...about, prompt }));
      return new Promise((resolve) => child.on('close', resolve));
    },
    async enable() {
      const token = 'an admin token for faults';
      const file = path.join(state, 'token');
      writeFileSync(file, token, { mode: 0o600 });
      writeFileSync(
        path.join(state, 'admin-token.sha256'),
        createHash('sha256').update(token).digest('hex'),
        { mode: 0o600 },
      );
      env.MCP_ADMIN_TOKEN = token;
      const args = ['sync', '--enable', '--as', name, '--project', 'shop'];
      must(await machine.run(...args, '--admin-token-file', file));
    },
    text() {
      const file = path.join(machine.dir, `${SESSION}.jsonl`);
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    },
    /** What a sync confirmed, and what a worker recorded as confirmed. */
    note(output, history) {
      const confirmed = (session, head) => {
        if (head === null || head === undefined) return;
        history.push({ kind: 'acknowledged', in: 'store', log: `${name}/${session}`, ...head });
      };
      for (const file of readdirSync(state, { recursive: true, encoding: 'utf8' }))
        if (path.basename(file) === 'state.json' && file.includes('team'))
          for (const [session, head] of Object.entries(
            JSON.parse(readFileSync(path.join(state, file), 'utf8')).heads ?? {},
          ))
            confirmed(session, head);
      if (!output.trimEnd().endsWith('}')) return;
      const { pushed = [] } = JSON.parse(output);
      for (const { session, head } of pushed) confirmed(session, head);
    },
  };
  return machine;
}

const wrongBy = (ms) => (ms === undefined ? [] : ['--wrong-by', ms]);

function watchHeads(url, history) {
  const over = new AbortController();
  const { signal } = over;
  const done = (async () => {
    while (!signal.aborted) {
      const client = new pg.Client({
        connectionString: url,
        connectionTimeoutMillis: 1000,
        query_timeout: 1000,
      });
      client.on('error', () => {});
      try {
        await client.connect();
        while (!signal.aborted) {
          const { rows } = await client.query(
            'SELECT writer, session, seq::int, hash FROM hookloom.log WHERE seq > 0',
          );
          for (const { writer, session, seq, hash } of rows)
            history.push({
              kind: 'read',
              reader: 'watcher',
              log: `${writer.split('@')[0]}/${session}`,
              seq,
              hash,
            });
          await wait(20);
        }
      } catch {
        await wait(50);
      } finally {
        // A silent server does not answer the end of a connection either.
        client.connection.stream.destroy();
      }
    }
  })();
  return async () => {
    over.abort();
    await done;
  };
}

export async function ask(url, text) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function must(ran) {
  if (ran.status !== 0) throw new Error(ran.said);
}

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
