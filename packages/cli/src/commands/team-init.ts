import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { memoryOptions } from '../command/options.ts';
import { withRuntime } from '../command/with-runtime.ts';

export const command = defineCommand({
  name: 'team init',
  summary: 'Set up the team store in a PostgreSQL database, or update its schema.',
  description:
    'Needs PostgreSQL 15 or newer and a user that may create a schema. The address is read from the file in HOOKLOOM_TEAM_URL_FILE, or from HOOKLOOM_TEAM_URL. Running it again changes nothing.',
  arguments: {},
  options: { ...memoryOptions },
  examples: {
    'HOOKLOOM_TEAM_URL_FILE=~/.team-url hookloom team init':
      'set up the database that the file names',
  },
  async run({ options, context }) {
    const { out } = context;
    const done = await withRuntime(context, workspaceOf(context, options), async (runtime) =>
      (await runtime.team()).setUpTeamStore(runtime.context),
    );
    if (options.json) return out.json(done);
    const { store, before, schema } = done;
    if (before === schema) out.line(`The team store is up to date (schema ${schema}): ${store}`);
    else if (before === 0) out.line(`Set up the team store (schema ${schema}): ${store}`);
    else out.line(`Updated the team store from schema ${before} to ${schema}: ${store}`);
    return undefined;
  },
});
