/**
 * What a member of one project can read and write with their own SQL in tables that several projects share. Needs a
 * server.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Connection, Row } from './connection.ts';
import { migrate } from './migrate.ts';
import { engine, openTestDatabase, type TestDatabase } from './postgres.fixture.ts';

const ANN = 'hookloom_fence_ann';
const BOB = 'hookloom_fence_bob';
const TABLES = ['log', 'event', 'delivery', 'member'] as const;

describe.skipIf(engine !== 'PostgreSQL')('a member of one project', () => {
  let database: TestDatabase;
  let owner: Connection;
  /** As the login sees it; the policies use `session_user`. Everything is rolled back. */
  const as = (login: string, text: string): Promise<Row[]> =>
    owner.transaction(async (inside) => {
      await inside.query(`SET LOCAL SESSION AUTHORIZATION ${login}`);
      return inside.query(text);
    });

  beforeAll(async () => {
    database = await openTestDatabase();
    owner = await database.open();
    await migrate(owner);
    for (const [project, login, person] of [
      ['a', ANN, 'ann'],
      ['b', BOB, 'bob'],
    ]) {
      await owner.query(`DROP ROLE IF EXISTS ${login}`);
      await owner.query("SELECT hookloom.invite($1, $2, 'SCRAM-SHA-256$none', $3, 'm', 'writer')", [
        project,
        login,
        person,
      ]);
      await as(
        login!,
        `INSERT INTO hookloom.log VALUES ('${project}', '${person}@m', 's', 1, 'sha256:x');
         INSERT INTO hookloom.event (project, writer, session, seq, id, type, hash, line)
         VALUES ('${project}', '${person}@m', 's', 1, 'evt_${person}', 'decision.made', 'sha256:x', 'what ${person} said')`,
      );
    }
  });
  afterAll(async () => {
    for (const login of [ANN, BOB]) {
      await owner.query(`DROP OWNED BY ${login}`);
      await owner.query(`DROP ROLE ${login}`);
    }
    await database.close();
  });

  test.each(TABLES)('sees only their own project in %s', async (table) => {
    const rows = await as(ANN, `SELECT DISTINCT project FROM hookloom.${table}`);
    expect(rows.every(({ project }) => project === 'a')).toBe(true);
    if (table !== 'delivery') expect(rows).toHaveLength(1);
  });

  test.each([
    "SELECT line FROM hookloom.event WHERE project = 'b'",
    "SELECT e.line FROM hookloom.log l JOIN hookloom.event e USING (project) WHERE l.project = 'b'",
    "UPDATE hookloom.event SET line = 'changed' WHERE project = 'b' RETURNING line",
  ])('reaches no row of another project with %s', async (text) => {
    expect(await as(ANN, text)).toEqual([]);
  });

  test.each([
    "INSERT INTO hookloom.log VALUES ('b', 'ann@m', 's2', 0, NULL)",
    "INSERT INTO hookloom.log VALUES ('a', 'bob@m', 's2', 0, NULL)",
    "UPDATE hookloom.log SET project = 'b' WHERE project = 'a'",
    'SELECT * FROM hookloom.audit',
    'SELECT * FROM hookloom.channel',
    'SELECT * FROM hookloom.event_0',
    'DELETE FROM hookloom.event',
    'ALTER TABLE hookloom.event DISABLE ROW LEVEL SECURITY',
  ])('is refused %s', async (text) => {
    await expect(as(ANN, text)).rejects.toMatchObject({ code: 'permission_denied' });
  });

  test('sees nothing else if somebody granted a right on all tables by mistake', async () => {
    await owner.query(`GRANT SELECT ON ALL TABLES IN SCHEMA hookloom TO ${ANN}`);
    const tables = await owner.query(
      "SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = 'hookloom'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> 'schema_version'",
    );
    expect(tables.length).toBeGreaterThan(50);
    for (const { name } of tables) {
      const rows = await as(ANN, `SELECT * FROM hookloom.${String(name)}`);
      expect(rows.filter(({ project }) => project !== 'a')).toEqual([]);
    }
  });
});
