/**
 * A PostgreSQL for tests: the server that TEST_POSTGRES_URL names, else one inside this process (PGlite). Each caller
 * gets a separate database, and test names say which kind.
 */
import { randomBytes } from 'node:crypto';
import { connect, type Connection, type Row } from './connection.ts';
import { storeError } from './store-error.ts';

export interface TestDatabase {
  engine: 'PostgreSQL' | 'PGlite';
  /** Null for the one inside this process. */
  url: string | null;
  open(): Promise<Connection>;
  close(): Promise<void>;
}

const SETTING = 'HOOKLOOM_TEAM_URL';

/** Empty, or a URL of a role that may create databases. */
const server = process.env['TEST_POSTGRES_URL'] ?? '';

export const engine = server === '' ? 'PGlite' : 'PostgreSQL';

export async function openTestDatabase(): Promise<TestDatabase> {
  return server === '' ? openPglite() : openOnServer(server);
}

async function openOnServer(url: string): Promise<TestDatabase> {
  const name = `hookloom_${randomBytes(6).toString('hex')}`;
  const admin = await connect(url, { setting: SETTING, max: 1 });
  await admin.query(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const opened: Connection[] = [];
  return {
    engine: 'PostgreSQL',
    url: own.href,
    async open() {
      const connection = await connect(own.href, { setting: SETTING });
      opened.push(connection);
      return connection;
    },
    async close() {
      await Promise.allSettled(opened.map((connection) => connection.close()));
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.close();
    },
  };
}

async function openPglite(): Promise<TestDatabase> {
  const { PGlite } = await import('@electric-sql/pglite');
  const db = await PGlite.create();
  const fail = (error: unknown): never => {
    throw storeError(error, SETTING, 0);
  };
  const run = async (
    on: Pick<typeof db, 'exec' | 'query'>,
    text: string,
    parameters?: readonly unknown[],
  ): Promise<Row[]> =>
    parameters === undefined
      ? ((await on.exec(text)).at(-1)?.rows ?? [])
      : (await on.query<Row>(text, [...parameters])).rows;
  return {
    engine: 'PGlite',
    url: null,
    open: async () => ({
      query: (text, parameters) => run(db, text, parameters).catch(fail),
      transaction: (work) =>
        db
          .transaction((inside) =>
            work({
              query: (text, parameters) => run(inside, text, parameters),
            }),
          )
          .catch(fail),
      close: async () => {},
    }),
    close: () => db.close(),
  };
}
