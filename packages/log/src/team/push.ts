/**
 * Sends the sealed events of our own logs to the team's store. The store's head says where to continue: nothing is sent
 * twice.
 */
import { conflict, isHookloomError, isJsonObject, type HookloomError } from '@hookloom/core';
import type { Head, StoredEvent } from '@hookloom/core/events';
import { linesFrom } from '../read/sparse-index.ts';
import { logPath, openLog, type OpenLog } from '../read/open-log.ts';
import { textOf } from '../shred/rewrite-log.ts';
import type { Connection } from '../stores/postgres/connection.ts';
import { headInStore, receiveLines } from '../stores/postgres/receive.ts';
import type { StoredRow } from '../stores/postgres/rows.ts';

export interface PushRequest {
  eventloomDir: string;
  project: string;
  writer: string;
  /** Whether the content of an event may leave this machine. */
  mayLeave(event: StoredEvent): boolean;
  /** Counts what would be sent, and sends nothing. */
  isDry?: boolean;
}

export interface Pushed {
  session: string;
  /** Events whose content was sent. */
  sent: number;
  /** Events of which only the position in the chain was sent. */
  kept_back: number;
  /** Forgettings that reached the store. */
  forgotten: number;
  head: Head | null;
  /** Why this log was not sent completely. */
  error: { code: string; message: string; remediation: string } | null;
}

const MAX_ROWS = 500;
const MAX_BYTES = 2 * 1024 * 1024;

/** Sends one log. A fault in the log is returned, so that the others continue; an unusable store throws. */
export async function pushLog(
  connection: Connection,
  request: PushRequest,
  session: string,
): Promise<Pushed> {
  const { eventloomDir, project, writer, isDry = false } = request;
  const log = { project, writer, session };
  const pushed: Pushed = { session, sent: 0, kept_back: 0, forgotten: 0, head: null, error: null };
  pushed.head = await headInStore(connection, log);
  const open = openLog(logPath(eventloomDir, session));
  if (open === null) return pushed;
  try {
    assertSame(open, session, pushed.head);
    // If the event was forgotten later in the log, its content is not sent, even if the line still contains it.
    const gone = forgottenIn(open, pushed.head?.seq ?? 0);
    for (const rows of batches(open, pushed.head?.seq ?? 0, request, gone)) {
      if (!isDry) {
        const after = pushed.head?.seq ?? 0;
        const head = await receiveLines(
          connection,
          log,
          after,
          rows.map(({ row }) => row),
        );
        const last = rows.at(-1)!.row;
        if (head?.seq !== last.seq || head.hash !== last.hash) throw moved(session);
        pushed.head = head;
      }
      for (const { row, isForgetting } of rows) {
        if (row.line === null) pushed.kept_back++;
        else pushed.sent++;
        if (isForgetting) pushed.forgotten++;
      }
    }
  } catch (error) {
    if (!isHookloomError(error) || (error.code !== 'conflict' && error.code !== 'corrupt'))
      throw error;
    const { code, message, remediation } = error;
    pushed.error = { code, message, remediation };
  } finally {
    open.close();
  }
  return pushed;
}

/**
 * Whether a sendable event was appended after a position, and how far the log was read for that. Other events can wait:
 * teammates do not get them.
 */
export function hasLeaving(
  { eventloomDir, mayLeave }: Pick<PushRequest, 'eventloomDir' | 'mayLeave'>,
  session: string,
  after: number,
): { leaves: boolean; seq: number } {
  const open = openLog(logPath(eventloomDir, session));
  let seq = after;
  if (open === null) return { leaves: false, seq };
  try {
    for (const { event } of linesFrom(open, after + 1)) {
      if (leavesAt(event, mayLeave)) return { leaves: true, seq };
      seq = event.seq;
    }
    return { leaves: false, seq };
  } finally {
    open.close();
  }
}

function leavesAt(event: StoredEvent, mayLeave: PushRequest['mayLeave']): boolean {
  return event.type === 'memory.forgotten' || (event.shredded === null && mayLeave(event));
}

interface Outgoing {
  row: StoredRow;
  isForgetting: boolean;
}

function* batches(
  open: OpenLog,
  after: number,
  { mayLeave }: PushRequest,
  gone: ReadonlySet<number>,
): Generator<Outgoing[]> {
  let rows: Outgoing[] = [];
  let bytes = 0;
  for (const line of linesFrom(open, after + 1)) {
    const { event } = line;
    const isForgetting = event.type === 'memory.forgotten';
    const leaves = leavesAt(event, mayLeave) && (isForgetting || !gone.has(event.seq));
    const text = leaves ? textOf(open, line) : null;
    const { seq, hash, previousHash } = event;
    rows.push({ row: { seq, hash, previousHash, line: text }, isForgetting });
    bytes += text?.length ?? 0;
    if (rows.length < MAX_ROWS && bytes < MAX_BYTES) continue;
    yield rows;
    [rows, bytes] = [[], 0];
  }
  if (rows.length > 0) yield rows;
}

/** The seqs that forgettings after a position name. */
function forgottenIn(open: OpenLog, after: number): Set<number> {
  const gone = new Set<number>();
  for (const { event } of linesFrom(open, after + 1)) {
    const { events } = event.payload;
    if (event.type !== 'memory.forgotten' || !Array.isArray(events)) continue;
    for (const entry of events)
      if (isJsonObject(entry) && typeof entry['seq'] === 'number') gone.add(entry['seq']);
  }
  return gone;
}

/** The store has events of this log that are not ours: the log was restored, copied or rolled back. */
function assertSame(open: OpenLog, session: string, head: Head | null): void {
  if (head === null) return;
  for (const { event } of linesFrom(open, head.seq))
    if (event.seq === head.seq && event.hash === head.hash) return;
    else break;
  throw moved(session);
}

function moved(session: string): HookloomError {
  return conflict(
    `The team store has other events of ${session} than this machine.`,
    'If the log was restored or its folder was copied, run `hookloom sync --enable --as NAME` to send it under another name.',
  );
}
