/** The rows of one log, and which of them are valid. */
import type { CheckedEvent } from '@hookloom/core/events';
import { checkLine } from '../memory/check-line.ts';
import type { Queries, Row } from './connection.ts';

/** Which log: two members of a project may both have a session of this name. */
export interface LogName {
  project: string;
  writer: string;
  session: string;
}

export interface StoredRow {
  seq: number;
  hash: string;
  previousHash: string | null;
  /** Null if its writer withholds it. */
  line: string | null;
}

/** Rows in order. */
export async function readRows(
  on: Queries,
  { project, writer, session }: LogName,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<StoredRow[]> {
  const rows = await on.query(
    'SELECT seq, hash, previous_hash, line FROM hookloom.event WHERE project = $1 AND writer = $2 AND session = $3 AND seq >= $4 AND seq <= $5 ORDER BY seq LIMIT $6',
    [project, writer, session, from, Math.min(to, Number.MAX_SAFE_INTEGER), limit],
  );
  return rows.map(storedRow);
}

export function storedRow(row: Row): StoredRow {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return {
    seq: Number(row['seq']),
    hash: String(row['hash']),
    previousHash: text(row['previous_hash']),
    line: text(row['line']),
  };
}

/** As many rows as fit in one answer. */
const PAGE = 500;

/** All rows from a position on, a page at a time. */
export async function* pagesOf(
  on: Queries,
  log: LogName,
  from: number,
  to: number,
): AsyncGenerator<StoredRow[]> {
  for (let next = from; next <= to;) {
    const rows = await readRows(on, log, { from: next, to, limit: PAGE });
    if (rows.length === 0) return;
    yield rows;
    next = rows.at(-1)!.seq + 1;
  }
}

/** A range of one of the project's logs, both ends inclusive. */
export interface Range {
  writer: string;
  session: string;
  from: number;
  to: number;
}

/** The next ranges of several logs, as many rows as fit in one answer. */
export function firstPage<T extends Range>(wanted: readonly T[]): T[] {
  const page: T[] = [];
  let left = PAGE;
  for (const range of wanted) {
    if (left === 0) break;
    const to = Math.min(range.to, range.from + left - 1);
    left -= to - range.from + 1;
    page.push({ ...range, to });
  }
  return page;
}

/** Rows of several logs with one query. The limit makes the server look up each log by its key. */
export async function readRanges(
  on: Queries,
  project: string,
  ranges: readonly Range[],
): Promise<StoredRow[][]> {
  const rows = await on.query(RANGES, [
    project,
    ranges.map(({ writer }) => writer),
    ranges.map(({ session }) => session),
    ranges.map(({ from }) => from),
    ranges.map(({ to }) => to),
  ]);
  const found = ranges.map((): StoredRow[] => []);
  for (const row of rows) found[Number(row['at']) - 1]!.push(storedRow(row));
  return found;
}

const RANGES = `
SELECT w.at, e.seq, e.hash, e.previous_hash, e.line
FROM unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[]) WITH ORDINALITY AS w(writer, session, first, last, at)
CROSS JOIN LATERAL (
  SELECT n.seq, n.hash, n.previous_hash, n.line FROM hookloom.event n
  WHERE n.project = $1 AND n.writer = w.writer AND n.session = w.session AND n.seq BETWEEN w.first AND w.last
  ORDER BY n.seq LIMIT ${PAGE}) e
ORDER BY w.at, e.seq`;

/** @param rows Neighbours among them are compared with it. A row that its writer withholds is absent. */
export function checkRow(
  rows: ReadonlyMap<number, StoredRow>,
  session: string,
  seq: number,
): CheckedEvent {
  const lines: string[] = [];
  for (const place of [seq - 1, seq, seq + 1]) {
    const line = rows.get(place)?.line;
    if (line !== undefined && line !== null) lines[place - 1] = line;
  }
  return checkLine(lines, session, seq);
}
