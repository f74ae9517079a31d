/** Reads the tables of the notes. Lists walk an index and stop at the end of the page. */
import { docId, seqOfDoc } from '../stored-ids.ts';
import type { Database, NoteFilter, Row, SqlValue } from '../port.ts';
import type {
  AroundRequest,
  NoteKey,
  NoteKind,
  NoteRows,
  ObservationRequest,
} from '../../notes/notes.ts';
import { retentionRows } from './read-retention.ts';
import type { Retention } from './retention.ts';
import { observationRow, promptRow, sessionRow, summaryRow } from './row-of.ts';
import type { ObservationRow, PromptRow, SessionRow, SummaryRow } from '../../notes/rows.ts';

interface Table<R> {
  name: string;
  /** The columns of time and of the client's session id. */
  time: string;
  session: string;
  row(log: string, row: Row): R;
}

const TABLES = {
  observations: {
    name: 'observations',
    time: 'created_at_epoch',
    session: 'memory_session_id',
    row: observationRow,
  },
  summaries: {
    name: 'session_summaries',
    time: 'created_at_epoch',
    session: 'memory_session_id',
    row: summaryRow,
  },
  prompts: {
    name: 'user_prompts',
    time: 'created_at_epoch',
    session: 'content_session_id',
    row: promptRow,
  },
  sessions: {
    name: 'sdk_sessions',
    time: 'started_at_epoch',
    session: 'content_session_id',
    row: sessionRow,
  },
} satisfies Record<NoteKind, Table<unknown>>;

interface RowOf {
  observations: ObservationRow;
  summaries: SummaryRow;
  prompts: PromptRow;
  sessions: SessionRow;
}

/** Conditions on `t` with their values. */
interface Condition {
  sql: string[];
  values: SqlValue[];
}

export type NoteReader = ReturnType<typeof createNoteReader>;

export function createNoteReader(db: Database) {
  function select(
    kind: NoteKind,
    what: string,
    sid: number,
    request: Omit<ObservationRequest, 'log'>,
  ): Row[] {
    const lead = leadOf(kind, request);
    const names = lead === null ? [] : request[lead]!;
    if (names.length < 2) return selectOne(kind, what, sid, request);
    // Reads each name in the order of its index, so that one page of each is enough.
    const { offset = 0, limit, order } = request;
    const rows = new Map<number, Row>();
    for (const name of names) {
      const one = { ...request, [lead!]: [name], offset: 0, limit: offset + limit };
      for (const row of selectOne(kind, what, sid, one)) rows.set(Number(row['id']), row);
    }
    const sign = order === 'oldest' ? 1 : -1;
    const at = (row: Row, key: string) => Number(row[key]);
    return [...rows.values()]
      .sort((a, b) => sign * (at(a, 'epoch') - at(b, 'epoch') || at(a, 'id') - at(b, 'id')))
      .slice(offset, offset + limit);
  }

  function selectOne(
    kind: NoteKind,
    what: string,
    sid: number,
    request: Omit<ObservationRequest, 'log'>,
  ): Row[] {
    const { from, led, where } = sourceOf(kind, sid, request);
    const direction = request.order === 'oldest' ? 'ASC' : 'DESC';
    const time = `${led}.${TABLES[kind].time}`;
    const sql = `SELECT ${what}, ${time} AS epoch FROM ${from} WHERE ${where.sql.join(' AND ')}
      ORDER BY ${time} ${direction}, ${led}.id ${direction} LIMIT ? OFFSET ?`;
    return db.prepare(sql).all(...where.values, request.limit, request.offset ?? 0);
  }

  return {
    list<K extends NoteKind>(kind: K, sid: number, request: ObservationRequest): RowOf[K][] {
      const table = TABLES[kind] as unknown as Table<RowOf[K]>;
      return select(kind, 't.*', sid, request).map((row) => table.row(request.log, row));
    },
    keys(kind: NoteKind, sid: number, request: ObservationRequest): NoteKey[] {
      return select(kind, 't.id AS id', sid, request).map((row) => ({
        seq: seqOfDoc(Number(row['id'])),
        epoch: Number(row['epoch']),
      }));
    },
    byIds<K extends NoteKind>(
      kind: K,
      sid: number,
      log: string,
      seqs: readonly number[],
    ): RowOf[K][] {
      const table = TABLES[kind] as unknown as Table<RowOf[K]>;
      const ids = seqs.filter(isSeq).map((seq) => docId(sid, seq));
      const sql = `SELECT t.* FROM json_each(?) j CROSS JOIN ${table.name} t ON t.id = CAST(j.value AS BIGINT) ORDER BY j.key`;
      return db
        .prepare(sql)
        .all(JSON.stringify(ids))
        .map((row) => table.row(log, row));
    },
    session(sid: number, log: string, name: string): SessionRow | null {
      const sql = 'SELECT * FROM sdk_sessions WHERE sid = ? AND content_session_id = ?';
      const row = db.prepare(sql).get(sid, name);
      return row === undefined ? null : sessionRow(log, row);
    },
    around(sid: number, { log, at, before, after }: AroundRequest): NoteRows {
      const near = <K extends 'observations' | 'summaries' | 'prompts'>(kind: K): RowOf[K][] => {
        const table = TABLES[kind] as unknown as Table<RowOf[K]>;
        const standing = kind === 'observations' ? 'AND superseded_by IS NULL' : '';
        const side = (compare: string, direction: string, limit: number) =>
          db
            .prepare(
              `SELECT * FROM ${table.name} WHERE sid = ? AND created_at_epoch ${compare} ? ${standing}
             ORDER BY created_at_epoch ${direction}, id ${direction} LIMIT ?`,
            )
            .all(sid, at, limit);
        const rows = [...side('<=', 'DESC', before).reverse(), ...side('>', 'ASC', after)];
        return rows.map((row) => table.row(log, row));
      };
      return {
        observations: near('observations'),
        summaries: near('summaries'),
        prompts: near('prompts'),
      };
    },
    counts(sid: number) {
      const count = (table: string) =>
        Number(db.prepare(`SELECT count(*) AS n FROM ${table} WHERE sid = ?`).get(sid)!['n']);
      const first = db
        .prepare(
          'SELECT created_at FROM observations WHERE sid = ? ORDER BY created_at_epoch, id LIMIT 1',
        )
        .get(sid);
      return {
        observations: count('observations'),
        sessions: count('sdk_sessions'),
        summaries: count('session_summaries'),
        prompts: count('user_prompts'),
        firstObservationAt: first === undefined ? null : String(first['created_at']),
      };
    },
    retention: (sid: number, rule: Retention) => retentionRows(db, sid, rule),
    platforms(sid: number): string[] {
      const sql = 'SELECT DISTINCT platform_source AS name FROM sdk_sessions WHERE sid = ?';
      const names = db.prepare(sql).all(sid);
      return names.map(({ name }) => String(name)).toSorted();
    },
    noteWords: db.noteWords,
  };
}

/** The conditions of a request on the rows of a kind, besides the lists that an index walks. */
function conditionsOf(kind: NoteKind, request: Omit<ObservationRequest, 'log'>): Condition {
  const { time, session } = TABLES[kind];
  const sql: string[] = [];
  const values: SqlValue[] = [];
  const add = (text: string, value: SqlValue | undefined) => {
    if (value === undefined) return;
    sql.push(text);
    values.push(value);
  };
  const among = (column: string, names: readonly string[] | undefined) => {
    if (names !== undefined) add(...amongNames(column, names));
  };
  add(`t.${session} = ?`, request.contentSessionId);
  add(`t.${time} >= ?`, request.from);
  add(`t.${time} <= ?`, request.to);
  among('t.platform_source', request.platforms);
  if (kind !== 'observations') return { sql, values };
  among('t.type', request.types);
  if (request.pinned === true) sql.push('t.pinned = 1');
  if (request.includeSuperseded !== true) sql.push('t.superseded_by IS NULL');
  return { sql, values };
}

/** The conditions of a word search besides the words. */
export function noteFilter(
  kind: NoteKind,
  sid: number,
  request: Omit<ObservationRequest, 'log'>,
): NoteFilter {
  const last =
    request.before === undefined
      ? docId(sid, Number.MAX_SAFE_INTEGER)
      : docId(sid, request.before) - 1;
  return {
    ...conditionsOf(kind, request),
    range: [docId(sid, 0), last],
    sets: kind === 'observations' ? marksOf(sid, request) : [],
  };
}

/** Everything listed under the requested files and concepts, as sets of ids. */
function marksOf(
  sid: number,
  { files, concepts }: Pick<ObservationRequest, 'files' | 'concepts'>,
): NoteFilter['sets'] {
  const lists = [
    ['observation_files', files],
    ['observation_concepts', concepts],
  ] as const;
  return lists
    .filter(([, names]) => names !== undefined)
    .map(([list, names]) => ({
      sql: `(SELECT m.id FROM json_each(?) j CROSS JOIN ${list} m ON m.sid = ? AND m.name = j.value)`,
      values: [JSON.stringify(names), sid],
    }));
}

/** A note that also teaches one of these concepts, found by another index. */
function conceptsOf(names: readonly string[]): Condition {
  return {
    sql: [
      `EXISTS (SELECT 1 FROM json_each(?) j JOIN observation_concepts c ON c.sid = t.sid AND c.name = j.value
       AND c.created_at_epoch = t.created_at_epoch AND c.id = t.id)`,
    ],
    values: [JSON.stringify(names)],
  };
}

/** The narrowest index leads: files before concepts before time. */
function leadOf(
  kind: NoteKind,
  { files, concepts }: Omit<ObservationRequest, 'log'>,
): 'files' | 'concepts' | null {
  if (kind !== 'observations') return null;
  return files === undefined ? (concepts === undefined ? null : 'concepts') : 'files';
}

function sourceOf(kind: NoteKind, sid: number, request: Omit<ObservationRequest, 'log'>) {
  const { name } = TABLES[kind];
  const { concepts, before } = request;
  const { sql, values } = conditionsOf(kind, request);
  const last = before === undefined ? [] : [docId(sid, before)];
  const until = before === undefined ? [] : ['t.id < ?'];
  const lead = leadOf(kind, request);
  if (lead === null) {
    const where = { sql: ['t.sid = ?', ...until, ...sql], values: [sid, ...last, ...values] };
    return { from: `${name} t`, led: 't', where };
  }
  const [named, value] = amongNames('m.name', request[lead]!);
  const rest = lead === 'files' && concepts !== undefined ? conceptsOf(concepts) : null;
  return {
    from: `observation_${lead} m CROSS JOIN ${name} t ON t.id = m.id`,
    led: 'm',
    where: {
      sql: ['m.sid = ?', named, ...until, ...sql, ...(rest?.sql ?? [])],
      values: [sid, value, ...last, ...values, ...(rest?.values ?? [])],
    },
  };
}

/** Looks up a single name in the order of its index and collects several. */
function amongNames(column: string, names: readonly string[]): [sql: string, value: string] {
  return names.length === 1
    ? [`${column} = ?`, names[0]!]
    : [`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(names)];
}

function isSeq(seq: number): boolean {
  return Number.isSafeInteger(seq) && seq > 0 && seq < 2 ** 32;
}
