/** The projection in a schema of a PostgreSQL database. */
import { createHash, randomInt } from 'node:crypto';
import { unavailable } from '@hookloom/core';
import type { Database, ProjectionStore, Neighbours } from '../port.ts';
import { SCHEMA_VERSION } from '../schema.ts';
import { openBridge, type Bridge } from './bridge.ts';
import { createClient, statementsOn, type Client } from './client.ts';
import { openNoteWords } from './note-words.ts';
import { openPostings } from './postings.ts';
import { ProjectionError } from './projection-error.ts';
import { openSplitter } from './sql-text.ts';
import { tablesOf } from './tables.ts';

export interface PostgresProjectionOptions {
  /** Contains a password: never shown. */
  url: string;
  /** Names the setting in errors. */
  setting: string;
  /** Only for this projection. */
  schema: string;
  /** For connecting, and for each statement. Default 2,000. */
  timeoutMs?: number;
  /** The file of the thread with the connection. */
  thread?: URL;
}

const TIMEOUT_MS = 2000;
/** For making and dropping the schema, and for removing forgotten bytes. */
const LONG_MS = 30_000;
/** Oldest server that is supported: `server_version_num`. */
const OLDEST = 150_000;
const THREAD = new URL('./projection-thread.cjs', import.meta.url);
const NAME = /^[a-z_][a-z0-9_]{0,62}$/;

/** `bridge` is null before the first opening. */
export interface PostgresProjection extends ProjectionStore {
  readonly bridge: Bridge | null;
}

/**
 * @example postgresProjection({ url, setting: 'HOOKLOOM_TEAM_URL', schema: 'hookloom_projection_3f2a' })
 */
export function postgresProjection(options: PostgresProjectionOptions): PostgresProjection {
  const { url, setting, schema, timeoutMs = TIMEOUT_MS } = options;
  if (!NAME.test(schema)) throw new Error(`${schema} is not a name of a schema`);
  const thread = options.thread ?? THREAD;
  const lock = lockOf(schema);
  let current: Bridge | null = null;
  const connect = (): Promise<Bridge> =>
    openBridge({
      url,
      setting,
      timeoutMs,
      thread,
      // A projection is derived from the log: a commit that a server crash loses is repeated.
      prepare: `SET search_path TO ${schema}; SET statement_timeout TO ${timeoutMs}; SET synchronous_commit TO 'off';
        SET idle_in_transaction_session_timeout TO ${LONG_MS}; SET client_min_messages TO 'warning'; SET jit TO 'off'`,
    });

  return {
    get bridge() {
      return current;
    },
    async open() {
      const bridge = await connect();
      const splitter = await openSplitter();
      try {
        checkServer(bridge, setting);
        ensureSchema(bridge, schema, lock);
      } catch (error) {
        splitter.close();
        await bridge.close();
        throw error;
      }
      current = bridge;
      const client = createClient(bridge, lock, timeoutMs);
      const db: Database = {
        ...statementsOn(client),
        postings: openPostings(client),
        noteWords: openNoteWords(client, splitter.split),
        neighbours: openNeighbours(client),
        batch: 250,
        begin: () => client.begin(),
        commit: () => client.commit(),
        rollback: () => client.rollback(),
        version: () => client.version(),
        scrub: () => scrub(bridge),
        async close() {
          splitter.close();
          await bridge.close();
        },
      };
      return db;
    },
    async remove() {
      const bridge = await connect();
      try {
        bridge.run(
          [{ text: `${locked(lock)} DROP SCHEMA IF EXISTS ${schema} CASCADE; COMMIT` }],
          LONG_MS,
        );
      } finally {
        await bridge.close();
      }
    },
    isDamage: (error) => error instanceof ProjectionError && DAMAGE.test(error.sqlState),
  };
}

/** A table, a column or a function is missing, or a page cannot be read. */
const DAMAGE = /^(42P01|42703|42883|3F000|XX00[12])$/;

function lockOf(schema: string): string {
  return createHash('sha256').update(schema).digest().readBigInt64BE(0).toString();
}

function locked(lock: string): string {
  return `BEGIN; SET LOCAL statement_timeout TO ${LONG_MS}; SELECT pg_advisory_xact_lock(${lock});`;
}

/** The version of the server. Throws the reason if it cannot store a projection. */
export async function probeServer(
  options: Pick<PostgresProjectionOptions, 'url' | 'setting' | 'thread'> & { timeoutMs: number },
): Promise<string> {
  const bridge = await openBridge({ ...options, thread: options.thread ?? THREAD, prepare: '' });
  try {
    return checkServer(bridge, options.setting);
  } finally {
    await bridge.close();
  }
}

function checkServer(bridge: Bridge, setting: string): string {
  const [server] = bridge.run([
    {
      text: "SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS named, getdatabaseencoding() AS encoding",
      values: [],
    },
  ]);
  if (Number(server!['version']) < OLDEST)
    throw unavailable(
      `The projection store needs PostgreSQL 15 or newer; this server is ${String(server!['named'])}.`,
      `Upgrade the server, or name a newer one in ${setting}.`,
    );
  if (server!['encoding'] !== 'UTF8')
    throw unavailable(
      `The database of the projection store has the encoding ${String(server!['encoding'])}, not UTF8.`,
      'Create it again with `createdb --encoding UTF8 --template template0`.',
    );
  return String(server!['named']);
}

/** Creates the schema in one transaction; drops the schema of another version. */
function ensureSchema(bridge: Bridge, schema: string, lock: string): void {
  const isCurrent = (): boolean => {
    const [found] = bridge.run([
      { text: 'SELECT to_regclass($1) IS NOT NULL AS known', values: [`${schema}.meta`] },
    ]);
    if (Number(found!['known']) !== 1) return false;
    const [meta] = bridge.run([{ text: `SELECT version FROM ${schema}.meta`, values: [] }]);
    return Number(meta?.['version']) === SCHEMA_VERSION;
  };
  if (isCurrent()) return;
  bridge.run([{ text: locked(lock) }], LONG_MS);
  try {
    // Another process may have created it meanwhile.
    if (!isCurrent())
      bridge.run(
        [
          {
            text: `DROP SCHEMA IF EXISTS ${schema} CASCADE; CREATE SCHEMA ${schema}; ${tablesOf(SCHEMA_VERSION, randomInt(2 ** 47))}`,
          },
        ],
        LONG_MS,
      );
    bridge.run([{ text: 'COMMIT' }], LONG_MS);
  } catch (error) {
    try {
      bridge.run([{ text: 'ROLLBACK' }]);
    } catch {
      // The first failure is more informative.
    }
    throw error;
  }
}

/** Rewrites the tables, so that no page holds a removed row. */
function scrub(bridge: Bridge): boolean {
  try {
    const tables = bridge.run([
      {
        text: "SELECT string_agg(format('%I', c.relname), ', ') AS names FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'",
        values: [],
      },
    ]);
    bridge.run([{ text: `SET statement_timeout TO ${LONG_MS}` }]);
    bridge.run([{ text: `VACUUM FULL ${String(tables[0]!['names'])}` }], LONG_MS);
    return true;
  } catch (error) {
    if (error instanceof ProjectionError && error.sqlState === '57014') return false;
    throw error;
  } finally {
    bridge.run([{ text: 'SET statement_timeout TO DEFAULT' }]);
  }
}

export function openNeighbours(client: Client): Neighbours {
  return {
    placed: (ids) =>
      client
        .read(
          `SELECT d.id, d.stream, d.channel FROM unnest($1::bigint[]) WITH ORDINALITY AS j(id, at)
           JOIN docs d ON d.id = j.id ORDER BY j.at`,
          [ids],
        )
        .map((row) => ({
          id: Number(row['id']),
          stream: Number(row['stream']),
          channel: String(row['channel']),
        })),
    ends(places, { near, leading }) {
      const rows = client.read(
        `SELECT (SELECT id FROM docs WHERE stream = c.stream AND id <= c.id ORDER BY id DESC LIMIT 1 OFFSET c.reach) AS start,
         (SELECT id FROM docs WHERE stream = c.stream AND id > c.id AND id <= c.last ORDER BY id LIMIT 1 OFFSET c.reach - 1) AS stop
         FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) WITH ORDINALITY AS c(stream, id, last, reach, at) ORDER BY c.at`,
        [
          places.map(({ stream }) => stream),
          places.map(({ id }) => id),
          places.map(({ last }) => last),
          places.map(({ leads }) => (leads ? leading : near)),
        ],
      );
      const read = (name: string) =>
        rows.map((row) => (row[name] === null ? null : Number(row[name])));
      return { starts: read('start'), ends: read('stop') };
    },
    rows(stretches) {
      const rows = client.read(
        `SELECT s.at - 1 AS place, d.id, d.type, d.actor, d.channel, d.len, d.dates, d.terms
         FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) WITH ORDINALITY AS s(stream, first, last, at)
         JOIN docs d ON d.stream = s.stream AND d.id BETWEEN s.first AND s.last ORDER BY s.at, d.id`,
        [
          stretches.map(({ stream }) => stream),
          stretches.map(({ from }) => from),
          stretches.map(({ to }) => to),
        ],
      );
      const texts = (name: string) => rows.map((row) => String(row[name]));
      const numbers = (name: string) => rows.map((row) => Number(row[name]));
      return {
        places: numbers('place'),
        ids: numbers('id'),
        types: texts('type'),
        actors: texts('actor'),
        channels: texts('channel'),
        lengths: numbers('len'),
        dates: texts('dates'),
        terms: texts('terms').join('\n'),
      };
    },
  };
}
