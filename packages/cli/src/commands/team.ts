import { operationCommand } from '../command/operation-command.ts';
import { memoryOptions } from '../command/options.ts';
import { plural } from '../output/format.ts';

export const teamInit = operationCommand({
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
  session: 'workspace',
  operation: async () => async (on, _: object, __, runtime) =>
    (await runtime.team()).setUpTeamStore(on),
  print({ store, before, schema }, { out }) {
    if (before === schema) out.line(`The team store is up to date (schema ${schema}): ${store}`);
    else if (before === 0) out.line(`Set up the team store (schema ${schema}): ${store}`);
    else out.line(`Updated the team store from schema ${before} to ${schema}: ${store}`);
  },
});

export const teamStatus = operationCommand({
  name: 'team status',
  summary: 'Show the projects, members and writers of the team store.',
  description:
    'Asks the server. Shows the projects that your login sees: members by role, and for each writer its events, when the last one arrived and how long it took. `hookloom sync --status` shows this machine without asking the server.',
  arguments: {},
  options: { ...memoryOptions },
  examples: { 'hookloom team status': 'see whose events are late' },
  session: 'workspace',
  operation: async () => async (on, _: object, __, runtime) =>
    (await runtime.team()).teamStatus(on),
  async print(status, { out }) {
    const { renderLine } = await import('../output/table.ts');
    const say = async (indent: string, text: string): Promise<void> =>
      out.line(indent, await renderLine(text, out.columns - indent.length));
    const { server, schema, bytes, projects } = status;
    await say('', `PostgreSQL ${server}, schema ${schema}, ${(bytes / 1e6).toFixed(1)} MB`);
    if (projects.length === 0) out.line('No project has members or events yet.');
    for (const { project, members, writers } of projects) {
      const roles = Object.entries(members).map(([role, count]) => plural(count, role));
      await say('', `${project}: ${roles.length === 0 ? 'no members' : roles.join(', ')}`);
      for (const { writer, events, last_arrival: at, lag_seconds: lag } of writers) {
        const arrived = at === null ? 'arrival not known' : `last ${at.slice(0, 19)}Z`;
        const behind = lag === null ? '' : `, ${lag.toFixed(1)} s after it was recorded`;
        await say('  ', `${writer}  ${plural(events, 'event')}, ${arrived}${behind}`);
      }
    }
  },
});
