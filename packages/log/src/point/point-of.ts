/** Makes the point that `eventsSince` compares a log with. */
import { closeSync, constants } from 'node:fs';
import { sha256Hex } from '@hookloom/core';
import { bytesIn, type LogPoint } from './log-point.ts';
import { openOwned, readRange, withOwned } from '../files/owned-file.ts';
import type { HeadRecord } from '../files/high-water.ts';
import { linePositions } from '../read/line-positions.ts';
import { logPath, openLog } from '../read/open-log.ts';
import { startBefore } from '../read/sparse-index.ts';

const FEW_LINES = 16 * 1024;
const MAX_BYTES = 256 * 1024;

/**
 * @param head The head file as it was before the answer was made.
 * @param seqs The events that the answer cites.
 * @returns Null if one of them cannot be found, or they are too large to be kept.
 */
export function pointOf(
  dir: string,
  session: string,
  head: HeadRecord,
  seqs: readonly number[],
): LogPoint | null {
  const wanted = [...new Set([...seqs, head.seq])].sort((a, b) => a - b);
  const path = logPath(dir, session);
  const log = openLog(path);
  if (log === null) return null;
  const ranges: LogPoint['ranges'] = [];
  try {
    for (const seq of wanted) {
      const range = around(log, seq);
      if (range === null) return null;
      const last = ranges.at(-1);
      if (last !== undefined && range[0] <= last[1]) last[1] = Math.max(last[1], range[1]);
      else ranges.push(range);
    }
  } finally {
    log.close();
  }
  if (ranges.reduce((sum, [start, end]) => sum + end - start, 0) > MAX_BYTES) return null;
  return withOwned(path, constants.O_RDONLY, ({ fd }) => ({
    session,
    ...head,
    ranges,
    bytes: bytesIn(fd, ranges),
  }));
}

export interface LineDigest {
  seq: number;
  /** `[start, end)` in the log. */
  at: [start: number, end: number];
  /** Of the bytes. */
  sha256: string;
}

/** Where the lines of events are, with their current bytes. Leaves out those that cannot be found. */
export function digestsOf(dir: string, session: string, seqs: readonly number[]): LineDigest[] {
  const path = logPath(dir, session);
  const log = openLog(path);
  if (log === null) return [];
  const { fd } = openOwned(path, constants.O_RDONLY);
  try {
    return seqs.flatMap((wanted) => {
      for (const { seq, start, end } of linePositions(log, startBefore(log, wanted), {
        chunkBytes: FEW_LINES,
      })) {
        if (seq === wanted)
          return [{ seq, at: [start, end], sha256: sha256Hex(readRange(fd, start, end)) }];
        if (seq > wanted) break;
      }
      return [];
    });
  } finally {
    closeSync(fd);
    log.close();
  }
}

/** The bytes of a line and of the lines beside it. */
function around(
  log: Parameters<typeof linePositions>[0] & Parameters<typeof startBefore>[0],
  seq: number,
): [number, number] | null {
  const from = startBefore(log, Math.max(1, seq - 1));
  let range: [number, number] | null = null;
  for (const { seq: at, start, end } of linePositions(log, from, { chunkBytes: FEW_LINES })) {
    if (at < seq - 1) continue;
    range = [range?.[0] ?? start, end];
    if (at > seq) return range;
  }
  return range;
}
