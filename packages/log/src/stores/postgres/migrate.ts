/** Brings a store to this version's schema, and refuses one that a newer version made. */
import { conflict, corrupt, HookloomError, unavailable } from '@hookloom/core';
import type { Connection, Queries } from './connection.ts';
import { FUNCTIONS, MIGRATIONS, TABLES } from './schema.ts';

/** Oldest server that is supported: `server_version_num`. */
const OLDEST = 150_000;
/** One process migrates at a time. */
const LOCK = 4_711_920;

export interface Schema {
  /** 0: not set up. */
  version: number;
  /** The version that this Hookloom creates and reads. */
  known: number;
}

/**
 * @throws `unavailable` for an older server or another encoding, `conflict` for a schema of a newer version, `corrupt` for
 * one that lacks a table.
 */
export async function readSchema(on: Queries): Promise<Schema> {
  const [server] = await on.query(
    "SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS named, getdatabaseencoding() AS encoding, to_regclass('hookloom.schema_version') IS NOT NULL AS known, to_regclass('hookloom.event') IS NOT NULL AS filled",
  );
  if (Number(server!['version']) < OLDEST)
    throw unavailable(
      `The team store needs PostgreSQL 15 or newer; this server is ${String(server!['named'])}.`,
      'Upgrade the server, or set HOOKLOOM_TEAM_URL to a newer one.',
    );
  if (server!['encoding'] !== 'UTF8')
    throw unavailable(
      `The database of the team store has the encoding ${String(server!['encoding'])}, not UTF8.`,
      'Create it again with `createdb --encoding UTF8 --template template0`.',
    );
  const isKnown = server!['known'] === true;
  const [row] = isKnown
    ? await on.query('SELECT max(version) AS version FROM hookloom.schema_version')
    : [];
  const version = Number(row?.['version'] ?? 0);
  if (version > MIGRATIONS.length)
    throw conflict(
      `The team store has schema ${version}, and this version of Hookloom knows ${MIGRATIONS.length}.`,
      'Update Hookloom on this machine. The store cannot be downgraded.',
    );
  if (version === 0 && server!['filled'] === true) throw broken('the number of its schema');
  if (version === MIGRATIONS.length) {
    const missing = await on.query(
      `SELECT name FROM unnest(ARRAY[${quoted(TABLES)}]) AS name WHERE to_regclass('hookloom.' || name) IS NULL
       UNION ALL SELECT name FROM unnest(ARRAY[${quoted(FUNCTIONS)}]) AS name WHERE to_regproc('hookloom.' || name) IS NULL`,
    );
    if (missing.length > 0) throw broken(`hookloom.${String(missing[0]!['name'])}`);
  }
  return { version, known: MIGRATIONS.length };
}

/** The version that this Hookloom creates and reads. */
export const SCHEMA = MIGRATIONS.length;

const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

function broken(part: string): HookloomError {
  return corrupt(
    `The team store lacks ${part}.`,
    'Restore it from a backup. It was changed by hand or only partly restored.',
  );
}

/** For reading and writing: throws `not_found` before the set-up, `unavailable` for an older schema. */
export async function checkSchema(on: Queries): Promise<void> {
  const { version, known } = await readSchema(on);
  if (version === known) return;
  throw new HookloomError(
    version === 0 ? 'not_found' : 'unavailable',
    version === 0
      ? 'This database is not a team store yet.'
      : `The team store has schema ${version}, and this version of Hookloom needs ${known}.`,
    'An admin sets it up or updates it with `hookloom team init`.',
  );
}

/** Forward only, all steps in one transaction. Returns the version before. */
export async function migrate(connection: Connection): Promise<Schema> {
  return connection.transaction(async (on) => {
    await on.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    const before = await readSchema(on);
    if (before.version === 0)
      await on.query(
        'CREATE SCHEMA IF NOT EXISTS hookloom; CREATE TABLE IF NOT EXISTS hookloom.schema_version (version int PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now())',
      );
    for (let version = before.version + 1; version <= before.known; version++) {
      await on.query(MIGRATIONS[version - 1]!);
      await on.query('INSERT INTO hookloom.schema_version (version) VALUES ($1)', [version]);
    }
    return before;
  });
}
