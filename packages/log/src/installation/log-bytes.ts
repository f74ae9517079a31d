/** Questions about the bytes of one log file: its first event, and whether it contains an event at an offset. */
import { openPlain, attempt } from '@hookloom/core';
import { accessSync, closeSync, constants, existsSync, fstatSync } from 'node:fs';
import { readRange } from '../files/owned-file.ts';
import { parseTailLine } from '../files/tail-line.ts';
import { readTail, type Tail } from '../files/tail.ts';
import { MAX_LINE_BYTES, type TailLine } from '../files/own-line.ts';

export interface LogBytes {
  path: string;
  fd: number;
  /** `dev:ino`: two paths may lead to one file. */
  file: string;
  tail: Tail;
  /** Of the last event. */
  seq: number;
  hash: string;
  /** Hash of the first event. */
  genesis: string;
}

const FIRST_CHUNK_BYTES = 4096;

/** Whether this user may not read the file. False if there is none. */
export function isRefused(path: string): boolean {
  return existsSync(path) && attempt(() => accessSync(path, constants.R_OK)) === null;
}

/** Null: there is no such file, or no event in it. The caller closes it. */
export function openLogBytes(path: string): LogBytes | null {
  const fd = attempt(() => openPlain(path));
  if (fd === null) return null;
  try {
    const stats = fstatSync(fd);
    const tail = stats.isFile() ? readTail(fd, stats.size) : null;
    const { seq, hash } = tail?.kept ?? tail ?? { seq: 0, hash: null };
    const genesis = hash === null ? null : genesisOf(fd, stats.size);
    if (tail !== null && hash !== null && genesis !== null)
      return { path, fd, file: `${stats.dev}:${stats.ino}`, tail, seq, hash, genesis };
  } catch {
    // Verification reports what is wrong with it.
  }
  closeSync(fd);
  return null;
}

/** The hash of the first line that is an event. */
export function genesisOf(fd: number, size: number): string | null {
  for (let start = 0; start < size;) {
    const line = lineFrom(fd, start, size);
    if (line === null) return null;
    const parsed = parseTailLine(line);
    if (parsed !== null) return parsed.hash;
    start += line.length + 1;
  }
  return null;
}

function lineFrom(fd: number, start: number, size: number): Buffer | null {
  for (let bytes = FIRST_CHUNK_BYTES; bytes <= 2 * MAX_LINE_BYTES; bytes *= 8) {
    const chunk = readRange(fd, start, Math.min(size, start + bytes));
    const end = chunk.indexOf(10);
    if (end >= 0) return chunk.subarray(0, end);
    if (start + bytes >= size) return chunk;
  }
  return null;
}

/** Whether this event is in the log: at the remembered offset, or wherever forgetting has moved it. */
export function holds(log: LogBytes, at: { seq: number; hash: string; size?: number }): boolean {
  if (at.seq === log.seq) return at.hash === log.hash;
  if (at.seq > log.seq) return false;
  if (at.size !== undefined && at.size <= log.tail.committed) {
    const then = readTail(log.fd, at.size);
    if (then.pending === null && then.hash === at.hash) return true;
  }
  const line = lineOf(log, at.seq);
  return line === null ? isWritten(log, at) : line.hash === at.hash;
}

/** The line with this number, by binary search: events are ordered by number. Null: the lines do not show it. */
function lineOf({ fd, tail }: LogBytes, seq: number): TailLine | null {
  let [from, to] = [0, tail.committed];
  while (from < to) {
    const start = lineStart(fd, Math.floor((from + to) / 2));
    const bytes = start === null ? null : lineFrom(fd, start, tail.committed);
    const line = bytes === null ? null : parseTailLine(bytes);
    if (line === null || line.seq === null) return null;
    if (line.seq === seq) return line;
    if (line.seq < seq) from = start! + bytes!.length + 1;
    else to = start!;
  }
  return null;
}

const SEARCH_BYTES = 1024 * 1024;

/** Searches for the hash itself: no offset is known in a log that forgetting has rewritten. */
function isWritten({ fd, tail }: LogBytes, { seq, hash }: { seq: number; hash: string }): boolean {
  const text = Buffer.from(hash.replace(/^sha256:/, ''));
  for (let from = 0; from < tail.committed; from += SEARCH_BYTES - text.length) {
    const chunk = readRange(fd, from, Math.min(tail.committed, from + SEARCH_BYTES));
    for (let at = chunk.indexOf(text); at >= 0; at = chunk.indexOf(text, at + 1)) {
      const line = lineAround(fd, from + at, tail.committed);
      const parsed = line === null ? null : parseTailLine(line);
      if (parsed?.hash === hash && (parsed.seq === null || parsed.seq === seq)) return true;
    }
  }
  return false;
}

function lineAround(fd: number, offset: number, size: number): Buffer | null {
  const start = lineStart(fd, offset);
  return start === null ? null : lineFrom(fd, start, size);
}

/** The start of the line that contains this byte. */
function lineStart(fd: number, offset: number): number | null {
  for (let bytes = FIRST_CHUNK_BYTES; bytes <= 2 * MAX_LINE_BYTES; bytes *= 8) {
    const from = Math.max(0, offset - bytes);
    const start = readRange(fd, from, offset).lastIndexOf(10);
    if (start >= 0 || from === 0) return from + start + 1;
  }
  return null;
}
