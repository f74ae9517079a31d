/**
 * The part of a PostgreSQL client that the store uses. `pg` implements it; tests also use a PostgreSQL inside the
 * process.
 */
import { invalidRequest } from '@hookloom/core';
import { storeError } from './store-error.ts';

export type Row = Record<string, unknown>;

export interface Queries {
  /** One statement with parameters, or several without. */
  query(text: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

export interface Connection extends Queries {
  /** Commits everything that `work` did, or nothing. */
  transaction<T>(work: (inside: Queries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface ConnectOptions {
  /** Names the setting in errors. */
  setting: string;
  /** For connecting, and for each statement. Default: `connect_timeout` of the address, otherwise 10,000. */
  timeoutMs?: number;
  /** The maximum number of connections of this process. Default 4. */
  max?: number;
}

const TIMEOUT_MS = 10_000;

/**
 * Opens no connection before the first query. Throws `invalid_request` for an address that is not one of PostgreSQL.
 * No error names the password.
 *
 * @example const connection = await connect(url, { setting: 'HOOKLOOM_TEAM_URL' });
 */
export async function connect(url: string, options: ConnectOptions): Promise<Connection> {
  const { setting, max = 4 } = options;
  const { config, prepare, timeoutMs } = settingsOf(url, options);
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    ...config,
    max,
    idleTimeoutMillis: 5000,
    allowExitOnIdle: true,
    verify: (client, done) =>
      client.query(prepare, (error: Error | null) => done(error ?? undefined)),
  });
  // A connection that breaks while it waits is replaced by the next query; one that is in use fails its query.
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  const said = (error: unknown): unknown => storeError(error, setting, timeoutMs);
  return {
    async query(text, parameters) {
      try {
        return await run(pool, text, parameters);
      } catch (error) {
        throw said(error);
      }
    },
    async transaction(work) {
      let client;
      try {
        client = await pool.connect();
      } catch (error) {
        throw said(error);
      }
      let broken: Error | undefined;
      try {
        return await transact(client, work, (failure) => (broken = failure));
      } catch (error) {
        throw said(error);
      } finally {
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}

/** How each connection is opened, and its first statements. */
export function settingsOf(url: string, { setting, timeoutMs: given }: ConnectOptions) {
  const address = checkAddress(url, setting);
  const timeoutMs = given ?? patienceOf(address, setting);
  return {
    timeoutMs,
    config: {
      connectionString: url,
      application_name: 'hookloom',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    },
    // Acknowledged events survive a crash of the server, whatever its own setting is. The timeout limits how long a
    // machine that disappears in the middle of a transaction holds its lock.
    prepare: `SET synchronous_commit TO 'on'; SET statement_timeout TO ${timeoutMs}; SET idle_in_transaction_session_timeout TO ${timeoutMs}; SET search_path TO pg_catalog`,
  };
}

/** A client of `pg`. */
export interface Client {
  query(text: string, values?: unknown[]): Promise<{ rows: Row[] } | { rows: Row[] }[]>;
}

export async function run(
  on: Client,
  text: string,
  parameters?: readonly unknown[],
): Promise<Row[]> {
  const result = await (parameters === undefined
    ? on.query(text)
    : on.query(text, [...parameters]));
  return Array.isArray(result) ? (result.at(-1)?.rows ?? []) : result.rows;
}

/** @param onBroken Called when the client can no longer be used. */
export async function transact<T>(
  client: Client,
  work: (inside: Queries) => Promise<T>,
  onBroken: (failure: Error) => void,
): Promise<T> {
  try {
    await client.query('BEGIN');
    const result = await work({ query: (text, values) => run(client, text, values) });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(onBroken);
    throw error;
  }
}

/** Milliseconds. */
function patienceOf({ searchParams }: URL, setting: string): number {
  const text = searchParams.get('connect_timeout');
  if (text === null) return TIMEOUT_MS;
  if (/^[1-9]\d{0,2}$/.test(text)) return Number(text) * 1000;
  throw invalidRequest(
    `connect_timeout in ${setting} is not a number of seconds from 1 to 999.`,
    'Correct it, or leave it out.',
  );
}

// The address of a PostgreSQL server, which contains a password: it is checked and shown without it.

/** Throws `invalid_request`. The error does not repeat the address, because it may contain a password. */
export function checkAddress(url: string, setting: string): URL {
  let parsed: URL | null = null;
  try {
    parsed = new URL(url);
  } catch {
    // Refused below.
  }
  if (parsed !== null && /^postgres(ql)?:$/.test(parsed.protocol) && parsed.pathname.length > 1)
    return parsed;
  throw invalidRequest(
    `${setting} is not the address of a PostgreSQL database.`,
    'Write it as postgresql://USER:PASSWORD@HOST:5432/DATABASE; encode special characters of the password as in a URL.',
  );
}

/** @example showAddress('postgresql://ann:secret@db.example/team') // 'postgresql://ann@db.example/team' */
export function showAddress(url: string): string {
  try {
    const { protocol, username, host, pathname } = new URL(url);
    return `${protocol}//${username === '' ? '' : `${username}@`}${host}${pathname}`;
  } catch {
    return 'an address that cannot be read';
  }
}
