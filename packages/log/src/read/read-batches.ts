/** How a follower reads a log: committed events a batch at a time, continued from a cursor in constant time. */
import { conflict, type HookloomError } from '@hookloom/core';
import type { Cursor, EventBatch, ReadBatchOptions, StoredEvent } from '@hookloom/core/events';
import { MAX_LINE_BYTES, parseLine } from '../envelope/parse.ts';
import { START, type StartPoint } from './committed-lines.ts';
import { openLog, type OpenLog } from './open-log.ts';
import { headFileOf, validLines, type Unavailable } from './valid-lines.ts';
import { linesFrom } from './sparse-index.ts';

const DEFAULT_BATCH_EVENTS = 256;
export interface BatchOptions extends Omit<ReadBatchOptions, 'onUnavailable'> {
  onUnavailable?: ((unavailable: Unavailable) => void) | undefined;
}

/** Other work of the process gets its turn after this many events. */
const EVENTS_PER_TURN = 1024;

/**
 * The events of a log file that hold, ending at the last one that existed when reading began. A cursor of a replaced
 * file (shredding) is found again by its seq; one whose hash is no longer in the log throws `conflict`.
 *
 * @example
 * for await (const { events, cursor } of readBatches(path, { after })) { await project(events, cursor); }
 */
export async function* readBatches(
  path: string,
  options: BatchOptions = {},
): AsyncGenerator<EventBatch> {
  const { after, maxEvents = DEFAULT_BATCH_EVENTS, onUnavailable } = options;
  const head = headFileOf(path);
  const log = openLog(path);
  if (log === null) {
    if (after !== undefined && after.seq > 0) throw gone(path, after);
    return;
  }
  try {
    const from = after === undefined || after.seq === 0 ? START : resume(log, after);
    let events: StoredEvent[] = [];
    let cursor: Cursor | null = null;
    let untilTurn = EVENTS_PER_TURN;
    for (const { event, end } of validLines(log, { from, head, onUnavailable })) {
      events.push(event);
      cursor = { seq: event.seq, hash: event.hash, position: `${log.inode}:${end}` };
      if (events.length < maxEvents) continue;
      yield { events, cursor };
      untilTurn -= events.length;
      events = [];
      if (untilTurn > 0) continue;
      untilTurn = EVENTS_PER_TURN;
      await new Promise((resolve) => setImmediate(resolve));
    }
    if (events.length > 0) yield { events, cursor: cursor! };
  } finally {
    log.close();
  }
}

/** After the cursor's event: at the cursor's position, or wherever that event is now. */
function resume(log: OpenLog, after: Cursor): StartPoint {
  const { seq, hash } = after;
  const match = /^(\d+):(\d+)$/.exec(after.position);
  const offset = match === null ? 0 : Number(match[2]);
  if (Number(match?.[1]) === log.inode && endsAt(log, offset, seq, hash))
    return { offset, seq, hash };
  for (const { event, end } of linesFrom(log, seq)) {
    if (event.seq === seq && event.hash === hash) return { offset: end, seq, hash };
    break;
  }
  throw gone(log.path, after);
}

/** True when the line that ends at `offset` is an event of this hash. */
export function endsAt(log: OpenLog, offset: number, seq: number, hash: string): boolean {
  if (!Number.isSafeInteger(offset) || offset <= 0 || offset > log.sizeBytes) return false;
  for (let length = 4096; ; length *= 4) {
    const from = Math.max(0, offset - length);
    const bytes = Buffer.alloc(offset - from);
    if (log.read(bytes, 0, bytes.length, from) !== bytes.length || bytes.at(-1) !== 0x0a)
      return false;
    const start = bytes.subarray(0, -1).lastIndexOf(0x0a) + 1;
    if (start > 0 || from === 0) {
      const parsed = parseLine(bytes.subarray(start, -1), seq);
      return parsed.ok && parsed.event.seq === seq && parsed.event.hash === hash;
    }
    if (length > MAX_LINE_BYTES) return false;
  }
}

function gone(path: string, { seq }: Cursor): HookloomError {
  return conflict(
    `The log ${path} no longer contains event ${seq} as it was read before.`,
    'Read the log from its start.',
  );
}
