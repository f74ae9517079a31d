/** Windows of a log and single events, for replay. */
import type { ReadOptions, StoredEvent } from '@hookloom/core/events';
import { committedLines, lineAt } from './committed-lines.ts';
import { openLog } from './open-log.ts';
import { headFileOf, validLines, type Unavailable } from './valid-lines.ts';
import { linePositions } from './line-positions.ts';
import { wantedEvents, type ChooseLine } from './wanted-lines.ts';
import { startBefore } from './sparse-index.ts';

export interface EventWindow extends Omit<ReadOptions, 'onUnavailable'> {
  onUnavailable?: (unavailable: Unavailable) => void;
}

/**
 * The valid events of a log file, in order. A file that does not exist has none.
 *
 * @example for (const event of readEvents('/home/dev/app/.eventloom/app-default.jsonl', { fromSeq: 10, limit: 5 })) …
 */
export function* readEvents(path: string, options: EventWindow = {}): Generator<StoredEvent> {
  const { fromSeq = 1, toSeq = Number.POSITIVE_INFINITY, onUnavailable } = options;
  const { limit = Number.POSITIVE_INFINITY } = options;
  if (limit <= 0 || toSeq < fromSeq) return;
  const head = headFileOf(path);
  const log = openLog(path);
  if (log === null) return;
  const within = (unavailable: Unavailable): void => {
    const { seq, last = seq } = unavailable;
    if (last >= fromSeq && seq <= toSeq) onUnavailable?.(unavailable);
  };
  try {
    let left = limit;
    // From one event earlier, so that the link of the first one is checked as well.
    const from = startBefore(log, Math.max(1, fromSeq - 1));
    for (const { event } of validLines(log, { from, head, onUnavailable: within })) {
      if (event.seq < fromSeq) continue;
      if (event.seq > toSeq) return;
      yield event;
      if (--left <= 0 || event.seq === toSeq) return;
    }
  } finally {
    log.close();
  }
}

/**
 * Committed events as their lines say, verified or not: for code that must find every trace of a text, never for
 * display.
 *
 * @param look Chooses among the lines in the writer's form, which are not parsed before; all others are returned.
 */
export function* recordedEvents(path: string, look?: ChooseLine): Generator<StoredEvent> {
  const log = openLog(path);
  if (log === null) return;
  try {
    if (look !== undefined) yield* wantedEvents(log, look);
    else for (const { event } of committedLines(log)) yield event;
  } finally {
    log.close();
  }
}

/** Roughly the bytes between two index entries. */
const FEW_LINES = 16 * 1024;

/** The event of this seq as its line says, verified or not; or null. As for `recordedEvents`. */
export function recordedAt(path: string, seq: number): StoredEvent | null {
  if (!Number.isSafeInteger(seq) || seq < 1) return null;
  const log = openLog(path);
  if (log === null) return null;
  try {
    for (const position of linePositions(log, startBefore(log, seq), { chunkBytes: FEW_LINES })) {
      if (position.seq < seq) continue;
      return position.seq === seq ? (lineAt(log, position.start, seq)?.event ?? null) : null;
    }
    return null;
  } finally {
    log.close();
  }
}

/**
 * The line of this seq as it is in the file: the bytes that its hash seals. Null if there is none, and for a line of
 * more than `maxBytes`.
 */
export function sealedLine(path: string, seq: number, maxBytes: number): string | null {
  if (!Number.isSafeInteger(seq) || seq < 1) return null;
  const log = openLog(path);
  if (log === null) return null;
  try {
    for (const { seq: found, start, end } of linePositions(log, startBefore(log, seq))) {
      if (found < seq) continue;
      if (found > seq || end - start > maxBytes) return null;
      const bytes = Buffer.alloc(end - start);
      log.read(bytes, 0, bytes.length, start);
      return bytes.toString('utf8').trimEnd();
    }
    return null;
  } finally {
    log.close();
  }
}
