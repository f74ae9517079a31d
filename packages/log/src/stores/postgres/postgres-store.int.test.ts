import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeEventStore } from '../../../test/event-store-contract.ts';
import { event } from '../../../test/store-under-test.ts';
import { describeForgotten, shredEvents } from '../../shred/shred-events.ts';
import { verifyFile } from '../../verify/verify-log.ts';
import { openJsonlStore } from '../jsonl/index.ts';
import { openPostgresStore } from './index.ts';
import { checkSchema, migrate, readSchema } from './migrate.ts';
import { engine, openTestDatabase, type TestDatabase } from './postgres.fixture.ts';
import { headInStore, receiveLines } from './receive.ts';

import { pagesOf, type LogName, type StoredRow } from './rows.ts';
import { connect, type Connection } from './connection.ts';
import { MIGRATIONS } from './schema.ts';

let database: TestDatabase;
let connection: Connection;
beforeAll(async () => {
  database = await openTestDatabase();
  connection = await database.open();
  await migrate(connection);
});
afterAll(async () => database.close());

const WRITER = 'ann@desk';
const newProject = () => `prj_${randomBytes(6).toString('hex')}`;

describeEventStore(engine, async () => {
  const project = newProject();
  const store = openPostgresStore({ connection, project, writer: WRITER });
  return {
    store,
    openAnother: async () =>
      openPostgresStore({ connection: await database.open(), project, writer: WRITER }),
    damage: async (session, change) => {
      const lines = await linesOf({ project, writer: WRITER, session });
      await connection.query(
        'DELETE FROM hookloom.event WHERE project = $1 AND writer = $2 AND session = $3',
        [project, WRITER, session],
      );
      for (const [at, line] of change(lines).entries()) {
        const { hash, previousHash } = JSON.parse(line).integrity as Record<string, string>;
        await connection.query(
          'INSERT INTO hookloom.event (project, writer, session, seq, hash, previous_hash, line) VALUES ($1, $2, $3, $4, $5, $6, $7)',
          [project, WRITER, session, at + 1, hash, previousHash, line],
        );
      }
    },
    close: () => store.close(),
  };
});

async function linesOf(log: LogName): Promise<string[]> {
  const lines: string[] = [];
  for await (const rows of pagesOf(connection, log, 1, Number.MAX_SAFE_INTEGER))
    lines.push(...rows.map(({ line }) => line!));
  return lines;
}

function sent(lines: readonly string[]): StoredRow[] {
  return lines.map((line, at) => {
    const { hash, previousHash } = JSON.parse(line).integrity as Record<string, string>;
    return { seq: at + 1, hash: hash!, previousHash: previousHash ?? null, line };
  });
}

describe(`a log on disk and in ${engine}`, () => {
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'hookloom-store-'));
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  const events = [
    [event({ text: 'café ✓ \u2028 \u0000 "integrity":{' })],
    [event({ A: 1, z: 2 }), event({ __proto: [] })],
  ];

  test('has the same bytes in either direction', async () => {
    const log = { project: newProject(), writer: WRITER, session: 'demo' };
    const local = openJsonlStore({ dir, installation: 'any' });
    for (const batch of events) await local.append('demo', batch);
    await local.close();
    const text = readFileSync(path.join(dir, 'demo.jsonl'), 'utf8');
    await receiveLines(connection, log, 0, sent(text.trimEnd().split('\n')));
    expect(`${(await linesOf(log)).join('\n')}\n`).toBe(text);
    const store = openPostgresStore({ connection, ...log });
    expect(await store.verify('demo')).toMatchObject({ ok: true, total_events: 3 });
    for (const batch of events) await store.append('back', batch);
    const file = path.join(dir, 'back.jsonl');
    const back = await linesOf({ ...log, session: 'back' });
    writeFileSync(file, `${back.join('\n')}\n`, { mode: 0o600 });
    expect(await verifyFile(file, { thorough: true })).toMatchObject({ ok: true, total_events: 3 });
  });

  test('takes each event once, and refuses altered events and events that do not follow', async () => {
    const log = { project: newProject(), writer: WRITER, session: 'demo' };
    const rows = sent(readFileSync(path.join(dir, 'demo.jsonl'), 'utf8').trimEnd().split('\n'));
    const altered = { ...rows[0]!, line: rows[0]!.line!.replace('caf', 'c4f') };
    const refused = expect.objectContaining({ code: 'corrupt' });
    await expect(receiveLines(connection, log, 0, [altered])).rejects.toEqual(refused);
    await expect(receiveLines(connection, log, 0, rows.slice(1))).rejects.toEqual(refused);
    expect(await headInStore(connection, log)).toBeNull();
    await receiveLines(connection, log, 0, rows.slice(0, 2));
    // As after an answer that was lost.
    expect(await receiveLines(connection, log, 0, rows)).toMatchObject({ seq: 2 });
    await receiveLines(connection, log, 2, rows.slice(2));
    expect((await linesOf(log)).length).toBe(3);
  });

  test('keeps the position of withheld events, and verifies', async () => {
    const log = { project: newProject(), writer: WRITER, session: 'demo' };
    const rows = sent(readFileSync(path.join(dir, 'demo.jsonl'), 'utf8').trimEnd().split('\n'));
    rows[0] = { ...rows[0]!, line: null };
    await receiveLines(connection, log, 0, rows);
    const store = openPostgresStore({ connection, ...log });
    expect(await store.verify('demo')).toMatchObject({ ok: true, total_events: 3 });
    expect(await store.at('demo', 1)).toBeNull();
    expect((await store.at('demo', 2))?.payload).toEqual({ A: 1, z: 2 });
  });

  test('removes forgotten text together with the event that records it', async () => {
    const log = { project: newProject(), writer: WRITER, session: 'gone' };
    const local = openJsonlStore({ dir, installation: 'any' });
    await local.append('gone', [event({ text: 'the canary sings' }), event({ n: 2 })]);
    const file = path.join(dir, 'gone.jsonl');
    const before = sent(readFileSync(file, 'utf8').trimEnd().split('\n'));
    await receiveLines(connection, log, 0, before);
    const entries = describeForgotten(dir, 'gone', [1]);
    const [told] = await local.append('gone', [
      event({ events: entries as never }, { type: 'memory.forgotten', actorId: 'user' }),
    ]);
    const after = sent(readFileSync(file, 'utf8').trimEnd().split('\n'));
    await receiveLines(connection, log, 2, after.slice(2));
    await shredEvents({ dir, session: 'gone', seqs: [1], by: told!.id });
    await local.close();
    expect(`${(await linesOf(log)).join('\n')}\n`).toBe(readFileSync(file, 'utf8'));
    const store = openPostgresStore({ connection, ...log });
    expect(await store.verify('gone')).toMatchObject({ ok: true, shredded: 1 });
  });
});

describe('the schema', () => {
  test('is set up once, and a newer or broken one is refused', async () => {
    const own = await openTestDatabase();
    try {
      const fresh = await own.open();
      expect(await readSchema(fresh)).toEqual({ version: 0, known: 5 });
      await migrate(fresh);
      expect(await migrate(fresh)).toEqual({ version: 5, known: 5 });
      for (const half of [
        'DROP FUNCTION hookloom.shred',
        'DROP TABLE hookloom.delivery',
        'DELETE FROM hookloom.schema_version',
      ]) {
        await fresh.query(half);
        await expect(readSchema(fresh)).rejects.toMatchObject({ code: 'corrupt' });
        await expect(migrate(fresh)).rejects.toMatchObject({ code: 'corrupt' });
      }
      await fresh.query('INSERT INTO hookloom.schema_version (version) VALUES (99)');
      await expect(readSchema(fresh)).rejects.toMatchObject({ code: 'conflict' });
      await expect(migrate(fresh)).rejects.toMatchObject({ code: 'conflict' });
    } finally {
      await own.close();
    }
  });
});

test('a published migration never changes, because existing stores would not get the change', () => {
  const digests = MIGRATIONS.map((step) => createHash('sha256').update(step).digest('hex'));
  expect(digests.map((digest) => digest.slice(0, 12))).toEqual([
    'c68de1ccef5b',
    '113f47f842c2',
    '123c643a1101',
    'ca3063876d29',
    '53a453a01775',
  ]);
});

test('a store of the second schema keeps its events and members, and records times from then on', async () => {
  const own = await openTestDatabase();
  try {
    const old = await own.open();
    await old.query(
      'CREATE SCHEMA hookloom; CREATE TABLE hookloom.schema_version (version int PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
    );
    await old.query(
      `${MIGRATIONS[0]}; ${MIGRATIONS[1]}; INSERT INTO hookloom.schema_version VALUES (1), (2)`,
    );
    const add = (seq: number) =>
      old.query(
        "INSERT INTO hookloom.event (project, writer, session, seq, hash) VALUES ('shop', 'ann@desk', 's', $1, 'x')",
        [seq],
      );
    await add(1);
    await old.query(
      "INSERT INTO hookloom.member (project, login, person, role) VALUES ('shop', 'hookloom_ann_1', 'ann', 'writer')",
    );
    await expect(checkSchema(old)).rejects.toMatchObject({
      code: 'unavailable',
      remediation: expect.stringContaining('hookloom team init'),
    });
    expect(await migrate(old)).toEqual({ version: 2, known: 5 });
    await checkSchema(old);
    await add(2);
    expect(
      await old.query('SELECT seq::int, arrived_at IS NULL AS unknown FROM hookloom.event'),
    ).toEqual([
      { seq: 1, unknown: true },
      { seq: 2, unknown: false },
    ]);
    expect(await old.query('SELECT person, machine, role FROM hookloom.member')).toEqual([
      { person: 'ann', machine: '', role: 'writer' },
    ]);
  } finally {
    await own.close();
  }
});

describe('a server that does not answer', () => {
  test('times out with a message that names the setting to check', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const url = `postgresql://ann:hunter2@127.0.0.1:${port}/team`;
    const mute = await connect(url, { setting: 'HOOKLOOM_TEAM_URL', timeoutMs: 50 });
    try {
      const failure = await mute.query('SELECT 1').catch((error: unknown) => error);
      expect(failure).toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('50 ms'),
        remediation: expect.stringContaining('HOOKLOOM_TEAM_URL'),
      });
      expect(inspect(failure)).not.toContain('hunter2');
    } finally {
      await mute.close();
      server.close();
    }
  });
});
