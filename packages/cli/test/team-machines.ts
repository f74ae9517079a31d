/** Two machines and a team store. Needs a server, because a command opens its own connection (`scripts/with-postgres.mjs`). */
import path from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Connection } from '@hookloom/log';
import { openTestDatabase, type TestDatabase } from '@hookloom/log/testing';
import { freshFolder, knownToken, type Folder } from './folder.ts';
import type { Ran } from './in-process.ts';

/** Each folder is a machine with a state folder of its own. */
export function runOn(
  folder: Folder,
  args: string[],
  more: Record<string, string> = {},
): Promise<Ran> {
  const env = { HOOKLOOM_STATE_DIR: path.join(folder.path, 'state'), RETRIEVAL_FUZZY: 'off' };
  return folder.run(args, { env: { ...env, ...more } });
}

export async function append(folder: Folder, type: string, payload: object): Promise<void> {
  const args = ['memory', 'append', type, '--actor', 'assistant'];
  const ran = await runOn(folder, [...args, '--payload-json', JSON.stringify(payload)]);
  expect(ran).toMatchObject({ status: 0 });
}

/** Ann and Bob, each on a machine, and a team store that exists while the tests of a `describe` run. */
export interface TeamMachines {
  readonly url: string;
  readonly store: Connection;
  readonly ann: Folder;
  readonly bob: Folder;
  run(folder: Folder, ...args: string[]): Promise<Ran>;
  json(folder: Folder, ...args: string[]): Promise<any>;
  asPerson(folder: Folder, ...args: string[]): Promise<Ran>;
  /** Lets a machine take part in the team store. */
  enable(folder: Folder, as: string): Promise<Ran>;
  /** All events in the store. */
  rows(): Promise<Record<string, unknown>[]>;
}

export function teamMachines(): TeamMachines {
  let database: TestDatabase;
  let store: Connection;
  let ann: Folder;
  let bob: Folder;
  beforeAll(async () => {
    database = await openTestDatabase();
    store = await database.open();
    [ann, bob] = [freshFolder(), freshFolder()];
  });
  afterAll(async () => {
    ann.remove();
    bob.remove();
    await database.close();
  });
  const team: TeamMachines = {
    get url() {
      return database.url!;
    },
    get store() {
      return store;
    },
    get ann() {
      return ann;
    },
    get bob() {
      return bob;
    },
    run: (folder, ...args) => runOn(folder, args, { HOOKLOOM_TEAM_URL: team.url }),
    json: async (folder, ...args) => JSON.parse((await team.run(folder, ...args, '--json')).stdout),
    asPerson(folder, ...args) {
      const token = knownToken({
        HOME: folder.path,
        HOOKLOOM_STATE_DIR: path.join(folder.path, 'state'),
      });
      return runOn(folder, [...args, ...token.args], token.env);
    },
    enable: (folder, as) =>
      team.asPerson(folder, 'sync', '--enable', '--as', as, '--project', 'shop'),
    rows: () =>
      store.query('SELECT writer, seq, type, line FROM hookloom.event ORDER BY writer, seq'),
  };
  return team;
}
