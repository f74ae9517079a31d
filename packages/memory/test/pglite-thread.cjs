/** The thread of the projection store with a PostgreSQL inside of it. The address names a folder: `pglite:///path`. */
const serveQueries = require('../src/store/postgres/serve-queries.cjs');

const READ = { 16: (text) => (text === 't' ? 1 : 0), 20: Number, 114: String, 1700: Number };

serveQueries(async ({ url, prepare }) => {
  const { PGlite } = await import('@electric-sql/pglite');
  const db = await PGlite.create({ dataDir: new URL(url).pathname, parsers: READ });
  await db.exec(prepare);
  const read = ({ rows, affectedRows }) => ({ rows, changes: affectedRows ?? 0 });
  return {
    query: async (text, values) => read(await db.query(text, values)),
    exec: async (text) => read((await db.exec(text)).at(-1) ?? { rows: [] }),
    end: () => db.close(),
  };
});
