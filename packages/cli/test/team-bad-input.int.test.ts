/** Everything that can be wrong with a team store: each problem is reported clearly, and recording continues. */
import { once } from 'node:events';
import fs from 'node:fs';
import { connect as connectTo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from '@hookloom/log';
import { engine, migrate, openTestDatabase, type TestDatabase } from '@hookloom/log/testing';
import { startCommand } from './command-line.ts';
import { freshFolder, type Folder } from './folder.ts';
import { startStandIn, type StandInAnswer } from './postgres-stand-in.ts';

const PASSWORD = 'hunter2';
const SETTING = 'HOOKLOOM_TEAM_URL';

let machine: Folder;
let state: string;
beforeAll(async () => {
  machine = freshFolder();
  state = `${machine.path}/state`;
  const env = { HOOKLOOM_STATE_DIR: state };
  const ran = await machine.asPerson(['sync', '--enable', '--as', 'ann', '--project', 'shop'], {
    env,
  });
  expect(ran).toMatchObject({ status: 0 });
});
afterAll(() => machine.remove());

/** The command as a user runs it, with this address. */
const options = (url: string, input = '') => ({
  input,
  env: { HOOKLOOM_STATE_DIR: state, RETRIEVAL_FUZZY: 'off', [SETTING]: url },
});
const run = (url: string, args: string[], input = '') => machine.run(args, options(url, input));

let decisions = 0;

async function expectTold(url: string, { status, says, names = SETTING }: Told): Promise<void> {
  const ran = await run(url, ['sync']);
  expect(ran).toMatchObject({ status, stdout: '', stderr: expect.stringMatching(says) });
  expect(ran.stderr).toContain(names);
  expect(ran.stderr).not.toContain(PASSWORD);
  expect(ran.stderr).not.toMatch(/\n {2,}at /);
}

/** An append and a hook. */
async function expectRecorded(url: string): Promise<void> {
  const title = `Decision ${++decisions}`;
  const args = ['memory', 'append', 'decision.made', '--actor', 'ann'];
  expect(await run(url, args, JSON.stringify({ title }))).toMatchObject({ status: 0 });
  const hook = {
    session_id: 's1',
    cwd: machine.path,
    hook_event_name: 'UserPromptSubmit',
    prompt: `prompt ${decisions}`,
  };
  expect(
    startCommand(machine, ['hook', 'claude-code'], options(url, JSON.stringify(hook))),
  ).toMatchObject({ status: 0 });
  const log = (await run(url, ['memory', 'export'])).stdout;
  expect(log).toContain(title);
  expect(log).toContain(hook.prompt);
}

interface Told {
  status: number;
  says: RegExp;
  /** What the person should change. */
  names?: string;
}

const at = (port: number, more = '') =>
  `postgresql://ann:${PASSWORD}@127.0.0.1:${port}/team${more}`;

describe('an invalid address', () => {
  it.each([
    ['a word', PASSWORD],
    ['another protocol', `https://ann:${PASSWORD}@127.0.0.1/team`],
    ['no database', `postgresql://ann:${PASSWORD}@127.0.0.1`],
    ['no time limit', at(5432, '?connect_timeout=soon')],
  ])('%s is refused before any connection', async (_name, url) => {
    await expectTold(url, { status: 2, says: /not the address|connect_timeout/ });
    await expectRecorded(url);
  });
});

const SERVERS: [name: string, answer: StandInAnswer, told: Told & { more?: string }][] = [
  [
    'refuses the password',
    { error: { code: '28P01', message: 'password authentication failed' } },
    { status: 3, says: /refused the user or the password/ },
  ],
  [
    'has no such database',
    { error: { code: '3D000', message: 'database "team" does not exist' } },
    { status: 4, says: /no such database/ },
  ],
  [
    'is too old',
    { row: { version: '140011', named: '14.11', encoding: 'UTF8', known: 't', filled: 't' } },
    { status: 7, says: /needs PostgreSQL 15 or newer; this server is 14\.11/, names: 'Upgrade' },
  ],
  [
    'has another encoding',
    { row: { version: '150004', named: '15.4', encoding: 'LATIN1', known: 't', filled: 't' } },
    { status: 7, says: /encoding LATIN1/, names: 'createdb --encoding UTF8' },
  ],
  [
    'has no connection left',
    { error: { code: '53300', message: 'sorry, too many clients already' } },
    { status: 7, says: /accepts no changes now/ },
  ],
  [
    'is starting',
    { error: { code: '57P03', message: 'the database system is starting up' } },
    { status: 7, says: /cannot be reached/ },
  ],
  ['answers after half a minute', { isSilent: true }, { status: 7, says: /within 1000 ms/ }],
  ['cannot speak TLS', {}, { status: 7, says: /sslmode/, more: '&sslmode=require' }],
  ['is of another kind', { text: 'SSH-2.0-OpenSSH_9.2\r\n' }, { status: 7, says: /cannot be/ }],
];

it('an address that other users can read is refused before the project takes part', async () => {
  machine.write('address', at(5432));
  fs.chmodSync(`${machine.path}/address`, 0o644);
  const env = { HOOKLOOM_STATE_DIR: state, HOOKLOOM_TEAM_URL_FILE: `${machine.path}/address` };
  const ran = await machine.asPerson(['sync', '--enable', '--as', 'bob'], { env });
  expect(ran).toMatchObject({ status: 3, stderr: expect.stringContaining('open to other users') });
  const { writer } = await machine.json(['sync', '--status'], {
    env: { HOOKLOOM_STATE_DIR: state },
  });
  expect(writer).toMatch(/^ann@/);
});

it('the worker syncs a project that takes part, also if no client is connected', async () => {
  const { projects } = await machine.json(['projects', 'list'], {
    env: { HOOKLOOM_STATE_DIR: state },
  });
  expect(projects).toHaveLength(1);
  expect(JSON.stringify(projects)).toContain(machine.path);
});

describe('a server that cannot be used', () => {
  it.each(SERVERS)(
    'that %s is reported; hooks and appends never connect to it',
    async (_name, answer, told) => {
      const server = await startStandIn(answer);
      const url = at(server.port, `?connect_timeout=1${told.more ?? ''}`);
      try {
        await expectTold(url, told);
        const before = server.count();
        expect(before).toBeGreaterThan(0);
        await expectRecorded(url);
        // The server accepts connections in order, so this one is counted last.
        const own = connectTo(server.port, '127.0.0.1');
        await once(own, 'connect');
        await expect.poll(() => server.count()).toBe(before + 1);
        own.destroy();
      } finally {
        server.close();
      }
    },
  );

  it('that does not listen is reported', async () => {
    await expectTold(at(9), { status: 7, says: /cannot be reached/ });
    await expectRecorded(at(9));
  });
});

describe.skipIf(engine !== 'PostgreSQL')('an unsuitable store', () => {
  let database: TestDatabase;
  let store: Connection;
  beforeAll(async () => {
    database = await openTestDatabase();
    store = await database.open();
  });
  afterAll(async () => database.close());

  it('is distinguished from a suitable one, at every stage of its schema', async () => {
    const url = database.url!;
    const init = () => run(url, ['team', 'init', '--json']);
    await expectTold(url, { status: 4, says: /not a team store yet/, names: 'hookloom team init' });

    const both = await Promise.all([init(), init()]);
    expect(both).toMatchObject([{ status: 0 }, { status: 0 }]);
    const before = both.map(({ stdout }) => Number(JSON.parse(stdout).before));
    expect(before.toSorted((one, other) => one - other)).toEqual([0, 5]);

    const stranger = `nobody_${process.pid}`;
    await store.query(`CREATE ROLE ${stranger} LOGIN`);
    const asStranger = new URL(url);
    [asStranger.username, asStranger.password] = [stranger, PASSWORD];
    await expectTold(asStranger.href, { status: 3, says: /may not do this|no member/ });
    await store.query(`DROP ROLE ${stranger}`);

    await store.query('INSERT INTO hookloom.schema_version VALUES (99)');
    await expectTold(url, {
      status: 5,
      says: /has schema 99, and this version of Hookloom knows 5/,
      names: 'Update Hookloom on this machine',
    });
    expect((await init()).status).toBe(5);
    await store.query('DELETE FROM hookloom.schema_version WHERE version > 2');
    await expectTold(url, {
      status: 7,
      says: /has schema 2, and this version of Hookloom needs 5/,
      names: 'hookloom team init',
    });
    await store.query('INSERT INTO hookloom.schema_version VALUES (3), (4), (5)');
    await store.query('DROP FUNCTION hookloom.receive');
    await expectTold(url, { status: 6, says: /lacks hookloom\.receive/, names: 'backup' });
    expect((await init()).status).toBe(6);
    await expectRecorded(url);
  });

  it('loses nothing that was recorded meanwhile', async () => {
    await store.query('DROP SCHEMA hookloom CASCADE');
    await migrate(store);
    const ran = await run(database.url!, ['sync', '--json']);
    expect(ran).toMatchObject({ status: 0, stderr: '' });
    const rows = await store.query('SELECT line FROM hookloom.event WHERE line IS NOT NULL');
    for (let at = 1; at <= decisions; at++)
      expect(rows.filter(({ line }) => String(line).includes(`"Decision ${at}"`))).toHaveLength(1);
  });
});
