/** The variables that choose where the log and the memory are kept, for the table of all (`settings.ts`). */
export const storeVariables = [
  {
    name: 'EVENTLOOM_STORE',
    defaultValue: '`postgres` where a team store is set, else `embedded`',
    meaning:
      'The log is always written on this machine. `postgres` also sends the events that may leave to the team store; `embedded` sends nothing. Other values are rejected.',
  },
  {
    name: 'HOOKLOOM_TEAM_URL_FILE',
    defaultValue: '`team-url` in the state folder, if it is there',
    meaning:
      'File (mode 0600) with the address of the team store, `postgresql://USER:PASSWORD@HOST:5432/DATABASE`. Preferred over the variable.',
  },
  {
    name: 'HOOKLOOM_TEAM_URL',
    defaultValue: 'none',
    meaning: 'The address itself. It holds a password: never put it into a file that is committed.',
  },
  {
    name: 'PROJECTION_BACKEND',
    defaultValue: '`embedded`',
    meaning:
      'Where the memory is kept: `embedded`, in SQLite on this machine, or `postgres`, in a schema of a PostgreSQL database. `neo4j` keeps it on this machine and a graph of it in Neo4j.',
  },
  {
    name: 'HOOKLOOM_PROJECTION_URL_FILE',
    defaultValue: 'the address of the team store',
    meaning:
      'File (mode 0600) with the address of the database for `PROJECTION_BACKEND=postgres`. Preferred over the variable.',
  },
  {
    name: 'HOOKLOOM_PROJECTION_URL',
    defaultValue: 'the address of the team store',
    meaning: 'The address itself. It holds a password: never put it into a file that is committed.',
  },
  {
    name: 'NEO4J_URI',
    defaultValue: '`bolt://localhost:7687`',
    meaning: 'The server of the graph for `PROJECTION_BACKEND=neo4j`.',
  },
  { name: 'NEO4J_USER', defaultValue: '`neo4j`', meaning: 'Its user.' },
  {
    name: 'NEO4J_PASSWORD',
    defaultValue: 'none',
    meaning: 'The password of that user. Never put it into a file that is committed.',
  },
  {
    name: 'NEO4J_AUTO_START',
    defaultValue: '`false`',
    meaning: '`true` is refused, with the command that starts a Neo4j.',
  },
];
