/**
 * The commit rule that all readers share: a line is committed if it parses; the lines of a batch if the batch is
 * complete; bytes without a newline at the end of the file are not committed yet. Bytes that a `log.recovered` event
 * names are skipped silently. Other unreadable bytes are skipped too and reported to `onSkip`: reading returns what can
 * be read, and verification reports that a log is broken.
 */
import type { StoredEvent } from '@hookloom/core/events';
import { parseLine, type ParsedEvent, type ParseResult } from '../envelope/parse.ts';
import type { Fault } from '../envelope/event-hash.ts';
import { createLineReader } from './open-log.ts';
import type { ByteSource } from './byte-source.ts';
import { isRecoveryOf } from './pending.ts';

/** Where reading begins: directly after the event of this seq and hash. `START` is the beginning of the log. */
export interface StartPoint {
  offset: number;
  seq: number;
  hash: string | null;
}

export const START: StartPoint = { offset: 0, seq: 0, hash: null };

/** A committed event and the position of its line. `end` is where the next line begins. */
export interface CommittedLine extends ParsedEvent {
  start: number;
  end: number;
  /** What `inspect` found wrong with the line's own bytes. */
  fault: Fault | null;
}

/** Reads the bytes `[start, end)` of a line that was parsed as `event`. */
export type Inspect = (
  buffer: Buffer,
  start: number,
  end: number,
  event: StoredEvent,
) => Fault | null;

/** Bytes that are not an event and that no later event names as recovered. */
export type OnSkip = (region: { start: number; end: number }) => void;

type OpenBatch = ReturnType<typeof startOf>;

export function* committedLines(
  source: ByteSource,
  from: StartPoint = START,
  onSkip?: OnSkip,
  inspect?: Inspect,
): Generator<CommittedLine> {
  const lines = createLineReader(source, from.offset);
  let committed = { seq: from.seq, hash: from.hash, end: from.offset };
  let open: OpenBatch | null = null;
  /** Unreadable lines since then. */
  let garbage = 0;
  while (lines.next() && lines.terminated) {
    const { buffer, start, end, offset, nextOffset, tooLong } = lines;
    if (!tooLong && isBlank(buffer, start, end)) continue;
    const position = (open?.lines.at(-1)?.event.seq ?? committed.seq) + 1;
    const bytes = buffer.subarray(start, end);
    let parsed = tooLong ? null : parseLine(bytes, position);
    if (isBehindLost(parsed, garbage, open?.lines.at(-1)?.event.hash ?? committed.hash))
      parsed = parseLine(bytes, position + garbage);
    if (parsed === null || !parsed.ok) {
      garbage++;
      continue;
    }
    const line: CommittedLine = {
      event: parsed.event,
      batch: parsed.batch,
      sealedSeq: parsed.sealedSeq,
      start: offset,
      end: nextOffset,
      fault: inspect?.(buffer, start, end, parsed.event) ?? null,
    };
    if (open !== null && continues(open, line)) {
      open.lines.push(line);
    } else {
      if (open !== null || garbage > 0) {
        if (!isRecoveryOf(source, committed.end, offset, line.event, committed))
          onSkip?.({ start: committed.end, end: offset });
        open = null;
        garbage = 0;
      }
      open = startOf(line);
    }
    if (open.lines.length > 0 && open.lines.at(-1)!.event.seq < open.last) continue;
    for (const ready of open.lines) yield ready;
    const { event } = line;
    committed = { seq: event.seq, hash: event.hash, end: nextOffset };
    open = null;
    garbage = 0;
  }
}

/** An older form's events are numbered by their lines: those that were damaged count where the link says they did. */
function isBehindLost(parsed: ParseResult | null, garbage: number, tip: string | null): boolean {
  if (garbage === 0 || parsed === null || !parsed.ok) return false;
  return parsed.sealedSeq === null && parsed.event.previousHash !== tip;
}

/** A reader may start inside a batch that was complete when it was delivered, so `first` may be before the line. */
function startOf(line: CommittedLine) {
  const { seq } = line.event;
  const { first, size } = line.batch ?? { first: seq, size: 1 };
  const last = first + size - 1;
  return { first, last: first <= seq && seq <= last ? last : seq, lines: [line] };
}

function continues(open: OpenBatch, line: CommittedLine): boolean {
  return line.batch?.first === open.first && line.event.seq === open.lines.at(-1)!.event.seq + 1;
}

/** Blank lines contain no event: writers, readers and verification skip them. */
export function isBlank(buffer: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (buffer[at] !== 0x20 && buffer[at] !== 0x0d) return false;
  return true;
}

/** Read first for a single line. Most lines are shorter. */
const LINE_BYTES = 2 * 1024;

/** The event whose line begins exactly at `offset`, or null. */
export function lineAt(log: ByteSource, offset: number, position: number): ParsedEvent | null {
  if (!Number.isSafeInteger(offset) || offset < 0 || offset >= log.sizeBytes) return null;
  const lines = createLineReader(log, Math.max(0, offset - 1), LINE_BYTES);
  // The byte before it must end a line.
  if (offset > 0 && !(lines.next() && lines.terminated && lines.start === lines.end)) return null;
  if (!lines.next() || !lines.terminated || lines.tooLong) return null;
  const parsed = parseLine(lines.buffer.subarray(lines.start, lines.end), position);
  return parsed.ok ? parsed : null;
}
