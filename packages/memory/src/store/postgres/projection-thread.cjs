/** The thread with the connection to PostgreSQL. `pg` is loaded here and nowhere else. */
const pg = require('pg');
const serveQueries = require('./serve-queries.cjs');

/** Types of the answers, by their numbers in pg_type: whole numbers as numbers, JSON as text. */
const READ = { 16: (text) => (text === 't' ? 1 : 0), 20: Number, 114: String, 1700: Number };

serveQueries(async ({ url, prepare, timeoutMs }) => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'hookloom projection',
    connectionTimeoutMillis: timeoutMs,
    pipeline: true,
    types: { getTypeParser: (oid, format) => READ[oid] ?? pg.types.getTypeParser(oid, format) },
  });
  // A connection that breaks fails its statements.
  client.on('error', () => {});
  await client.connect();
  if (prepare !== '') await client.query(prepare);
  const read = ({ rows, rowCount }) => ({ rows, changes: rowCount ?? 0 });
  return {
    async query(text, values, name) {
      return read(await client.query({ text, values, ...(name !== undefined && { name }) }));
    },
    async exec(text) {
      const result = await client.query(text);
      return read(Array.isArray(result) ? result.at(-1) : result);
    },
    end: () => client.end(),
  };
});
