/** The positions of a log's committed events, without parsing them as long as every line is canonical and linked. */
import { isBlank, committedLines, type OnSkip, type StartPoint } from './committed-lines.ts';
import { createLineReader } from './open-log.ts';
import type { ByteSource } from './byte-source.ts';
import {
  createRawSlice,
  findBatch,
  findSlice,
  hasHexHashes,
  isOfType,
  typeEnding,
} from '../envelope/raw-slice.ts';

export interface LinePosition {
  seq: number;
  start: number;
  end: number;
  hash: string;
  previousHash: string | null;
}

export interface PositionOptions {
  /** Read at once; small if few lines are wanted. */
  chunkBytes?: number;
  /** As for `committedLines`. */
  onSkip?: OnSkip;
}

/** After a mismatch, this many events are parsed before raw slices are tried again. */
const PARSED_EVENTS = 4096;
const RECOVERED = typeEnding('log.recovered');

/** The same events in the same order as `committedLines`, several times as fast. */
export function* linePositions(
  source: ByteSource,
  from: StartPoint,
  { chunkBytes, onSkip }: PositionOptions = {},
): Generator<LinePosition> {
  for (let at = from; ;) {
    for (const position of canonicalPositions(source, at, chunkBytes)) {
      yield position;
      at = behind(position);
    }
    let parsed = 0;
    for (const { event, start, end } of committedLines(source, at, onSkip)) {
      const { seq, hash, previousHash } = event;
      const position = { seq, start, end, hash, previousHash };
      yield position;
      at = behind(position);
      if (++parsed === PARSED_EVENTS) break;
    }
    if (parsed < PARSED_EVENTS) return;
  }
}

function behind({ end, seq, hash }: LinePosition): StartPoint {
  return { offset: end, seq, hash };
}

/**
 * Ends at the first line that is not an ordinary, complete, linked event in our own form. A line is ready when the next
 * one names its hash: a line that was cut off after its integrity looks complete.
 */
function* canonicalPositions(
  source: ByteSource,
  from: StartPoint,
  chunkBytes?: number,
): Generator<LinePosition> {
  const lines = createLineReader(source, from.offset, chunkBytes);
  const slice = createRawSlice();
  let tip = { seq: from.seq, hash: from.hash };
  let waiting: LinePosition[] = [];
  let ready: LinePosition[] = [];
  let last = 0;
  while (lines.next() && lines.terminated && !lines.tooLong) {
    const { buffer, start, end, offset, nextOffset } = lines;
    if (isBlank(buffer, start, end)) continue;
    if (!findSlice(buffer, start, end, slice) || !hasHexHashes(slice)) return;
    const previousHash = slice.previous === null ? null : `sha256:${slice.previous}`;
    if (slice.seq !== tip.seq + 1 || previousHash !== tip.hash) return;
    if (isOfType(buffer, start, end, RECOVERED)) return;
    const batch = findBatch(buffer, slice.cutEnd, end);
    if (batch === undefined || (batch === null && waiting.length > 0)) return;
    if (batch !== null && waiting.length === 0) last = batch.first + batch.size - 1;
    if (batch !== null && batch.first + batch.size - 1 !== last) return;
    if (ready.length > 0) yield* ready;
    ready = [];
    const hash = `sha256:${slice.hash}`;
    tip = { seq: slice.seq, hash };
    waiting.push({ seq: slice.seq, start: offset, end: nextOffset, hash, previousHash });
    if (batch !== null && slice.seq < last) continue;
    ready = waiting;
    waiting = [];
  }
}
