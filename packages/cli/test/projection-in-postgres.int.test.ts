/** The memory in PostgreSQL, as commands and servers use it. A part needs a server (`scripts/with-postgres.mjs`). */
import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMemoryThread } from '@hookloom/memory';
import { connect, engine, openTestDatabase, type TestDatabase } from '@hookloom/log/testing';
import { startCommand } from './command-line.ts';
import { freshFolder, type Folder } from './folder.ts';

const DECISION = '{"title":"Keep sessions in Redis"}';

async function withDecision(): Promise<Folder> {
  const folder = freshFolder();
  const args = ['memory', 'append', 'decision.made', '--actor', 'ann', '--payload-json', DECISION];
  expect(await folder.run(args)).toMatchObject({ status: 0 });
  return folder;
}

/** A port of this machine without a listener. */
function closedPort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

describe('a database that cannot be reached', () => {
  const reason = 'The projection store cannot be reached.';
  const told = { projection_fallback: { backend: 'postgres', reason } };
  let folder: Folder;
  let env: Record<string, string>;
  beforeAll(async () => {
    folder = await withDecision();
    env = {
      PROJECTION_BACKEND: 'postgres',
      HOOKLOOM_PROJECTION_URL: `postgresql://ann@127.0.0.1:${await closedPort()}/team`,
      RETRIEVAL_FUZZY: 'off',
    };
  });
  afterAll(() => folder.remove());
  // The built command contains the thread that the connection has for itself.
  const run = (...args: string[]) => startCommand(folder, args, { env }).stdout;
  const json = (...args: string[]) => JSON.parse(run(...args, '--json'));

  it('is named before the rows of a query, which come from the memory on this machine', () => {
    const [head, row] = json('memory', 'query', 'sessions');
    expect(head).toMatchObject({ diagnostics: told, source: 'unavailable', citation: null });
    expect(row.content).toContain('Redis');
  });

  it.each([
    ['memory', 'checkout', 'sessions'],
    ['memory', 'causal', 'successors', 'Keep sessions in Redis'],
  ])('is named in the diagnostics of `%s %s`', (...args) => {
    expect(json(...args).diagnostics).toMatchObject(told);
  });

  it('is reported to a person above the rows, and by status', async () => {
    const answered = `${reason} The memory on this machine answered instead.`;
    expect(run('memory', 'query', 'sessions')).toContain(answered);
    expect(run('status')).toContain(`${reason} The memory on this`);
    expect(json('status').projection).toMatchObject({ backend: 'postgres', in_use: false });
    expect((await folder.json(['status'])).projection).toMatchObject({
      backend: 'embedded',
      in_use: true,
    });
  });
});

describe.skipIf(engine !== 'PostgreSQL')('a PostgreSQL server', () => {
  const schema = 'hookloom_projection_test';
  let database: TestDatabase;
  let folder: Folder;
  beforeAll(async () => {
    database = await openTestDatabase();
    folder = await withDecision();
  });
  afterAll(async () => {
    folder.remove();
    await database.close();
  });
  const open = () =>
    openMemoryThread({
      thread: pathToFileURL(path.resolve('packages/cli/dist/memory-thread.mjs')),
      data: {
        source: {
          workspace: {
            root: folder.path,
            eventloomDir: path.join(folder.path, '.eventloom'),
            domain: 'shop',
            session: 'shop-default',
          },
          stateDir: path.join(folder.path, 'state'),
          env: { RETRIEVAL_FUZZY: 'off' },
        },
        projection: { url: database.url, setting: 'HERE', schema, timeoutMs: 30_000 },
      },
    });
  const question = { query: 'sessions', sessions: ['shop-default'], limit: 3 };

  it('keeps a question waiting without blocking other work of the process', async () => {
    const memory = await open();
    const other = await connect(database.url!, { setting: 'HERE', max: 1 });
    // The lock of writers, which the projector waits for.
    const lock = createHash('sha256').update(schema).digest().readBigInt64BE(0).toString();
    await other.query(`SELECT pg_advisory_lock(${lock})`);
    const answer = memory.search(question);
    const isWaited = async () => {
      const [row] = await other.query(
        "SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
      );
      return row!['n'] === 1;
    };
    // This process must not block, because it has to release the lock.
    await expect.poll(isWaited, { timeout: 120_000 }).toBe(true);
    await other.query(`SELECT pg_advisory_unlock(${lock})`);
    expect((await answer).sources[0]?.source.content).toContain('Redis');
    await other.close();
    await memory.close();
  });

  it('shows no row to another login, even one with rights on all tables', async () => {
    const memory = await open();
    await memory.sync();
    await memory.close();
    const own = await connect(database.url!, { setting: 'HERE', max: 1 });
    await own.query('DROP ROLE IF EXISTS hookloom_curious');
    await own.query(
      `CREATE ROLE hookloom_curious; GRANT USAGE ON SCHEMA ${schema} TO hookloom_curious`,
    );
    await own.query(`GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO hookloom_curious`);
    const count = async (table: string) =>
      Number((await own.query(`SELECT count(*) AS n FROM ${schema}.${table}`))[0]!['n']);
    expect(await count('docs')).toBe(1);
    const tables = await own.query('SELECT tablename FROM pg_tables WHERE schemaname = $1', [
      schema,
    ]);
    await own.query('SET ROLE hookloom_curious');
    for (const { tablename } of tables) expect(await count(String(tablename))).toBe(0);
    await own.query('RESET ROLE; DROP OWNED BY hookloom_curious; DROP ROLE hookloom_curious');
    await own.close();
  });

  it('gives the same answers and error codes as the memory on this machine', async () => {
    const env = { PROJECTION_BACKEND: 'postgres', HOOKLOOM_PROJECTION_URL: database.url! };
    const ask = (more: Record<string, string>) =>
      startCommand(folder, ['memory', 'query', 'sessions', '--json'], {
        env: { RETRIEVAL_FUZZY: 'off', ...more },
      }).stdout;
    expect(ask(env)).toBe(ask({}));
    const memory = await open();
    await expect(memory.search({ ...question, sessions: ['a'] })).resolves.toMatchObject({
      facts: [],
    });
    await memory.close();
    await expect(memory.search(question)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
