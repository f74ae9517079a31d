/** The stores that the environment selects. Refuses an unknown or unavailable one, so that no one relies on it. */
import fs from 'node:fs';
import path from 'node:path';
import { invalidRequest, type HookloomError } from '@hookloom/core';
import type { Neo4jAddress } from '@hookloom/memory';
import { readSecretFile } from '../secret-file.ts';

type Env = Record<string, string | undefined>;

const PROJECTIONS: ReadonlySet<string> = new Set(['embedded', 'sqlite', 'postgres', 'neo4j']);

/** Called when a runtime is opened. Throws `invalid_request`. */
export function assertStores(env: Env): void {
  const store = given(env, 'EVENTLOOM_STORE');
  if (store !== undefined && store !== 'embedded' && store !== 'postgres')
    throw refused('EVENTLOOM_STORE', 'embedded or postgres');
  const projection = given(env, 'PROJECTION_BACKEND');
  if (projection === undefined || PROJECTIONS.has(projection)) return;
  throw refused('PROJECTION_BACKEND', 'embedded, postgres or neo4j');
}

export interface TeamAddress {
  /** Contains a password: never print it. */
  url: string;
  /** The setting with the address, for errors. */
  setting: string;
}

/** In the state folder, for users who set no variable. */
const DEFAULT_FILE = 'team-url';

/**
 * The address of the team's store. Null if none is set or `EVENTLOOM_STORE=embedded`. Throws `invalid_request` for
 * `EVENTLOOM_STORE=postgres` without an address, `permission_denied` for a file that others can read.
 */
export function teamAddress(env: Env, stateDir: string): TeamAddress | null {
  assertStores(env);
  const store = given(env, 'EVENTLOOM_STORE');
  if (store === 'embedded') return null;
  const file = given(env, 'HOOKLOOM_TEAM_URL_FILE');
  if (file !== undefined)
    return {
      url: readSecretFile('HOOKLOOM_TEAM_URL_FILE', file, true),
      setting: 'HOOKLOOM_TEAM_URL_FILE',
    };
  const url = given(env, 'HOOKLOOM_TEAM_URL');
  if (url !== undefined) return { url, setting: 'HOOKLOOM_TEAM_URL' };
  const byDefault = path.join(stateDir, DEFAULT_FILE);
  if (fs.existsSync(byDefault))
    return { url: readSecretFile(DEFAULT_FILE, byDefault, true), setting: byDefault };
  if (store !== 'postgres') return null;
  throw invalidRequest(
    'EVENTLOOM_STORE=postgres needs the address of the team store.',
    'Write it into a file of your own with mode 0600 and name that file in HOOKLOOM_TEAM_URL_FILE.',
  );
}

/**
 * The address of the database for the memory: its own, or that of the team store. Null unless
 * `PROJECTION_BACKEND=postgres`. Throws `invalid_request` if that has no address.
 */
export function projectionAddress(env: Env, stateDir: string): TeamAddress | null {
  assertStores(env);
  if (given(env, 'PROJECTION_BACKEND') !== 'postgres') return null;
  const file = given(env, 'HOOKLOOM_PROJECTION_URL_FILE');
  if (file !== undefined)
    return {
      url: readSecretFile('HOOKLOOM_PROJECTION_URL_FILE', file, true),
      setting: 'HOOKLOOM_PROJECTION_URL_FILE',
    };
  const url = given(env, 'HOOKLOOM_PROJECTION_URL');
  if (url !== undefined) return { url, setting: 'HOOKLOOM_PROJECTION_URL' };
  const team = teamAddress({ ...env, EVENTLOOM_STORE: undefined }, stateDir);
  if (team !== null) return team;
  throw invalidRequest(
    'PROJECTION_BACKEND=postgres needs the address of a database.',
    'Write it into a file of your own with mode 0600 and name that file in HOOKLOOM_PROJECTION_URL_FILE.',
  );
}

const LOCAL_NEO4J = 'bolt://localhost:7687';

/** The address of the additional graph. Null unless `PROJECTION_BACKEND=neo4j`. Throws `invalid_request`. */
export function graphAddress(env: Env): Neo4jAddress | null {
  assertStores(env);
  if (given(env, 'PROJECTION_BACKEND') !== 'neo4j') return null;
  if (/^(true|1|yes|on)$/i.test(given(env, 'NEO4J_AUTO_START') ?? ''))
    throw invalidRequest(
      'Hookloom does not start Neo4j.',
      'Set NEO4J_AUTO_START to false, and start it: docker run --name zaxy-neo4j --publish 7474:7474 --publish 7687:7687 --env NEO4J_AUTH=neo4j/PASSWORD neo4j:5',
    );
  const password = given(env, 'NEO4J_PASSWORD');
  if (password === undefined)
    throw invalidRequest(
      'PROJECTION_BACKEND=neo4j needs a password.',
      'Set NEO4J_PASSWORD, and NEO4J_USER if it is not neo4j.',
    );
  return {
    uri: given(env, 'NEO4J_URI') ?? LOCAL_NEO4J,
    user: given(env, 'NEO4J_USER') ?? 'neo4j',
    password,
  };
}

function given(env: Env, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

function refused(name: string, takes: string): HookloomError {
  return invalidRequest(`${name} takes ${takes}.`, `Correct ${name}, or unset it.`);
}
