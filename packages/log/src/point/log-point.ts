/**
 * A point of a log with the bytes that an answer cites: a short-lived process uses it to check whether a prepared
 * answer still holds, and what was recorded since. Reads the cited lines and the new ones, never the complete log.
 */
import { closeSync, constants } from 'node:fs';
import { markPathOf, readMark, type Mark } from '../files/high-water.ts';
import { openOwned, readRange, withOwned } from '../files/owned-file.ts';

export interface LogPoint {
  session: string;
  /** The last event that the answer includes. */
  seq: number;
  hash: string;
  /** Offset directly after its line. */
  size: number;
  /** `[start, end)` of the cited lines and of the lines beside them. */
  ranges: [start: number, end: number][];
  /** Their bytes, as Latin-1. Compared, not hashed: loading a hash function costs a hook more than reading them. */
  bytes: string;
}

export interface LaterEvent {
  type: string;
  /** RFC 3339. */
  timestamp: string;
}

/** If there are more new bytes than this, they are not read. */
const MAX_LATER_BYTES = 1024 * 1024;
const NEWLINE = 10;
const INTEGRITY =
  /"integrity":\{"canonicalization":"rfc8785","hash":"(sha256:[0-9a-f]{64})","previousHash":"(sha256:[0-9a-f]{64})","seq":(\d+)\}/;
const ENDING_BYTES = 300;
const ENDING = /"timestamp":"([^"]{1,40})","type":"([a-z0-9_.]+)"\}$/;

/**
 * The events after the point; null if the log has changed: cited bytes changed, the log was cut or replaced, a loss was
 * noticed, or too much was recorded since.
 *
 * @param dir Real path of the `.eventloom` directory.
 */
export function eventsSince(dir: string, point: LogPoint): LaterEvent[] | null {
  const mark = readMark(markPathOf(dir, point.session));
  if (mark === null || mark.findings.length > 0) return null;
  return withOwned(`${dir}/${point.session}.jsonl`, constants.O_RDONLY, ({ fd, stats }) => {
    const { size } = stats;
    if (size < point.size || size - point.size > MAX_LATER_BYTES) return null;
    if (bytesIn(fd, point.ranges) !== point.bytes) return null;
    return laterEvents(readRange(fd, point.size, size), point, mark);
  });
}

/** The type of the last event of a log; null if it cannot be read. */
export function newestType(dir: string, session: string): string | null {
  let fd: number | undefined;
  try {
    const log = openOwned(`${dir}/${session}.jsonl`, constants.O_RDONLY);
    fd = log.fd;
    const end = readRange(fd, Math.max(0, log.stats.size - ENDING_BYTES), log.stats.size);
    return ENDING.exec(end.toString('latin1').trimEnd())?.[2] ?? null;
  } catch {
    return null;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

export function bytesIn(fd: number, ranges: LogPoint['ranges']): string {
  return ranges.map(([start, end]) => readRange(fd, start, end).toString('latin1')).join('');
}

/** Every line must be a complete event that names the previous one, and the event of the mark must be there. */
function laterEvents(bytes: Buffer, point: LogPoint, mark: Mark): LaterEvent[] | null {
  const found: LaterEvent[] = [];
  let { seq, hash } = point;
  for (let start = 0; start < bytes.length;) {
    const end = bytes.indexOf(NEWLINE, start);
    if (end === -1) return null;
    const line = bytes.toString('latin1', start, end);
    const [, own, previous, number] = INTEGRITY.exec(line) ?? [];
    const [, timestamp, type] = ENDING.exec(line.slice(-ENDING_BYTES)) ?? [];
    if (own === undefined || type === undefined || previous !== hash) return null;
    if (Number(number) !== seq + 1 || (mark.seq === seq + 1 && mark.hash !== own)) return null;
    found.push({ type, timestamp: timestamp! });
    [seq, hash, start] = [seq + 1, own, end + 1];
  }
  return mark.seq > seq ? null : found;
}
