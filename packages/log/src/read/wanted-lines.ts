/** The few events of a log that are wanted, chosen by their bytes: the other lines are not parsed. */
import type { StoredEvent } from '@hookloom/core/events';
import {
  chainAt,
  isOfType,
  stepChain,
  typeEnding,
  type ChainPosition,
} from '../envelope/raw-slice.ts';
import { committedLines, isBlank, lineAt, START, type StartPoint } from './committed-lines.ts';
import { createLineReader } from './open-log.ts';
import type { ByteSource } from './byte-source.ts';

/** Chooses a line in the writer's form, `buffer[start, end)`; `line` says which event it is and where its integrity is. */
export type ChooseLine = (
  buffer: Buffer,
  start: number,
  end: number,
  line: Readonly<ChainPosition>,
) => boolean;

/** After a line that has to be parsed, this many events are parsed and returned before lines are chosen again. */
const PARSED_EVENTS = 4096;
const RECOVERED = typeEnding('log.recovered');

/** Committed events whose lines `look` chooses, and all those whose lines are not in the writer's form. */
export function* wantedEvents(log: ByteSource, look: ChooseLine): Generator<StoredEvent> {
  for (let at = START; ;) {
    at = yield* chosen(log, at, look);
    let parsed = 0;
    for (const { event, end } of committedLines(log, at)) {
      yield event;
      at = { offset: end, seq: event.seq, hash: event.hash };
      if (++parsed === PARSED_EVENTS) break;
    }
    if (parsed < PARSED_EVENTS) return;
  }
}

/**
 * Returns the point from which the lines have to be parsed. A line counts when the next one names its hash, because a
 * line that was cut off after its integrity looks complete.
 */
function* chosen(
  log: ByteSource,
  from: StartPoint,
  look: ChooseLine,
): Generator<StoredEvent, StartPoint> {
  const lines = createLineReader(log, from.offset);
  const chain = chainAt(from.seq, from.hash);
  /** After the last event that counts. */
  const proven = { offset: from.offset, seq: from.seq, hash: Buffer.from(chain.hash) };
  const end = (): StartPoint => ({
    offset: proven.offset,
    seq: proven.seq,
    hash: proven.seq === 0 ? null : `sha256:${proven.hash.toString('latin1')}`,
  });
  const named = Buffer.from(chain.hash);
  let waiting: { seq: number; start: number }[] = [];
  let isComplete = true;
  let nextOffset = from.offset;
  while (lines.next() && lines.terminated && !lines.tooLong) {
    const { buffer, start, end: to, offset } = lines;
    if (isBlank(buffer, start, to)) continue;
    named.set(chain.hash);
    const { batchEnd } = chain;
    if (!stepChain(buffer, start, to, chain) || isOfType(buffer, start, to, RECOVERED))
      return end();
    if (isComplete) {
      for (const { seq, start: place } of waiting) {
        const event = lineAt(log, place, seq)?.event;
        if (event !== undefined) yield event;
      }
      waiting = [];
      proven.offset = nextOffset;
      proven.seq = chain.seq - 1;
      proven.hash.set(named);
    } else if (!chain.isInBatch || chain.batchEnd !== batchEnd) return end();
    if (look(buffer, start, to, chain)) waiting.push({ seq: chain.seq, start: offset });
    isComplete = chain.seq >= chain.batchEnd;
    nextOffset = lines.nextOffset;
  }
  return end();
}
