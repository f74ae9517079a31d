/** Every line of a log, however broken the log is: which lines are sealed events, and what is wrong with the others. */
import { parseLine, type Batch } from '../envelope/parse.ts';
import { isBlank } from '../read/committed-lines.ts';
import { createLineReader, type LineReader } from '../read/open-log.ts';
import type { ByteSource } from '../read/byte-source.ts';
import { digestOf } from '../read/pending.ts';
import { frameDigest } from '../envelope/shredded-line.ts';
import { ownFault } from '../envelope/own-fault.ts';

export interface FoundLine {
  /** From 1. */
  line: number;
  /** Bytes `[start, end)` of the file, without the line ending. */
  start: number;
  end: number;
}

/** An event whose content matches its own hash. Its position in the chain is not checked yet. */
export interface FoundEvent extends FoundLine {
  hash: string;
  previousHash: string | null;
  /** Null for older forms, which are numbered by their position. */
  seq: number | null;
  id: string;
  type: string;
  batch: Batch | null;
  /** Set where the content was forgotten. */
  shredded: { by: string; digest: string; frame: string } | null;
}

export type BrokenKind = 'conflict_marker' | 'blank' | 'unreadable' | 'changed' | 'unvouched';

export interface BrokenLine extends FoundLine {
  kind: BrokenKind;
  detail: string;
}

export interface ScannedLog {
  events: FoundEvent[];
  broken: BrokenLine[];
}

const MARKER = /^(?:<{7}|\|{7}|={7}|>{7})(?: |$)/;
const CARRIAGE_RETURN = 13;

export function scanLog(source: ByteSource): ScannedLog {
  const events: FoundEvent[] = [];
  const broken: BrokenLine[] = [];
  const settled: { start: number; end: number }[] = [];
  const lines = createLineReader(source, 0);
  for (let line = 1; lines.next(); line++) {
    const place = { line, start: lines.offset, end: lines.offset + (lines.end - lines.start) };
    const found = lines.tooLong ? null : readLine(lines, place);
    if (found === null) {
      const end = lines.nextOffset;
      broken.push({ ...place, end, kind: 'unreadable', detail: 'the line is too long' });
    } else if ('kind' in found) broken.push(found);
    else {
      if (found.type === 'log.recovered') settled.push(...recoveredBytes(source, events, found));
      events.push(found);
    }
  }
  const isOpen = ({ start, end }: FoundLine): boolean =>
    !settled.some((region) => region.start <= start && end <= region.end);
  return settled.length === 0
    ? { events, broken }
    : { events: events.filter(isOpen), broken: broken.filter(isOpen) };
}

function readLine(
  { buffer, start, end, terminated }: LineReader,
  place: FoundLine,
): FoundEvent | BrokenLine {
  if (isBlank(buffer, start, end)) return { ...place, kind: 'blank', detail: 'a blank line' };
  const found = eventIn(buffer, { start, end, place });
  if (!('kind' in found) || buffer[end - 1] !== CARRIAGE_RETURN || !terminated) return found;
  // A file whose line endings were converted by another system.
  const shorter = { start, end: end - 1, place: { ...place, end: place.end - 1 } };
  const again = eventIn(buffer, shorter);
  return 'kind' in again ? found : again;
}

function eventIn(
  buffer: Buffer,
  { start, end, place }: { start: number; end: number; place: FoundLine },
): FoundEvent | BrokenLine {
  const bytes = buffer.subarray(start, end);
  const parsed = parseLine(bytes, 1);
  if (!parsed.ok) {
    const isMarker = MARKER.test(bytes.toString('latin1', 0, 200));
    return isMarker
      ? { ...place, kind: 'conflict_marker', detail: 'a conflict marker of git' }
      : { ...place, kind: 'unreadable', detail: parsed.detail };
  }
  const { event, batch, sealedSeq } = parsed;
  const fault = ownFault(buffer, start, end, event);
  if (fault !== null) return { ...place, kind: 'changed', detail: fault.detail };
  const { hash, previousHash, id, type, shredded } = event;
  return {
    ...place,
    hash,
    previousHash,
    seq: sealedSeq,
    id,
    type,
    batch,
    shredded:
      shredded === null ? null : { ...shredded, frame: frameDigest(bytes.toString('utf8')) },
  };
}

/** The torn bytes that this event names: a writer already handled them. */
function recoveredBytes(
  source: ByteSource,
  events: readonly FoundEvent[],
  { start, end, previousHash }: FoundEvent,
): { start: number; end: number }[] {
  const bytes = Buffer.alloc(end - start);
  source.read(bytes, 0, bytes.length, start);
  const parsed = parseLine(bytes, 1);
  const { length, digest, kept } = parsed.ok ? parsed.event.payload : {};
  if (typeof length !== 'number' || !Number.isSafeInteger(length) || length < 1 || kept === true)
    return [];
  for (const to of [start, start - 1]) {
    const from = to - length;
    if (from < 0 || digestOf(source, from, to) !== digest) continue;
    const before = events.findLast((event) => event.end < from);
    if ((before?.hash ?? null) === previousHash) return [{ start: from, end: to }];
  }
  return [];
}
