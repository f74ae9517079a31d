import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Connection } from '../stores/postgres/connection.ts';
import { migrate } from '../stores/postgres/migrate.ts';
import {
  engine,
  openTestDatabase,
  type TestDatabase,
} from '../stores/postgres/postgres.fixture.ts';
import { openPostgresStore } from '../stores/postgres/index.ts';
import { partPath } from './part-file.ts';
import { pullLogs, type Pulled } from './pull.ts';

let database: TestDatabase;
let connection: Connection;
let folder: string;
/** The queries that the store received. */
let asked: number;
beforeAll(async () => {
  database = await openTestDatabase();
  connection = await database.open();
  await migrate(connection);
});
afterAll(async () => database.close());
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'hookloom-pull-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await connection.query('DELETE FROM hookloom.event; DELETE FROM hookloom.log');
});

async function add(writer: string, count: number): Promise<void> {
  const store = openPostgresStore({ connection, project: 'shop', writer });
  const events = Array.from({ length: count }, (_, at) => ({
    type: 'decision.made',
    actorId: writer,
    payload: { title: `Decision ${at} of ${writer}` },
    origin: { channel: 'user' as const },
  }));
  await store.append('s', events);
}

function pull(): Promise<Pulled[]> {
  asked = 0;
  const counted: Connection = {
    ...connection,
    query(text, parameters) {
      asked++;
      return connection.query(text, parameters);
    },
  };
  const request = { eventloomDir: `${folder}/none`, folder, project: 'shop', writer: 'bob' };
  return pullLogs(counted, request);
}

/** The seqs in the part of each writer, in order. */
const seqsOf = (pulled: readonly Pulled[]): Record<string, number[]> =>
  Object.fromEntries(
    pulled.map(({ session, writer }) => [
      writer,
      readFileSync(partPath(folder, session), 'utf8')
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => JSON.parse(line).integrity.seq),
    ]),
  );
const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

describe(`logs of teammates in ${engine}`, () => {
  it('arrive with one query for the heads and one for everything new', async () => {
    const writers = ['ann', 'cal', 'dan', 'eve'];
    for (const writer of writers) await add(writer, 2);
    await pull();
    for (const writer of writers.slice(1)) await add(writer, 1);
    const pulled = await pull();
    expect(pulled.map(({ added }) => added)).toEqual([0, 1, 1, 1]);
    expect(asked).toBe(2);
    expect(seqsOf(pulled)).toEqual({ ann: upTo(2), cal: upTo(3), dan: upTo(3), eve: upTo(3) });
  });

  it('arrive in several answers if they are long, each event once', async () => {
    await add('ann', 700);
    await add('cal', 700);
    const pulled = await pull();
    expect(asked).toBe(4);
    expect(seqsOf(pulled)).toEqual({ ann: upTo(700), cal: upTo(700) });
    expect(pulled.map(({ added, total, refused }) => [added, total, refused])).toEqual([
      [700, 700, null],
      [700, 700, null],
    ]);
  });

  it('are fetched from the start if the store was restored, at any length', async () => {
    for (const before of [2, 3, 5]) {
      await add('ann', 3);
      await pull();
      await connection.query('DELETE FROM hookloom.event; DELETE FROM hookloom.log');
      await add('ann', before);
      const pulled = await pull();
      expect(pulled).toMatchObject([{ added: before, total: before, refused: null }]);
      expect(seqsOf(pulled)).toEqual({ ann: upTo(before) });
      await connection.query('DELETE FROM hookloom.event; DELETE FROM hookloom.log');
    }
  });

  it('are fetched again if a part is missing, cut or damaged at its end', async () => {
    await add('ann', 3);
    const [{ session }] = (await pull()) as [Pulled];
    const file = partPath(folder, session);
    const whole = readFileSync(file, 'utf8');
    const damages = [
      () => rmSync(file),
      () => truncateSync(file, statSync(file).size - 5),
      () => writeFileSync(file, `${whole.trimEnd().slice(0, -20)}\n`),
    ];
    for (const damage of damages) {
      damage();
      await add('ann', 1);
      const pulled = await pull();
      const { total } = pulled[0]!;
      expect(pulled[0]!.refused).toBeNull();
      expect(seqsOf(pulled)).toEqual({ ann: upTo(total) });
    }
  });

  it('are fetched again by the next process if a power loss took bytes before the end', async () => {
    await add('ann', 30);
    const [{ session }] = (await pull()) as [Pulled];
    const bytes = readFileSync(partPath(folder, session));
    const at = bytes.indexOf('Decision 20');
    bytes.fill(0, at, at + 1000);
    // This process has read no part in this folder.
    folder = path.join(folder, 'next');
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(partPath(folder, session), bytes, { mode: 0o600 });
    const pulled = await pull();
    expect(pulled).toMatchObject([{ added: 30, total: 30, refused: null }]);
    expect(seqsOf(pulled)).toEqual({ ann: upTo(30) });
    folder = path.dirname(folder);
  });

  it('end before an event that does not follow, and continue once it does', async () => {
    await add('ann', 4);
    const [row] = await connection.query(
      "UPDATE hookloom.event SET line = replace(line, 'Decision', 'Division') WHERE seq = 3 RETURNING hash",
    );
    expect(row).toBeDefined();
    expect(await pull()).toMatchObject([{ added: 2, total: 2, refused: { seq: 3 } }]);
    await connection.query(
      "UPDATE hookloom.event SET line = replace(line, 'Division', 'Decision') WHERE seq = 3",
    );
    expect(await pull()).toMatchObject([{ added: 2, total: 4, refused: null }]);
  });
});
