/** Sealed events of a log on a machine, accepted unchanged: exactly once, in order, and checked on arrival. */
import { corrupt, isJsonObject } from '@hookloom/core';
import type { Head } from '@hookloom/core/events';
import { parseLine } from '../../envelope/parse.ts';
import { frameDigest, shredLine } from '../../envelope/shredded-line.ts';
import type { Connection, Queries } from './connection.ts';
import { readRows, type LogName, type StoredRow } from './rows.ts';

export async function headInStore(
  on: Queries,
  { project, writer, session }: LogName,
): Promise<Head | null> {
  const [row] = await on.query(
    'SELECT seq, hash FROM hookloom.log WHERE project = $1 AND writer = $2 AND session = $3 AND seq > 0',
    [project, writer, session],
  );
  return row === undefined ? null : { seq: Number(row['seq']), hash: String(row['hash']) };
}

/**
 * Adds rows after `afterSeq`, and removes the content of events that a `memory.forgotten` event among them names, in
 * one transaction. Returns the head of the store: it differs from that of the last row if the store was ahead, and
 * nothing was added then. Throws `corrupt` for rows that do not follow each other or do not match their hash.
 */
export async function receiveLines(
  connection: Connection,
  log: LogName,
  afterSeq: number,
  rows: readonly StoredRow[],
): Promise<Head | null> {
  const parsed = rows.map(asReceived);
  const add = async (on: Queries): Promise<Head | null> => {
    const [head] = await on.query('SELECT * FROM hookloom.receive($1, $2, $3, $4, $5::json)', [
      log.project,
      log.writer,
      log.session,
      afterSeq,
      JSON.stringify(parsed.map(({ row }) => row)),
    ]);
    const seq = Number(head!['seq']);
    return seq === 0 ? null : { seq, hash: String(head!['hash']) };
  };
  // One statement is a transaction.
  if (parsed.every(({ forgotten }) => forgotten === null)) return add(connection);
  return connection.transaction(async (on) => {
    const head = await add(on);
    const last = rows.at(-1)!;
    if (head?.seq === last.seq && head.hash === last.hash)
      for (const { forgotten, row } of parsed)
        if (forgotten !== null) await shredInStore(on, log, row.id, forgotten);
    return head;
  });
}

function asReceived(row: StoredRow) {
  if (row.line === null)
    return { row: { ...row, id: null, type: null, checked: false }, forgotten: null };
  const found = parseLine(Buffer.from(row.line), row.seq);
  if (!found.ok)
    throw corrupt(`Event ${row.seq} cannot be sent: ${found.detail}.`, 'Run `hookloom verify`.');
  const { id, type, form, shredded, payload } = found.event;
  const checked = form === 'hookloom.v1' && shredded === null;
  const isForgetting = type === 'memory.forgotten' && Array.isArray(payload['events']);
  const forgotten = isForgetting
    ? (payload['events'] as unknown[]).filter((entry) => isJsonObject(entry))
    : null;
  return { row: { ...row, id, type, checked }, forgotten };
}

/** Removes the content of events that the forgetting `by` names, if the store has them in the named state. */
export async function shredInStore(
  on: Queries,
  log: LogName,
  by: string,
  entries: readonly Record<string, unknown>[],
): Promise<number> {
  const stubs: { seq: number; line: string }[] = [];
  for (const { seq, digest, frame } of entries) {
    if (typeof seq !== 'number' || typeof digest !== 'string') continue;
    const [row] = await readRows(on, log, { from: seq, to: seq, limit: 1 });
    const line = row?.line ?? null;
    if (line === null) continue;
    const found = parseLine(Buffer.from(line), seq);
    if (!found.ok || found.event.shredded !== null || frameDigest(line) !== frame) continue;
    stubs.push({ seq, line: shredLine(line, { by, digest }, found.batch) });
  }
  if (stubs.length === 0) return 0;
  const { project, writer, session } = log;
  const [row] = await on.query('SELECT hookloom.shred($1, $2, $3, $4, $5::json) AS count', [
    project,
    writer,
    session,
    by,
    JSON.stringify(stubs),
  ]);
  return Number(row!['count']);
}
