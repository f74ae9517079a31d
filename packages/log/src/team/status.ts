/** The state of a team store, as far as the caller can see it. Reads heads and sizes, never a complete log. */
import type { Queries } from '../stores/postgres/connection.ts';
import { readSchema } from '../stores/postgres/migrate.ts';
import type { Role } from '../stores/postgres/roles.ts';

export interface WriterStatus {
  writer: string;
  logs: { session: string; seq: number; hash: string }[];
  events: number;
  /** By the server's clock. Null for events from before the store kept it. */
  last_arrival: string | null;
  /** Between recording and arrival of the last event whose content was sent, in seconds. The machine's clock may be wrong. */
  lag_seconds: number | null;
}

export interface ProjectStatus {
  project: string;
  /** Active logins by role. */
  members: Partial<Record<Role, number>>;
  writers: WriterStatus[];
}

export interface StoreStatus {
  server: string;
  schema: number;
  /** The schema version that this Hookloom creates. */
  known_schema: number;
  /** Tables and indexes of all projects, including those that the caller cannot see. */
  bytes: number;
  projects: ProjectStatus[];
}

/** How far back to search for the last sent content of a log. */
const NEAR = 500;

const LOGS = `
SELECT l.project, l.writer, l.session, l.seq, l.hash, extract(epoch FROM e.arrived_at) AS arrived,
  extract(epoch FROM s.arrived_at) AS sent_arrived, s.line::json->>'timestamp' AS recorded
FROM hookloom.log l
LEFT JOIN hookloom.event e USING (project, writer, session, seq)
LEFT JOIN LATERAL (
  SELECT n.arrived_at, n.line FROM hookloom.event n
  WHERE n.project = l.project AND n.writer = l.writer AND n.session = l.session AND n.seq > l.seq - ${NEAR}
    AND n.line IS NOT NULL AND n.arrived_at IS NOT NULL
  ORDER BY n.seq DESC LIMIT 1) s ON true
WHERE l.seq > 0 ORDER BY l.project, l.writer, l.session`;

export async function storeStatus(on: Queries): Promise<StoreStatus> {
  const { version, known } = await readSchema(on);
  const [store] = await on.query(
    `SELECT current_setting('server_version') AS server, coalesce(sum(pg_total_relation_size(oid)), 0) AS bytes
     FROM pg_class WHERE relnamespace = 'hookloom'::regnamespace AND relkind = 'r'`,
  );
  const projects = new Map<string, ProjectStatus>();
  const projectOf = (name: unknown): ProjectStatus => {
    const project = String(name);
    const found = projects.get(project) ?? { project, members: {}, writers: [] };
    projects.set(project, found);
    return found;
  };
  const members = await on.query(
    'SELECT project, role, count(*) AS count FROM hookloom.member WHERE revoked_at IS NULL GROUP BY 1, 2 ORDER BY 1, 2',
  );
  for (const { project, role, count } of members)
    projectOf(project).members[role as Role] = Number(count);
  for (const row of await on.query(LOGS)) addLog(projectOf(row['project']).writers, row);
  return {
    server: String(store!['server']),
    schema: version,
    known_schema: known,
    bytes: Number(store!['bytes']),
    projects: [...projects.values()],
  };
}

function addLog(writers: WriterStatus[], row: Record<string, unknown>): void {
  const name = String(row['writer']);
  let writer = writers.find((each) => each.writer === name);
  if (writer === undefined) {
    writer = { writer: name, logs: [], events: 0, last_arrival: null, lag_seconds: null };
    writers.push(writer);
  }
  const seq = Number(row['seq']);
  writer.logs.push({ session: String(row['session']), seq, hash: String(row['hash']) });
  writer.events += seq;
  if (row['arrived'] === null) return;
  const arrived = new Date(Number(row['arrived']) * 1000).toISOString();
  if (writer.last_arrival !== null && arrived <= writer.last_arrival) return;
  writer.last_arrival = arrived;
  const lag = Number(row['sent_arrived']) - Date.parse(String(row['recorded'])) / 1000;
  writer.lag_seconds = Number.isFinite(lag) ? Math.round(lag * 1000) / 1000 : null;
}
