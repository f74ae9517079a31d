/** Opens a log file without following a link out of the directory or waiting on a pipe, and reads its lines. */
import { closeSync, fstatSync, readSync } from 'node:fs';
import {
  assertSessionId,
  permissionDenied,
  unavailable,
  type HookloomError,
  openPlain,
} from '@hookloom/core';
import { MAX_LINE_BYTES } from '../envelope/parse.ts';
import type { ByteSource } from './byte-source.ts';

export interface FileStamp {
  text: string;
  /** Milliseconds of the last change; a file system resolves some milliseconds, not less. */
  changedMs: number;
}

export interface OpenLog extends ByteSource {
  readonly path: string;
  readonly inode: number;
  /** Inode, size and times of the file now. If the text is the same, nothing was written meanwhile. */
  stamp(): FileStamp;
  close(): void;
}

/** `<dir>/<session>.jsonl`; throws `invalid_request` for an invalid session id. */
export function logPath(dir: string, session: string): string {
  return `${dir}/${assertSessionId(session)}.jsonl`;
}

/** The file beside a log that another ending names, such as `.index`; null for a file that is not `*.jsonl`. */
export function sidecarPath(path: string, ending: string): string | null {
  return path.endsWith('.jsonl') ? path.slice(0, -'.jsonl'.length) + ending : null;
}

/** Opens a plain file; a link, pipe or directory throws `permission_denied`. Null: there is no such file. */
export function openLog(path: string): OpenLog | null {
  const fd = openRegular(path);
  if (fd === null) return null;
  const { size, ino } = fstatSync(fd);
  return {
    path,
    sizeBytes: size,
    inode: ino,
    read: (into, at, length, position) => readSync(fd, into, at, length, position),
    stamp() {
      const { ino: inode, size: bytes, mtimeNs, ctimeNs } = fstatSync(fd, { bigint: true });
      const newest = mtimeNs > ctimeNs ? mtimeNs : ctimeNs;
      return {
        text: `${inode} ${bytes} ${mtimeNs} ${ctimeNs}`,
        changedMs: Number(newest / 1_000_000n),
      };
    },
    close: () => closeSync(fd),
  };
}

function openRegular(path: string): number | null {
  let fd: number;
  try {
    fd = openPlain(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    if (code === 'ELOOP' || code === 'EMLINK') throw notPlain(path, error);
    if (code === 'EACCES' || code === 'EPERM')
      throw permissionDenied(
        `The log ${path} cannot be read.`,
        'Check the owner of the .eventloom directory.',
        { cause: error },
      );
    throw unavailable(
      `The log ${path} could not be opened (${code ?? 'unknown error'}).`,
      'Check the disk and try again.',
      { cause: error },
    );
  }
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw notPlain(path);
}

function notPlain(path: string, cause?: unknown): HookloomError {
  return permissionDenied(
    `The log ${path} is not a regular file.`,
    'Replace the link with the file itself. Links out of the directory are never followed.',
    { cause },
  );
}

const CHUNK_BYTES = 1024 * 1024;
const NEWLINE = 10;

/** `next()` moves to the next line; the other fields describe it until then. */
export type LineReader = ReturnType<typeof createLineReader>;

/**
 * Reads lines from byte `from` in a sliding chunk: memory stays flat however large the log is, and no line is copied.
 * Bytes added after the start are left for next time.
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
