/** The queue of notes in the projection. Leases are taken in one write, so that two workers never get the same work. */
import { inTransaction, type Database, type Row } from '../port.ts';
import type {
  ClaimRequest,
  EarlierWork,
  NoteLedgerRow,
  NoteQueue,
  PendingWork,
  QueueCounts,
} from '../../notes/queue.ts';

interface Opened {
  /** The current database. A damaged one is replaced. */
  database(): Database;
  /** Follows the log, then reads. */
  reading<T>(read: () => T): Promise<T>;
}

/** The longest delay of work. A later time was written before a restart of the machine. */
const MAX_WAIT_MS = 60 * 60_000;
/** Notes of other sessions that later work may join. */
const NOTES_OF_OTHERS = 200;
const COLUMNS = `p.id, s.name AS log, p.content_session_id, p.message_type, p.work, p.prompt_number, p.tool_name, p.tool_input,
  p.from_seq, p.status, p.attempts, p.created_at_epoch, p.reason`;
const FROM = 'FROM pending_messages p JOIN sessions s USING (sid)';

export function createQueueReader({ database, reading }: Opened): NoteQueue {
  return {
    counts: () => reading(() => counts(database())),
    holders: () =>
      reading(() =>
        database()
          .prepare("SELECT DISTINCT leased_by FROM pending_messages WHERE status = 'processing'")
          .all()
          .map(({ leased_by: by }) => String(by)),
      ),
    claim: (request) => reading(() => inTransaction(database(), (db) => claim(db, request))),
    held: (ids, { now, holder }) =>
      reading(() => {
        const mine = database().prepare(
          "SELECT 1 FROM pending_messages WHERE id = ? AND status = 'processing' AND leased_by = ? AND leased_until > ?",
        );
        return new Set(ids.filter((id) => mine.get(id, holder, now) !== undefined));
      }),
    release: async (ids, { retryAt, isCounted = true } = {}) => {
      inTransaction(database(), (db) => {
        const free = db.prepare(
          `UPDATE pending_messages SET status = 'pending', leased_until = NULL, leased_by = NULL, retry_at = ?,
           attempts = max(0, attempts - ?) WHERE id = ? AND status = 'processing'`,
        );
        for (const id of ids) free.run(retryAt ?? null, isCounted ? 0 : 1, id);
      });
    },
    list: ({ status, limit }) =>
      reading(() => {
        const db = database();
        const rows = db
          .prepare(
            `SELECT ${COLUMNS} ${FROM} WHERE CAST(?1 AS TEXT) IS NULL OR p.status = ?1 ORDER BY p.id LIMIT ?2`,
          )
          .all(status ?? null, limit);
        return rows.map((row) => workOf(db, row));
      }),
    earlier: (log, contentSessionId) => reading(() => earlier(database(), log, contentSessionId)),
    ledger: ({ day } = {}) => reading(() => ledger(database(), day)),
  };
}

function claim(db: Database, request: ClaimRequest): PendingWork[] {
  const { limit, now, leaseMs, holder } = request;
  freeLeases(db, request);
  const rows = db
    .prepare(
      `SELECT ${COLUMNS} ${FROM} WHERE p.status = 'pending' AND (p.retry_at IS NULL OR p.retry_at <= ?1
       OR p.retry_at > ?1 + ${MAX_WAIT_MS}) ORDER BY p.id LIMIT ?2`,
    )
    .all(now, limit);
  const lease = db.prepare(
    `UPDATE pending_messages SET status = 'processing', leased_until = ?, leased_by = ?, attempts = attempts + 1,
     retry_at = NULL WHERE id = ?`,
  );
  // One log at a time, so that its notes are appended together.
  const own = rows.filter((row) => row['log'] === rows[0]!['log']);
  for (const row of own) lease.run(now + leaseMs, holder, row['id']!);
  return own.map((row) => {
    const work = workOf(db, row);
    return { ...work, status: 'processing' as const, attempts: work.attempts + 1 };
  });
}

/** A lease is valid until its end, but never longer than any lease can be: the clock of another boot has no effect. */
function freeLeases(
  db: Database,
  { now, leaseMs, gone }: Pick<ClaimRequest, 'now' | 'leaseMs' | 'gone'>,
): void {
  const free =
    "UPDATE pending_messages SET status = 'pending', leased_until = NULL, leased_by = NULL WHERE status = 'processing' AND ";
  db.prepare(`${free} (leased_until <= ?1 OR leased_until > ?1 + ?2 OR leased_until IS NULL)`).run(
    now,
    leaseMs,
  );
  for (const by of gone) db.prepare(`${free} leased_by = ?`).run(by);
}

function counts(db: Database): QueueCounts {
  const rows = db
    .prepare('SELECT status, COUNT(*) AS n FROM pending_messages GROUP BY status')
    .all();
  const of = (status: string) => Number(rows.find((row) => row['status'] === status)?.['n'] ?? 0);
  const turns = db
    .prepare(
      "SELECT COUNT(*) AS n FROM pending_messages WHERE status = 'pending' AND message_type = 'summarize'",
    )
    .get();
  const oldest = ['pending', 'processing'].flatMap((status) => oldestOf(db, status));
  return {
    pending: of('pending'),
    turns: Number(turns!['n']),
    leased: of('processing'),
    dead: of('dead'),
    oldestAtEpoch: oldest.length === 0 ? null : Math.min(...oldest),
  };
}

/** The first row of each log only: the work of a log is numbered in recorded order. */
function oldestOf(db: Database, status: string): number[] {
  return db
    .prepare(
      `SELECT (SELECT created_at_epoch FROM pending_messages p WHERE p.status = ? AND p.id BETWEEN s.sid << 32 AND (s.sid << 32) + 4294967295
       ORDER BY p.id LIMIT 1) AS oldest FROM sessions s`,
    )
    .all(status)
    .flatMap(({ oldest }) => (typeof oldest === 'number' ? oldest : []));
}

function workOf(db: Database, row: Row): PendingWork {
  const id = Number(row['id']);
  const kind = row['message_type'] === 'summarize' ? 'summarize' : 'observation';
  const text = (key: string): string | null => {
    const value = row[key];
    return typeof value === 'string' ? value : null;
  };
  return {
    id,
    log: String(row['log']),
    contentSessionId: String(row['content_session_id']),
    kind,
    work: String(row['work']),
    promptNumber: row['prompt_number'] === null ? null : Number(row['prompt_number']),
    toolName: text('tool_name'),
    toolInput: text('tool_input'),
    events: db
      .prepare('SELECT seq, event_id FROM pending_events WHERE message = ? ORDER BY seq')
      .all(id)
      .map((event) => ({ seq: Number(event['seq']), id: String(event['event_id']) })),
    fromSeq: Number(row['from_seq']),
    status: row['status'] as PendingWork['status'],
    attempts: Number(row['attempts']),
    createdAtEpoch: Number(row['created_at_epoch']),
    reason: text('reason'),
  };
}

function earlier(db: Database, log: string, contentSessionId: string): EarlierWork[] {
  return db
    .prepare(
      `SELECT w.*, w.content_session_id = ?2 AS here FROM note_work w JOIN sessions s USING (sid) WHERE s.name = ?1
       AND (w.content_session_id = ?2 OR w.note IN (SELECT o.note FROM note_work o WHERE o.sid = w.sid AND o.kind IN ('command', 'look')
       ORDER BY o.seq DESC LIMIT ${NOTES_OF_OTHERS})) ORDER BY w.seq`,
    )
    .all(log, contentSessionId)
    .map((row) => ({
      note: String(row['note']),
      seq: Number(row['seq']),
      at: String(row['ts']),
      promptNumber: row['prompt_number'] === null ? null : Number(row['prompt_number']),
      isHere: row['here'] === 1,
      kind: String(row['kind']),
      subject: String(row['subject']),
      outcome: String(row['outcome']),
      said: String(row['said']),
      files: JSON.parse(String(row['files'])) as string[],
      covers: JSON.parse(String(row['covers'])) as string[],
    }));
}

function ledger(db: Database, day: string | undefined): NoteLedgerRow[] {
  return db
    .prepare(
      `SELECT s.name AS log, l.day, l.provider, l.model, l.calls, l.failed, l.items, l.input_tokens, l.output_tokens,
       l.cost_usd FROM note_ledger l JOIN sessions s USING (sid) WHERE CAST(?1 AS TEXT) IS NULL OR l.day = ?1
       ORDER BY l.day DESC, l.provider, l.model, s.name`,
    )
    .all(day ?? null)
    .map((row) => ({ ...row }) as unknown as NoteLedgerRow);
}
