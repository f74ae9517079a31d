/**
 * Eventloom in PostgreSQL: the lines of the log on disk as rows, sealed in the store. One store holds the logs of one
 * writer of one project; the same tables hold other writers' logs.
 */
import { assertSessionId, createIds, weakRandomHex } from '@hookloom/core';
import {
  systemClock,
  type Clock,
  type Cursor,
  type EventStore,
  type Head,
  type Ids,
  type OnUnavailable,
  type StoredEvent,
} from '@hookloom/core/events';
import { prepareEvents } from '../../envelope/seal.ts';
import { createPostgresQueue, type Forgotten } from './append-queue.ts';
import type { Connection } from './connection.ts';
import { checkRow, pagesOf, readRows, storedRow, type LogName, type StoredRow } from './rows.ts';
import { eventUnavailable, headMoved } from '../memory/check-line.ts';
import { verifyRows } from './verify-rows.ts';

export interface PostgresStoreOptions {
  /** A store that `migrate` has set up. Its owner closes it. */
  connection: Connection;
  /** Id of the project. */
  project: string;
  /** Names the person and machine. */
  writer: string;
  clock?: Clock;
  ids?: Ids;
}

const BATCH = 1000;

/**
 * Acknowledged means committed with `synchronous_commit`. Errors: see `EventStore`; a server that cannot be reached
 * or does not answer in time is `unavailable`, and it is then unknown whether an append was written: look it up by
 * its id.
 *
 * @example const store = openPostgresStore({ connection, project: 'prj_1', writer: 'ann@desk' });
 */
export function openPostgresStore(options: PostgresStoreOptions): EventStore {
  const {
    connection,
    project,
    writer,
    clock = systemClock,
    ids = createIds(weakRandomHex),
  } = options;
  const forgotten: Forgotten = { count: 0, gate: null };
  const queues = new Map<string, ReturnType<typeof createPostgresQueue>>();

  const nameOf = (session: string): LogName => ({
    project,
    writer,
    session: assertSessionId(session),
  });

  function queueOf(session: string) {
    const log = nameOf(session);
    const queue = queues.get(session) ?? createPostgresQueue(connection, log, forgotten);
    queues.set(session, queue);
    return queue;
  }

  async function head(session: string): Promise<Head | null> {
    const { session: name } = nameOf(session);
    const [row] = await connection.query(
      'SELECT seq, hash FROM hookloom.log WHERE project = $1 AND writer = $2 AND session = $3 AND seq > 0',
      [project, writer, name],
    );
    return row === undefined ? null : { seq: Number(row['seq']), hash: String(row['hash']) };
  }

  /** Valid events, page by page, each page with the positions that it covers. */
  async function* pages(
    session: string,
    { from, to, onUnavailable }: Window,
  ): AsyncGenerator<{ events: StoredEvent[]; last: StoredRow }> {
    const log = nameOf(session);
    for await (const rows of pagesOf(connection, log, from, to)) {
      const [first, last] = [rows[0]!.seq, rows.at(-1)!.seq];
      const beside = await readRows(connection, log, { from: last + 1, to: last + 1, limit: 1 });
      const before = await readRows(connection, log, { from: first - 1, to: first - 1, limit: 1 });
      const known = new Map([...before, ...rows, ...beside].map((row) => [row.seq, row]));
      const events: StoredEvent[] = [];
      for (const { seq } of rows) {
        const checked = checkRow(known, session, seq);
        if (checked.state === 'held') events.push(checked.event);
        else if (checked.state === 'unavailable') onUnavailable?.(checked.unavailable);
      }
      yield { events, last: rows.at(-1)! };
    }
  }

  async function check(session: string, seqs: readonly number[]) {
    const wanted = [...new Set(seqs.flatMap((seq) => [seq - 1, seq, seq + 1]))];
    const rows = await connection.query(
      'SELECT seq, hash, previous_hash, line FROM hookloom.event WHERE project = $1 AND writer = $2 AND session = $3 AND seq = ANY (SELECT value::bigint FROM json_array_elements_text($4::json))',
      [
        project,
        writer,
        nameOf(session).session,
        JSON.stringify(wanted.filter(Number.isSafeInteger)),
      ],
    );
    const known = new Map(
      rows.map((row): [number, StoredRow] => [Number(row['seq']), storedRow(row)]),
    );
    return new Map(seqs.map((seq) => [seq, checkRow(known, session, seq)]));
  }

  return {
    caps: { durability: ['fsync'], multiProcess: true },
    append: async (session, events, appendOptions = {}) =>
      queueOf(session).append(prepareEvents(events, { nowMs: clock.now(), ids }), appendOptions),
    head,
    async *read(
      session,
      { fromSeq = 1, toSeq = Number.MAX_SAFE_INTEGER, limit = Infinity, onUnavailable } = {},
    ) {
      let left = limit;
      const window = { from: Math.max(1, fromSeq), to: toSeq, onUnavailable };
      for await (const { events } of pages(session, window))
        for (const event of events) {
          if (left-- <= 0) return;
          yield event;
        }
    },
    async *readBatches(session, { after, maxEvents = BATCH, onUnavailable } = {}) {
      if (after !== undefined && after.seq > 0) {
        const at = { from: after.seq, to: after.seq, limit: 1 };
        const [row] = await readRows(connection, nameOf(session), at);
        if (row?.hash !== after.hash) throw headMoved(session);
      }
      const window = { from: (after?.seq ?? 0) + 1, to: Number.MAX_SAFE_INTEGER, onUnavailable };
      for await (const { events, last } of pages(session, window)) {
        for (let at = 0; at < events.length; at += maxEvents) {
          const some = events.slice(at, at + maxEvents);
          // Withheld or damaged events at the end of a page count as handled too.
          const end = at + maxEvents >= events.length ? last : some.at(-1)!;
          const cursor: Cursor = { seq: end.seq, hash: end.hash, position: '' };
          yield { events: some, cursor };
        }
      }
    },
    async at(session, seq) {
      const found = (await check(session, [seq])).get(seq)!;
      if (found.state === 'held') return found.event;
      if (found.state === 'absent') return null;
      throw eventUnavailable(seq, found.unavailable.detail);
    },
    check,
    async sessions() {
      const rows = await connection.query(
        'SELECT session, seq, hash FROM hookloom.log WHERE project = $1 AND writer = $2 AND seq > 0 ORDER BY session',
        [project, writer],
      );
      return rows.map((row) => ({
        session: String(row['session']),
        head: { seq: Number(row['seq']), hash: String(row['hash']) },
      }));
    },
    async verify(session, { against } = {}) {
      const log = nameOf(session);
      const end = await head(session);
      // The next verification checks events that were appended meanwhile.
      return verifyRows(pagesOf(connection, log, 1, end?.seq ?? 0), end, against);
    },
    async close() {
      for (const queue of queues.values()) await queue.idle();
    },
  };
}

interface Window {
  from: number;
  to: number;
  onUnavailable: OnUnavailable | undefined;
}
