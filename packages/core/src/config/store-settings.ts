/** Where the log and the memory are stored; part of the table in `settings.ts`. */
import { anything, oneOf, setting, yesOrNo, type Setting } from './setting.ts';

export const storeSettings: readonly Setting[] = [
  setting(
    'EVENTLOOM_STORE',
    oneOf('embedded', 'postgres'),
    '`postgres` where a team store is set, else `embedded`',
  ).means(
    'The log is always written on this machine. `postgres` also sends the events that may leave to the team store; `embedded` sends nothing. Other values are rejected.',
  ),
  setting(
    'HOOKLOOM_TEAM_URL_FILE',
    anything,
    '`team-url` in the state folder, if it is there',
  ).means(
    'File (mode 0600) with the address of the team store, `postgresql://USER:PASSWORD@HOST:5432/DATABASE`. Preferred over the variable.',
  ),
  setting('HOOKLOOM_TEAM_URL', anything, 'none').means(
    'The address itself. It holds a password: never put it into a file that is committed.',
  ),
  setting(
    'PROJECTION_BACKEND',
    oneOf('embedded', 'sqlite', 'postgres', 'neo4j'),
    '`embedded`',
  ).means(
    'Where the memory is kept: `embedded`, in SQLite on this machine, or `postgres`, in a schema of a PostgreSQL database. `neo4j` keeps it on this machine and a graph of it in Neo4j.',
  ),
  setting('HOOKLOOM_PROJECTION_URL_FILE', anything, 'the address of the team store').means(
    'File (mode 0600) with the address of the database for `PROJECTION_BACKEND=postgres`. Preferred over the variable.',
  ),
  setting('HOOKLOOM_PROJECTION_URL', anything, 'the address of the team store').means(
    'The address itself. It holds a password: never put it into a file that is committed.',
  ),
  setting('NEO4J_URI', anything, '`bolt://localhost:7687`').means(
    'The server of the graph for `PROJECTION_BACKEND=neo4j`.',
  ),
  setting('NEO4J_USER', anything, '`neo4j`').means('Its user.'),
  setting('NEO4J_PASSWORD', anything, 'none').means(
    'The password of that user. Never put it into a file that is committed.',
  ),
  setting('NEO4J_AUTO_START', yesOrNo, '`false`').means(
    '`true` is refused, with the command that starts a Neo4j.',
  ),
];
