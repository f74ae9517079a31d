/** Two machines and a team store. Needs a server, because a command opens its own connection (`scripts/with-postgres.mjs`). */
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { teamStore, type Connection } from '@hookloom/log';
import { connect, engine, openTestDatabase, type TestDatabase } from '@hookloom/log/testing';
import { freshFolder, knownToken, type Folder, type Ran } from './command-line.ts';
import { runInProcess } from './in-process.ts';

const connectTo = (url: string) => connect(url, { setting: 'HOOKLOOM_TEAM_URL' });

/** Each folder is a machine with a state folder of its own. */
async function runOn(
  folder: Folder,
  args: string[],
  more: Record<string, string> = {},
): Promise<Ran> {
  const state = path.join(folder.path, 'state');
  const env = { HOME: folder.path, ZAXY_DOMAIN: 'shop', HOOKLOOM_STATE_DIR: state, ...more };
  const before = process.env['HOOKLOOM_STATE_DIR'];
  process.env['HOOKLOOM_STATE_DIR'] = state;
  try {
    return await runInProcess(args, {
      cwd: folder.path,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOOKLOOM_WORKER_AUTOSTART: 'false',
        RETRIEVAL_FUZZY: 'off',
        ...env,
      },
    });
  } finally {
    process.env['HOOKLOOM_STATE_DIR'] = before ?? '';
  }
}

async function append(folder: Folder, type: string, payload: object): Promise<void> {
  const args = ['memory', 'append', type, '--actor', 'assistant'];
  const ran = await runOn(folder, [...args, '--payload-json', JSON.stringify(payload)]);
  expect(ran).toMatchObject({ status: 0 });
}

describe.skipIf(engine !== 'PostgreSQL')('a team store on a PostgreSQL server', () => {
  let database: TestDatabase;
  let store: Connection;
  let ann: Folder;
  let bob: Folder;
  const run = (folder: Folder, ...args: string[]) =>
    runOn(folder, args, { HOOKLOOM_TEAM_URL: database.url! });
  const json = async (folder: Folder, ...args: string[]) =>
    JSON.parse((await run(folder, ...args, '--json')).stdout);
  const asPerson = (folder: Folder, ...args: string[]) => {
    const token = knownToken({
      HOME: folder.path,
      HOOKLOOM_STATE_DIR: path.join(folder.path, 'state'),
    });
    return runOn(folder, [...args, ...token.args], token.env);
  };
  const enable = (folder: Folder, as: string) =>
    asPerson(folder, 'sync', '--enable', '--as', as, '--project', 'shop');
  const rows = async () =>
    store.query('SELECT writer, seq, type, line FROM hookloom.event ORDER BY writer, seq');

  beforeAll(async () => {
    database = await openTestDatabase();
    store = await database.open();
    [ann, bob] = [freshFolder(), freshFolder()];
  });
  afterAll(async () => {
    ann.remove();
    bob.remove();
    await database.close();
  });

  it('is set up once, and no project sends anything before a person lets it participate', async () => {
    expect(await run(ann, 'sync')).toMatchObject({ status: 4 });
    await append(ann, 'decision.made', {
      title: 'Keep sessions in Redis',
      rationale: 'It is fast',
    });
    await append(ann, 'transcript.turn', { role: 'user', content: 'the canary sings' });
    expect((await run(ann, 'sync', '--enable')).status).toBe(3);
    expect(await enable(ann, 'ann')).toMatchObject({ status: 0, stderr: '' });
    expect(await run(ann, 'sync')).toMatchObject({
      status: 4,
      stderr: expect.stringContaining('hookloom team init'),
    });
    expect(await json(ann, 'team', 'init')).toMatchObject({ before: 0, schema: 5 });
    expect(await json(ann, 'team', 'init')).toMatchObject({ before: 5, schema: 5 });
  });

  it('gets what may be sent once, and of the rest only its place in the log', async () => {
    expect((await json(ann, 'sync', '--dry-run')).pushed).toMatchObject([{ sent: 1 }]);
    expect(await rows()).toEqual([]);
    const { pushed } = await json(ann, 'sync');
    expect(pushed).toMatchObject([{ session: 'shop-default', sent: 1, error: null }]);
    const stored = await rows();
    expect((await json(ann, 'sync')).pushed).toMatchObject([{ sent: 0, kept_back: 0 }]);
    expect(await rows()).toEqual(stored);
    expect(stored.some(({ line }) => String(line).includes('Redis'))).toBe(true);
    expect(JSON.stringify(stored)).not.toContain('canary');
    expect(await json(ann, 'sync', '--status')).toMatchObject({ waiting: 0, send: 'decisions' });
  });

  it('shows a teammate each decision with the name of its author', async () => {
    await append(bob, 'decision.made', {
      title: 'Write the worker in Go',
      rationale: 'It is small',
    });
    expect((await enable(bob, 'bob')).status).toBe(0);
    const { pulled } = await json(bob, 'sync');
    expect(pulled).toMatchObject([
      { writer: expect.stringMatching(/^ann@/), log: 'shop-default', refused: null },
    ]);
    const found = JSON.stringify(await json(bob, 'memory', 'query', 'where are sessions kept'));
    expect(found).toContain('Keep sessions in Redis');
    expect(found).toMatch(/ann@/);
    const checkout = JSON.stringify(
      await json(bob, 'memory', 'checkout', 'where are sessions kept?'),
    );
    expect(checkout).toContain('Keep sessions in Redis');
    expect(checkout).toMatch(/ann@/);
  });

  it('is not asked about unchanged logs', async () => {
    const { pullLogs } = await teamStore();
    let asked = 0;
    const counted: Connection = {
      ...store,
      query(text, parameters) {
        asked++;
        return store.query(text, parameters);
      },
    };
    const request = {
      eventloomDir: `${bob.path}/none`,
      folder: `${bob.path}/parts`,
      project: 'shop',
      writer: 'bob@desk',
    };
    try {
      const first = await pullLogs(counted, request);
      expect(first.map(({ added }) => added)).toEqual([3, 1]);
      asked = 0;
      const again = await pullLogs(counted, request);
      expect(again.map(({ added, total }) => [added, total])).toEqual([
        [0, 3],
        [0, 1],
      ]);
      expect(asked).toBe(1);
    } finally {
      fs.rmSync(request.folder, { recursive: true, force: true });
    }
  });

  it('forgets what a member forgets, and so do the copies of teammates', async () => {
    const forgotten = await run(
      ann,
      'memory',
      'forget',
      '--value',
      'Keep sessions in Redis',
      '--yes',
    );
    expect(forgotten).toMatchObject({ status: 0 });
    expect((await json(ann, 'sync')).pushed).toMatchObject([{ forgotten: 1, error: null }]);
    expect(JSON.stringify(await rows())).not.toContain('Redis');
    expect((await run(bob, 'sync')).status).toBe(0);
    expect(JSON.stringify(bob.snapshot())).not.toContain('Keep sessions in Redis');
    const found = await json(bob, 'memory', 'query', 'where are sessions kept');
    expect(JSON.stringify(found)).not.toContain('Redis');
  });

  it('deletes from a machine what is forgotten there, although a teammate keeps it', async () => {
    await append(ann, 'decision.made', {
      title: 'The heron server is for staging',
      rationale: 'Cheap',
    });
    expect((await run(ann, 'sync')).status).toBe(0);
    expect((await run(bob, 'sync')).status).toBe(0);
    expect(JSON.stringify(bob.snapshot())).toContain('heron');
    const args = ['memory', 'forget', '--value', 'The heron server is for staging', '--yes'];
    expect(await run(bob, ...args)).toMatchObject({ status: 0 });
    expect((await run(bob, 'sync')).status).toBe(0);
    expect(JSON.stringify(bob.snapshot())).not.toContain('heron');
    expect(JSON.stringify(await rows())).toContain('heron');
  });

  it('reports why it cannot be used and which setting to correct, and recording continues', async () => {
    const wrong = async (url: string) => {
      const ran = await runOn(ann, ['sync'], { HOOKLOOM_TEAM_URL: url });
      expect(ran.stderr).not.toContain('hunter2');
      expect(ran.stderr).toContain('HOOKLOOM_TEAM_URL');
      return ran.status;
    };
    const { port } = new URL(database.url!);
    expect(await wrong('hunter2')).toBe(2);
    expect(await wrong('https://ann:hunter2@127.0.0.1/team')).toBe(2);
    expect(await wrong(`postgresql://ann:hunter2@127.0.0.1:${port}/team`)).toBe(3);
    expect(await wrong(`postgresql://postgres:hunter2@127.0.0.1:${port}/nowhere`)).toBe(4);
    expect(await wrong('postgresql://ann:hunter2@127.0.0.1:9/team')).toBe(7);
    await append(ann, 'decision.made', { title: 'Go on without a network' });
    expect(await json(ann, 'sync', '--status')).toMatchObject({
      waiting: 1,
      last: { error: expect.any(String) },
    });
    expect((await json(ann, 'sync')).pushed).toMatchObject([{ sent: 1 }]);
  });

  it('lets an invited person write only under their own name, and read only this project', async () => {
    const { address, login } = await json(ann, 'team', 'invite', 'bob');
    expect(new URL(address).username).toBe(login);
    const asBob = (...args: string[]) => runOn(bob, args, { HOOKLOOM_TEAM_URL: address });
    await append(bob, 'decision.made', { title: 'Log in with a login of my own' });
    expect(await asBob('sync')).toMatchObject({ status: 0, stderr: '' });
    expect(JSON.stringify(await rows())).toContain('a login of my own');
    const own = await connectTo(address);
    const insert = (project: string, writer: string) =>
      own.query(
        "INSERT INTO hookloom.log (project, writer, session, seq) VALUES ($1, $2, 'x', 0)",
        [project, writer],
      );
    const refused = expect.objectContaining({ code: 'permission_denied' });
    await expect(insert('shop', 'ann@desk')).rejects.toEqual(refused);
    await expect(insert('other', 'bob@desk')).rejects.toEqual(refused);
    await expect(own.query('DELETE FROM hookloom.event')).rejects.toEqual(refused);
    await expect(own.query("UPDATE hookloom.member SET role = 'admin'")).rejects.toEqual(refused);
    await store.query("INSERT INTO hookloom.log VALUES ('other', 'eve@desk', 's', 1, 'x')");
    expect(await own.query("SELECT 1 FROM hookloom.log WHERE project = 'other'")).toEqual([]);
    await own.close();
    await append(bob, 'decision.made', { title: 'Recorded after that' });
    expect(await json(ann, 'team', 'revoke', 'bob')).toEqual({
      revoked: [{ login, project: 'shop' }],
    });
    expect(await asBob('sync')).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('Your access to the team store has ended'),
    });
    const audit = await store.query('SELECT action, login FROM hookloom.audit ORDER BY id');
    expect(audit).toEqual([
      { action: 'invited', login },
      { action: 'revoked', login },
    ]);
    await store.query(`DROP OWNED BY ${login}; DROP ROLE ${login}`);
  });

  it('lets a reader fetch but send nothing', async () => {
    const { address, login } = await json(ann, 'team', 'invite', 'bob', '--role', 'reader');
    const ran = await runOn(bob, ['sync', '--json'], { HOOKLOOM_TEAM_URL: address });
    expect(JSON.parse(ran.stdout)).toMatchObject({ pushed: [], pulled: [{ refused: null }] });
    await store.query(`DROP OWNED BY ${login}; DROP ROLE ${login}`);
  });

  it('lets a coordinator invite writers, and only an admin appoint coordinators', async () => {
    const made: string[] = [];
    const invited = async (url: string, ...args: string[]) => {
      const ran = await runOn(ann, ['team', 'invite', ...args, '--json'], {
        HOOKLOOM_TEAM_URL: url,
      });
      if (ran.status !== 0) return { status: ran.status, login: '', address: '' };
      const { login, address } = JSON.parse(ran.stdout);
      made.push(login);
      return { status: 0, login, address };
    };
    const admin = await invited(database.url!, 'eve', '--role', 'admin', '--machine', 'desk');
    const lead = await invited(admin.address, 'carl', '--role', 'coordinator');
    const writer = await invited(lead.address, 'dan');
    expect([admin.status, lead.status, writer.status]).toEqual([0, 0, 0]);
    expect(await invited(lead.address, 'mallory', '--role', 'admin')).toMatchObject({ status: 3 });
    expect(await invited(lead.address, lead.login, '--role', 'admin')).toMatchObject({ status: 3 });
    expect(await invited(writer.address, 'mallory', '--role', 'reader')).toMatchObject({
      status: 3,
    });
    expect(await invited(admin.address, 'mallory', '--project', 'api')).toMatchObject({
      status: 3,
    });
    const as = (url: string, ...args: string[]) => runOn(ann, args, { HOOKLOOM_TEAM_URL: url });
    expect((await as(lead.address, 'team', 'revoke', 'eve')).status).toBe(3);
    expect((await as(writer.address, 'team', 'revoke', 'dan')).status).toBe(3);
    expect((await as(lead.address, 'team', 'revoke', 'dan')).status).toBe(0);
    expect((await as(admin.address, 'team', 'init')).status).toBe(0);

    const changes = await as(lead.address, 'team', 'members', '--changes', '--json');
    expect(JSON.parse(changes.stdout).slice(0, 4)).toMatchObject([
      { action: 'revoked', actor: lead.login, login: writer.login, detail: 'dan as writer' },
      { action: 'invited', actor: lead.login, login: writer.login },
      { action: 'invited', actor: admin.login, detail: 'carl as coordinator' },
      { action: 'invited', actor: 'postgres', detail: 'eve as admin' },
    ]);
    const reader = await invited(lead.address, 'ben', '--role', 'reader');
    const none = await as(reader.address, 'team', 'members', '--changes', '--json');
    expect(JSON.parse(none.stdout)).toEqual([]);
    const own = await connectTo(reader.address);
    const denied = expect.objectContaining({ code: 'permission_denied' });
    await expect(own.query('SELECT * FROM hookloom.audit')).rejects.toEqual(denied);
    await own.close();
    expect(await json(ann, 'team', 'members')).toContainEqual(
      expect.objectContaining({ person: 'eve', machine: 'desk', role: 'admin', project: 'shop' }),
    );
    // A pipe receives complete lines, however long they are.
    expect((await run(ann, 'team', 'members')).stdout).toMatch(
      new RegExp(`^eve on desk  admin in shop, ${admin.login}, since .{10}$`, 'm'),
    );
    for (const login of made) await store.query(`DROP OWNED BY ${login}; DROP ROLE ${login}`);
    await store.query('DELETE FROM hookloom.member');
  });

  it('accepts one login for several projects, and never holds its password', async () => {
    const { address, login } = await json(ann, 'team', 'invite', 'bob', '--machine', 'laptop');
    const more = await json(ann, 'team', 'invite', login, '--project', 'api', '--role', 'reader');
    expect(more).toMatchObject({ person: 'bob', login, project: 'api', address: null });
    const [{ rolpassword: kept }] = (await store.query(
      'SELECT rolpassword FROM pg_authid WHERE rolname = $1',
      [login],
    )) as [{ rolpassword: string }];
    expect(kept).toMatch(/^SCRAM-SHA-256\$4096:/);
    expect(new URL(address).password.length).toBeGreaterThan(24);
    const again = await json(ann, 'team', 'invite', login, '--project', 'api');
    expect(again).toMatchObject({ role: 'writer', address: null });
    await json(ann, 'team', 'revoke', 'bob', '--project', 'shop');
    const ran = await runOn(bob, ['sync'], { HOOKLOOM_TEAM_URL: address });
    expect(ran).toMatchObject({ status: 3, stderr: expect.stringContaining('has ended') });
    const own = await connectTo(address);
    expect(await own.query('SELECT DISTINCT project FROM hookloom.member')).toEqual([
      { project: 'api' },
    ]);
    await own.close();
    await json(ann, 'team', 'revoke', login);
    expect((await run(ann, 'team', 'invite', login)).status).toBe(4);
    await store.query(`DROP OWNED BY ${login}; DROP ROLE ${login}`);
  });

  it('tells a person whose access ends during a sync, and they lose nothing', async () => {
    const { address, login } = await json(ann, 'team', 'invite', 'bob');
    const asBob = (...args: string[]) => runOn(bob, args, { HOOKLOOM_TEAM_URL: address });
    await append(bob, 'decision.made', { title: 'Kept on this machine' });
    const before = bob.snapshot()['.eventloom/shop-default.jsonl'];
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const blocking = store.transaction(async (on) => {
      await on.query("SELECT 1 FROM hookloom.log WHERE writer LIKE 'bob@%' FOR UPDATE");
      await held;
    });
    const syncing = asBob('sync');
    const waits = async () =>
      (
        await store.query(
          "SELECT 1 FROM pg_stat_activity WHERE usename = $1 AND wait_event_type = 'Lock'",
          [login],
        )
      ).length === 1;
    await expect.poll(waits, { timeout: 20_000 }).toBe(true);
    expect((await run(ann, 'team', 'revoke', login)).status).toBe(0);
    expect(await syncing).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('What you recorded stays on this machine'),
    });
    release();
    await blocking;
    expect(JSON.stringify(await rows())).not.toContain('Kept on this machine');
    expect(bob.snapshot()['.eventloom/shop-default.jsonl']).toBe(before);
    expect(await asBob('verify')).toMatchObject({ status: 0 });
    expect(await json(bob, 'sync', '--status')).toMatchObject({
      last: { error: expect.stringContaining('has ended') },
    });
    await store.query(`DROP OWNED BY ${login}; DROP ROLE ${login}`);
    const kept = (await json(bob, 'sync')).pushed;
    expect(kept).toMatchObject([{ error: null }]);
    expect(JSON.stringify(await rows())).toContain('Kept on this machine');
  });

  it('shows members, log heads, arrival, lag and size', async () => {
    const { login } = await json(ann, 'team', 'invite', 'dan', '--role', 'reader');
    const status = await json(ann, 'team', 'status');
    expect(status).toMatchObject({ schema: 5, known_schema: 5, bytes: expect.any(Number) });
    const shop = status.projects.find(({ project }: { project: string }) => project === 'shop');
    expect(shop.members).toEqual({ reader: 1 });
    const [head] = await store.query(
      "SELECT writer, session, seq::int, hash FROM hookloom.log WHERE writer LIKE 'bob@%'",
    );
    const { writer, session, seq, hash } = head!;
    const stands = shop.writers.find((each: { writer: string }) => each.writer === writer);
    expect(stands).toMatchObject({ logs: [{ session, seq, hash }], events: seq });
    const [arrived] = await store.query(
      "SELECT max(arrived_at) AS at FROM hookloom.event WHERE writer LIKE 'bob@%'",
    );
    expect(Date.parse(stands.last_arrival)).toBe((arrived!['at'] as Date).getTime());
    expect(stands.lag_seconds).toBeGreaterThan(0);
    const said = (await run(ann, 'team', 'status')).stdout;
    expect(said).toContain('shop: 1 reader');
    expect(said).toContain(String(writer));
    await store.query(`DROP OWNED BY ${login}; DROP ROLE ${login}`);
  });

  it('of a newer version is not changed', async () => {
    await store.query('INSERT INTO hookloom.schema_version (version) VALUES (99)');
    expect(await run(ann, 'sync')).toMatchObject({
      status: 5,
      stderr: expect.stringContaining('Update'),
    });
    expect((await run(ann, 'team', 'init')).status).toBe(5);
    await store.query('DELETE FROM hookloom.schema_version WHERE version = 99');
  });

  it('can be left with one command, which removes what teammates sent', async () => {
    expect((await asPerson(bob, 'sync', '--disable')).status).toBe(0);
    expect(JSON.stringify(bob.snapshot())).not.toMatch(/ann@/);
  });
});

it('a store that is unknown or not built is refused at once', async () => {
  const folder = freshFolder();
  try {
    await append(folder, 'decision.made', { title: 'Use Go' });
    for (const [name, value] of [
      ['EVENTLOOM_STORE', 'mysql'],
      ['PROJECTION_BACKEND', 'neo4j'],
      ['PROJECTION_BACKEND', 'redis'],
    ] as const) {
      const ran = await runOn(folder, ['memory', 'query', 'x'], { [name]: value });
      expect(ran).toMatchObject({ status: 2, stderr: expect.stringContaining(name) });
    }
    const postgres = await runOn(folder, ['team', 'init'], { EVENTLOOM_STORE: 'postgres' });
    expect(postgres).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('HOOKLOOM_TEAM_URL_FILE'),
    });
    folder.write('url', 'postgresql://ann:hunter2@127.0.0.1:9/team');
    fs.chmodSync(path.join(folder.path, 'url'), 0o644);
    const open = await runOn(folder, ['team', 'init'], {
      HOOKLOOM_TEAM_URL_FILE: path.join(folder.path, 'url'),
    });
    expect(open).toMatchObject({
      status: 3,
      stderr: expect.stringContaining('open to other users'),
    });
    expect(open.stderr).not.toContain('hunter2');
  } finally {
    folder.remove();
  }
});
