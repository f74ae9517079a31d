/**
 * Where a log ends, found from its end: O(1) in its size. Also finds what a killed writer left behind: bytes after the
 * last complete event (a torn tail), or the first events of an unfinished batch.
 */
import { corrupt } from '@hookloom/core';
import { readRange } from './owned-file.ts';
import type { TailLine } from './own-line.ts';
import { isBlank, parseTailLine, sealsOver } from './tail-line.ts';

/** Bytes that contain no event, or (`kept`) an event whose newline is missing. */
export interface Pending {
  reason: 'torn_tail' | 'incomplete_batch';
  offset: number;
  length: number;
  kept: boolean;
}

export interface Tail {
  /** Of the last committed event; 0 and null for none. */
  seq: number;
  hash: string | null;
  /** Offset just after the last committed line. */
  committed: number;
  /** Size of the file. */
  size: number;
  /** The last byte of the file is not a newline. */
  unterminated: boolean;
  pending: Pending | null;
  /** Set when `pending.kept`: the head with that event, and the id of the first event of its append. */
  kept: { seq: number; hash: string; appendId: string } | null;
}

const FIRST_CHUNK_BYTES = 4096;
const MAX_PENDING_BYTES = 64 * 1024 * 1024;
const COUNT_CHUNK_BYTES = 1024 * 1024;

interface Found {
  start: number;
  end: number;
  line: TailLine;
}

/** Also reads without a lock. An event that a writer is just adding then does not count as committed. */
export function readTail(fd: number, size: number): Tail {
  const text = backward(fd, size);
  const rest = text.lineStart(size);
  const last = lastEnvelope(text, rest);
  const committed = last === null ? 0 : last.end + 1;
  const seq = last === null ? 0 : (last.line.seq ?? countLines(fd, committed));
  const hash = last?.line.hash ?? null;
  const base: Tail = {
    seq,
    hash,
    committed,
    size,
    unterminated: rest < size,
    pending: null,
    kept: null,
  };

  const voided = (first: Found): Tail => ({
    ...base,
    seq: first.line.seq! - 1,
    hash: first.line.previousHash,
    committed: first.start,
    pending: {
      reason: 'incomplete_batch',
      offset: first.start,
      length: size - first.start,
      kept: false,
    },
  });
  // Only older writers wrote blank lines.
  const isIgnored = (end: number) =>
    end === committed || (last !== null && !last.line.own && isBlank(text.slice(committed, end)));
  const torn = text.slice(rest, size);
  if (rest < size && isIgnored(rest) && sealsOver(torn, { seq, hash })) {
    const line = parseTailLine(torn)!;
    const first = firstOfBatch(text, { start: rest, end: size, line });
    if (first !== null && line.batch !== null && line.seq! < line.batch.first + line.batch.size - 1)
      return voided(first);
    return {
      ...base,
      pending: { reason: 'torn_tail', offset: rest, length: size - rest, kept: true },
      kept: { seq: line.seq!, hash: line.hash, appendId: (first?.line ?? line).id },
    };
  }
  const batch = last?.line.batch ?? null;
  if (last !== null && batch !== null && last.line.seq! < batch.first + batch.size - 1) {
    const first = firstOfBatch(text, last);
    if (first !== null) return voided(first);
  }
  if (rest === size && isIgnored(size)) return base;
  return {
    ...base,
    pending: { reason: 'torn_tail', offset: committed, length: size - committed, kept: false },
  };
}

/** The nearest line before `end` that is an envelope, or null for a log without any. */
function lastEnvelope(text: Backward, end: number): Found | null {
  for (let after = end; after > 0;) {
    const start = text.lineStart(after - 1);
    const line = parseTailLine(text.slice(start, after - 1));
    if (line !== null) return { start, end: after - 1, line };
    after = start;
  }
  return null;
}

/** The first event of the batch that `found` belongs to; null when it belongs to none or the lines do not fit. */
function firstOfBatch(text: Backward, found: Found): Found | null {
  const { batch } = found.line;
  if (batch === null) return null;
  let at = found;
  while (at.line.seq! > batch.first) {
    const before = lastEnvelope(text, at.start);
    const fits =
      before !== null &&
      before.end + 1 === at.start &&
      before.line.seq === at.line.seq! - 1 &&
      before.line.batch?.first === batch.first;
    if (!fits) return null;
    at = before;
  }
  return at;
}

type Backward = ReturnType<typeof backward>;

/** A view of the file's end that grows backwards as far as it is asked for. */
function backward(fd: number, size: number) {
  let start = size;
  let bytes: Buffer = Buffer.alloc(0);
  function reach(offset: number): void {
    while (start > offset) {
      if (bytes.length >= MAX_PENDING_BYTES)
        throw corrupt(
          `The last ${MAX_PENDING_BYTES} bytes of the log hold no event.`,
          'Check the end of the file. Move the file away to start a new log.',
        );
      const from = Math.max(0, start - Math.max(FIRST_CHUNK_BYTES, bytes.length));
      const before = readRange(fd, from, start);
      bytes = bytes.length === 0 ? before : Buffer.concat([before, bytes]);
      start = from;
    }
  }
  return {
    /** Offset of the first byte of the line that ends before `end`. */
    lineStart(end: number) {
      for (let to = end; ;) {
        const found = to > start ? bytes.lastIndexOf(10, to - start - 1) : -1;
        if (found >= 0) return start + found + 1;
        if (start === 0) return 0;
        to = start;
        reach(start - 1);
      }
    },
    slice(from: number, to: number): Buffer {
      reach(from);
      return bytes.subarray(from - start, to - start);
    },
  };
}

/** Lines that are not blank. Only for logs whose lines have no number, and only until our first event follows. */
function countLines(fd: number, end: number): number {
  let count = 0;
  let blank = true;
  for (let at = 0; at < end; at += COUNT_CHUNK_BYTES) {
    for (const byte of readRange(fd, at, Math.min(end, at + COUNT_CHUNK_BYTES))) {
      if (byte === 10) {
        if (!blank) count++;
        blank = true;
      } else if (byte !== 13 && byte !== 32 && byte !== 9) blank = false;
    }
  }
  return count;
}
