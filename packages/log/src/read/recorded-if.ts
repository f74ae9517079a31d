/** Committed events of a large log that may matter, by a look at their bytes: the other lines are not parsed. */
import type { StoredEvent } from '@hookloom/core/ports/event-store';
import { parseLine } from '../envelope/parse.ts';
import { committedLines, START, type StartPoint } from './committed-lines.ts';
import { createLineReader } from './line-reader.ts';
import { openLog, type OpenLog } from './open-log.ts';
import { chainAt, stepChain } from './raw-slice.ts';

/** Whether the event in `buffer[start, end)` may matter. True costs time, false leaves the event out. */
export type LineFilter = (buffer: Buffer, start: number, end: number, seq: number) => boolean;

/**
 * Those of `recordedEvents` that the filter lets through. From the first line on that is not ordinary, whole and linked, every
 * event is handed out: the filter knows the form of our own writer only.
 */
export function* recordedEventsIf(path: string, filter: LineFilter): Generator<StoredEvent> {
  const log = openLog(path);
  if (log === null) return;
  try {
    const behind = yield* ordinaryEvents(log, filter);
    if (behind !== null) for (const { event } of committedLines(log, behind)) yield event;
  } finally {
    log.close();
  }
}

/** Returns where it met the first line of another form, or null at the end of the log. */
function* ordinaryEvents(
  log: OpenLog,
  filter: LineFilter,
): Generator<StoredEvent, StartPoint | null> {
  const lines = createLineReader(log, 0);
  const chain = chainAt(0, null);
  let committed = START;
  /** Of a batch whose end has not been met. */
  let waiting: StoredEvent[] = [];
  while (lines.next()) {
    const { buffer, start, end, terminated, tooLong } = lines;
    if (!terminated) break;
    if (tooLong || !stepChain(buffer, start, end, chain)) return committed;
    if (filter(buffer, start, end, chain.seq)) {
      const parsed = parseLine(buffer.subarray(start, end), chain.seq);
      if (!parsed.ok) return committed;
      waiting.push(parsed.event);
    }
    if (chain.seq < chain.batchEnd) continue;
    yield* waiting;
    waiting = [];
    committed = {
      offset: lines.nextOffset,
      seq: chain.seq,
      hash: `sha256:${chain.hash.toString('latin1')}`,
    };
  }
  return null;
}

const TYPE = /"type":"([^"\\]+)"\}$/;
const TYPE_BYTES = 160;

/** The type of a canonical line; null where only parsing can tell. */
export function typeOfLine(buffer: Buffer, start: number, end: number): string | null {
  return TYPE.exec(buffer.toString('latin1', Math.max(start, end - TYPE_BYTES), end))?.[1] ?? null;
}
