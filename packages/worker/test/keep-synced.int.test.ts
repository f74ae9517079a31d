/** Two machines with workers that replicate through a team store, without ever waiting for the interval of the poll. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resolveWorkspace } from '@hookloom/core/settings';
import type { Connection } from '@hookloom/log';
import { createFileLock } from '@hookloom/log/append';
import { engine, openTestDatabase, type TestDatabase } from '@hookloom/log/testing';
import type { Background } from '../src/background.ts';
import { openRuntime } from '../src/compose.ts';
import type { Runtime } from '../src/runtime.ts';
import { enableTeam, sessionsToSend, syncTeam } from '../src/team/index.ts';
import { keepSynced } from '../src/team/keep-synced.ts';
import { placeOf } from '../src/team/store-access.ts';
import { startPooler } from './pooler.ts';

const NEVER_MS = 3_600_000;
const WAIT = { timeout: 120_000 };

interface Machine {
  runtime: Runtime;
  said: string[];
  /** Starts the part of the worker that replicates. */
  start(pollMs?: number): void;
  stop(): Promise<void>;
  decide(title: string): Promise<unknown>;
  /** How often a title is found. */
  finds(title: string): Promise<number>;
}

async function machineOf(root: string, name: string, url: string): Promise<Machine> {
  const stateDir = `${root}/${name}-state`;
  fs.mkdirSync(`${root}/${name}`);
  fs.mkdirSync(stateDir, { mode: 0o700 });
  const workspace = resolveWorkspace({ cwd: `${root}/${name}`, env: {} });
  const env = { HOOKLOOM_TEAM_URL: url, RETRIEVAL_FUZZY: 'off' };
  const runtime = await openRuntime(workspace, { stateDir, env });
  await enableTeam(runtime.context, { as: name, project: 'shop' });
  const open = { slot: 1, workspace, project: { id: 'p', alias: name }, runtime };
  const said: string[] = [];
  let kept: Background | undefined;
  const machine: Machine = {
    runtime,
    said,
    start(pollMs = NEVER_MS) {
      const workspaces = { all: async () => [open], forSlot: async () => open };
      const say = (message: string) => void said.push(message);
      kept = keepSynced({ workspaces, stateDir, say, pollMs });
    },
    async stop() {
      await kept?.close();
    },
    decide: (title) =>
      runtime.append({ event_type: 'decision.made', actor: 'assistant', payload: { title } }),
    async finds(title) {
      const found = await runtime.query({ query: title, limit: 50 });
      const texts = JSON.stringify(found).includes(title) ? partsOf(stateDir) : '';
      return texts.split(title).length - 1;
    },
  };
  return machine;
}

/** The text of teammates' logs on a machine. */
function partsOf(stateDir: string): string {
  return fs
    .readdirSync(`${stateDir}/team`, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => fs.readFileSync(`${stateDir}/team/${name}`, 'utf8'))
    .join('');
}

interface Network {
  port: number;
  cut(): void;
  heal(): void;
  close(): Promise<void>;
}

describe.skipIf(engine !== 'PostgreSQL')('workers of two machines', () => {
  let database: TestDatabase;
  let store: Connection;
  let root: string;
  let network: Network;
  let ann: Machine;
  let bob: Machine;

  beforeAll(async () => {
    const { startProxy } = (await import(
      pathToFileURL(path.resolve('test/faults/proxy.mjs')).href
    )) as { startProxy(port: number): Promise<Network> };
    database = await openTestDatabase();
    store = await database.open();
    await (await import('@hookloom/log')).migrate(store);
    network = await startProxy(Number(new URL(database.url!).port));
  });
  afterAll(async () => {
    await network.close();
    await database.close();
  });
  beforeEach(async () => {
    root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-synced-')));
    process.env['HOOKLOOM_STATE_DIR'] = `${root}/state`;
    ann = await machineOf(root, 'ann', database.url!);
    bob = await machineOf(root, 'bob', through(network.port));
  });
  afterEach(async () => {
    for (const machine of [ann, bob]) {
      await machine.stop();
      await machine.runtime.close();
    }
    network.heal();
    delete process.env['HOOKLOOM_STATE_DIR'];
    fs.rmSync(root, { recursive: true, force: true });
    await store.query('DELETE FROM hookloom.event; DELETE FROM hookloom.log');
    await store.query('DELETE FROM hookloom.channel; DELETE FROM hookloom.member');
  });

  const through = (port: number): string => {
    const url = new URL(database.url!);
    url.port = String(port);
    return url.href;
  };
  /** Connections of workers, without those of this test. */
  const listening = async (): Promise<number[]> => {
    const rows = await store.query(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'hookloom' AND state = 'idle' AND pid <> pg_backend_pid() ORDER BY backend_start",
    );
    return rows.map(({ pid }) => Number(pid));
  };
  const has = (machine: Machine, title: string) =>
    expect.poll(() => machine.finds(title), WAIT).toBe(1);
  /** Both have fetched once, so they listen. */
  async function startBoth(): Promise<void> {
    for (const machine of [ann, bob]) machine.start();
    await ann.decide('Start with ann');
    await bob.decide('Start with bob');
    await has(bob, 'Start with ann');
    await has(ann, 'Start with bob');
  }

  it('bring the other’s records into each memory once, with one connection each', async () => {
    await startBoth();
    for (let at = 0; at < 5; at++) await ann.decide(`Decision number ${at} of ann`);
    await bob.decide('Keep the sessions in Redis');
    for (let at = 0; at < 5; at++) await has(bob, `Decision number ${at} of ann`);
    await has(ann, 'Keep the sessions in Redis');
    expect(await listening()).toHaveLength(2);
    const [{ lines, places }] = (await store.query(
      "SELECT count(*)::int AS lines, count(DISTINCT (writer, seq))::int AS places FROM hookloom.event WHERE type = 'decision.made'",
    )) as [{ lines: number; places: number }];
    expect([lines, places]).toEqual([8, 8]);
    for (const machine of [ann, bob]) await machine.stop();
    await expect.poll(listening, WAIT).toEqual([]);
    expect([ann.said, bob.said]).toEqual([[], []]);
  });

  it('listen again after the server ended their connection', async () => {
    await startBoth();
    const before = await listening();
    expect(before).toHaveLength(2);
    for (const pid of before) await store.query('SELECT pg_terminate_backend($1)', [pid]);
    await ann.decide('Invoices are numbered per year');
    await has(bob, 'Invoices are numbered per year');
    // Bob listens again: this event cannot come with the sync that opened the connection.
    await expect.poll(async () => (await listening()).length, WAIT).toBe(2);
    await ann.decide('The worker is written in Go');
    await has(bob, 'The worker is written in Go');
  });

  it('record while the store is unreachable, report that once, and catch up later', async () => {
    await startBoth();
    network.cut();
    await bob.decide('Go on without a network');
    await ann.decide('Nobody hears this yet');
    await expect
      .poll(() => bob.said, WAIT)
      .toEqual([expect.stringContaining('The team store cannot be reached.')]);
    network.heal();
    await has(bob, 'Nobody hears this yet');
    await has(ann, 'Go on without a network');
    await expect
      .poll(() => bob.said, WAIT)
      .toEqual([expect.anything(), 'The team store has bob again.']);
    await ann.decide('Heard again');
    await has(bob, 'Heard again');
  });

  it('start while the store is unreachable, and join when it is back', async () => {
    network.cut();
    ann.start();
    bob.start();
    await bob.decide('Written before the store was there');
    await expect.poll(() => bob.said, WAIT).toHaveLength(1);
    network.heal();
    await has(ann, 'Written before the store was there');
  });

  it('poll behind a pooler, send at once, and hold no connection', async () => {
    const pooler = await startPooler(Number(new URL(database.url!).port));
    await bob.runtime.close();
    fs.rmSync(`${root}/bob`, { recursive: true });
    fs.rmSync(`${root}/bob-state`, { recursive: true });
    bob = await machineOf(root, 'bob', through(pooler.port));
    try {
      ann.start();
      bob.start(200);
      await ann.decide('Fetched by the poll');
      await has(bob, 'Fetched by the poll');
      await bob.decide('Sent from behind the pooler');
      await has(ann, 'Sent from behind the pooler');
      await bob.stop();
      await expect.poll(listening, WAIT).toHaveLength(1);
      expect(bob.said).toEqual([]);
    } finally {
      await bob.stop();
      await pooler.close();
    }
  });

  it('inform a revoked member once, and close its connection', async () => {
    await ann.stop();
    const { inviteMember, revokeMember } = await import('@hookloom/log');
    const invite = { member: 'cal', machine: '', role: 'writer' as const, project: 'shop' };
    const { login, password } = await inviteMember(store, invite);
    const url = new URL(database.url!);
    [url.username, url.password] = [login, password!];
    const cal = await machineOf(root, 'cal', url.href);
    try {
      cal.start();
      await cal.decide('Sent by cal');
      await expect
        .poll(async () => (await store.query('SELECT 1 FROM hookloom.event')).length, WAIT)
        .toBeGreaterThan(0);
      await expect.poll(listening, WAIT).toHaveLength(1);
      await revokeMember(store, 'cal', undefined);
      await expect
        .poll(() => cal.said, WAIT)
        .toEqual([expect.stringContaining('Your access to the team store has ended.')]);
      await expect.poll(listening, WAIT).toEqual([]);
      await cal.decide('Stays on this machine');
      const rows = await store.query('SELECT line FROM hookloom.event');
      expect(JSON.stringify(rows)).not.toContain('Stays on this machine');
    } finally {
      await cal.stop();
      await cal.runtime.close();
      await store.query(`DROP OWNED BY ${login}; DROP ROLE ${login}`);
    }
  });

  it('wait for the sync of another process', async () => {
    const lock = createFileLock(placeOf(ann.runtime.context).folder, 'sync');
    expect(lock.tryAcquire()).toBe(true);
    const syncing = syncTeam(ann.runtime.context);
    lock.close();
    await expect(syncing).resolves.toMatchObject({ project: 'shop' });
  });

  it('make no request to the store for content that stays on the machine', async () => {
    const { context } = ann.runtime;
    await syncTeam(context);
    const { session } = ann.runtime.workspace;
    const looked = new Map<string, number>();
    const payload = { role: 'user', content: 'Which port is it?' };
    await ann.runtime.append({ event_type: 'transcript.turn', actor: 'user', payload });
    expect(await sessionsToSend(context, [session], looked)).toEqual([]);
    await ann.decide('It is port 5432');
    expect(await sessionsToSend(context, [session], looked)).toEqual([session]);
    await syncTeam(context);
    expect(await sessionsToSend(context, [session], looked)).toEqual([]);
  });
});

describe.skipIf(engine !== 'PostgreSQL')('a notification on a project’s channel', () => {
  let database: TestDatabase;
  let store: Connection;
  const logins: string[] = [];
  const clients: pg.Client[] = [];
  beforeAll(async () => {
    database = await openTestDatabase();
    store = await database.open();
    await (await import('@hookloom/log')).migrate(store);
  });
  afterAll(async () => {
    for (const client of clients) await client.end();
    for (const login of logins) await store.query(`DROP OWNED BY ${login}; DROP ROLE ${login}`);
    await database.close();
  });

  async function invited(member: string, project: string): Promise<pg.Client> {
    const { inviteMember } = await import('@hookloom/log');
    const invite = { member, machine: '', role: 'writer' as const, project };
    const { login, password } = await inviteMember(store, invite);
    logins.push(login);
    const url = new URL(database.url!);
    [url.username, url.password] = [login, password!];
    const client = new pg.Client(url.href);
    await client.connect();
    clients.push(client);
    return client;
  }
  const channelOf = async (client: pg.Client, project: string): Promise<string> =>
    (await client.query('SELECT hookloom.channel_of($1) AS name', [project])).rows[0].name;

  it('contains no content, reaches only members, and ends for revoked ones', async () => {
    const { notifyMembers, revokeMember } = await import('@hookloom/log');
    const ann = await invited('ann', 'shop');
    const eve = await invited('eve', 'shop');
    const { inviteMember } = await import('@hookloom/log');
    const also = { member: logins[1]!, machine: '', role: 'writer' as const, project: 'api' };
    await inviteMember(store, also);
    const mallory = await invited('mallory', 'api');
    await expect(channelOf(mallory, 'shop')).rejects.toMatchObject({ code: '42501' });
    await expect(mallory.query("SELECT hookloom.notify('shop')")).rejects.toMatchObject({
      code: '42501',
    });
    await expect(mallory.query('SELECT * FROM hookloom.channel')).rejects.toMatchObject({
      code: '42501',
    });

    const channel = await channelOf(ann, 'shop');
    expect(channel).toMatch(/^hookloom_[0-9a-f]{32}$/);
    expect(await channelOf(mallory, 'api')).not.toBe(channel);
    const heard: pg.Notification[] = [];
    for (const client of [ann, eve]) {
      await client.query(`LISTEN ${channel}`);
      client.on('notification', (notice) => heard.push(notice));
    }
    await notifyMembers(store, 'shop');
    await expect.poll(() => heard.length, WAIT).toBe(2);
    expect(heard.map(({ payload }) => payload)).toEqual(['', '']);

    // Eve stays a member of another project, so her connection stays.
    await revokeMember(store, 'eve', 'shop');
    await expect.poll(() => heard.length, WAIT).toBe(4);
    await expect(channelOf(eve, 'shop')).rejects.toMatchObject({ code: '42501' });
    const next = await channelOf(ann, 'shop');
    expect(next).not.toBe(channel);
    await ann.query(`LISTEN ${next}`);
    await notifyMembers(store, 'shop');
    await expect.poll(() => heard.length, WAIT).toBe(5);
    // Eve would have received it by the time of an answer.
    await eve.query('SELECT 1');
    expect(heard.at(-1)!.channel).toBe(next);
    expect(heard).toHaveLength(5);
  });
});
