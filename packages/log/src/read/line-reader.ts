/** Lines of a log in a sliding chunk: memory stays flat however large the log is, and no line is copied. */
import { MAX_LINE_BYTES } from '../envelope/parse.ts';
import type { ByteSource } from './byte-source.ts';

const CHUNK_BYTES = 1024 * 1024;
const NEWLINE = 10;

/** `next()` moves to the next line; the other fields describe it until then. */
export type LineReader = ReturnType<typeof createLineReader>;

/**
 * Reads lines from byte `from`; bytes added after the start are left for next time.
 *
 * @param chunkBytes Read first. Each read after that takes twice as much, as far as `room` allows.
 * @param room Used instead of an own buffer: for callers that read a few lines at many positions.
 */
export function createLineReader(
  source: ByteSource,
  from: number,
  chunkBytes = CHUNK_BYTES,
  room?: Buffer,
) {
  const limit = source.sizeBytes;
  let chunk = chunkBytes;
  let filled = 0;
  /** Position in the source of `buffer[0]`. */
  let base = from;
  let at = 0;
  const line = {
    /** The line's bytes are `buffer[start, end)`, without the newline. Valid until `next()`. */
    buffer:
      room ?? Buffer.allocUnsafeSlow(Math.max(1, Math.min(chunkBytes, Math.max(limit - from, 1)))),
    start: 0,
    end: 0,
    /** Where the line begins in the source, and where the next one does. */
    offset: from,
    nextOffset: from,
    /** The line exceeds the read limit: its bytes are not in the buffer. */
    tooLong: false,
    /** False for bytes after the last newline. */
    terminated: true,
    next,
  };

  function next(): boolean {
    let searched = at;
    line.tooLong = false;
    for (;;) {
      const newline = searched < filled ? line.buffer.indexOf(NEWLINE, searched) : -1;
      if (newline !== -1 && newline < filled) return found(newline, true);
      searched = filled;
      if (filled - at > MAX_LINE_BYTES) return skipLong();
      const kept = filled - at;
      if (!refill()) break;
      searched = kept;
    }
    return at < filled ? found(filled, false) : false;
  }

  function found(end: number, terminated: boolean): boolean {
    line.start = at;
    line.end = end;
    line.offset = base + at;
    line.nextOffset = base + end + (terminated ? 1 : 0);
    line.tooLong = end - at > MAX_LINE_BYTES;
    line.terminated = terminated;
    at = terminated ? end + 1 : end;
    return true;
  }

  /** Moves the unread bytes to the front, grows the buffer if it is full, and reads on. False at the end. */
  function refill(): boolean {
    if (base + filled >= limit) return false;
    if (at > 0) {
      line.buffer.copyWithin(0, at, filled);
      base += at;
      filled -= at;
      at = 0;
    }
    if (filled === line.buffer.length) {
      const larger = Buffer.allocUnsafeSlow(filled * 2);
      line.buffer.copy(larger, 0, 0, filled);
      line.buffer = larger;
    }
    const length = Math.min(line.buffer.length - filled, limit - base - filled, chunk);
    const got = source.read(line.buffer, filled, length, base + filled);
    filled += got;
    chunk *= 2;
    return got > 0;
  }

  function skipLong(): boolean {
    const offset = base + at;
    for (;;) {
      base += filled;
      filled = 0;
      at = 0;
      if (!refill()) return describeLong(offset, base, false);
      const newline = line.buffer.indexOf(NEWLINE);
      if (newline === -1 || newline >= filled) continue;
      at = newline + 1;
      return describeLong(offset, base + at, true);
    }
  }

  function describeLong(offset: number, nextOffset: number, terminated: boolean): boolean {
    line.start = 0;
    line.end = 0;
    line.offset = offset;
    line.nextOffset = nextOffset;
    line.tooLong = true;
    line.terminated = terminated;
    return true;
  }

  return line;
}
