/**
 * `<session>.index`: the positions of every 16th event, so that one event of a large log is found in constant time.
 * Derived and disposable: extended when a reader goes beyond its end, deleted on any doubt.
 *
 * 48 bytes of header (magic, inode of the log, hash of its first event), then 8 bytes little-endian per entry: the
 * offset of the line of event 1, 17, 33, … Each entry has a fixed offset, so two readers that extend the index at once
 * write the same bytes.
 */
import { attempt, openPlain } from '@hookloom/core';
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  ftruncateSync,
  readSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import {
  committedLines,
  lineAt,
  START,
  type CommittedLine,
  type StartPoint,
} from './committed-lines.ts';
import { linePositions } from './line-positions.ts';
import { sidecarPath, type OpenLog } from './open-log.ts';

const STRIDE = 16;
const ENTRY_BYTES = 8;
const HEADER_BYTES = 48;
const MAGIC = Buffer.from('HLINDEX1');
/** Fewer new entries than this are not worth a write. */
const MIN_NEW_ENTRIES = 16;

/** A point from which reading reaches event `seq` within 16 events, by way of the index. */
export function startBefore(log: OpenLog, seq: number): StartPoint {
  const index = openSparseIndex(log);
  try {
    return index.startBefore(seq);
  } finally {
    index.close();
  }
}

/** The index for several lookups in one log: its file and the first event are read once, when they are first needed. */
export type SparseIndex = ReturnType<typeof openSparseIndex>;

export function openSparseIndex(log: OpenLog) {
  let opened: Index | null | undefined;
  return {
    startBefore(seq: number): StartPoint {
      const wanted = Math.floor((seq - 1) / STRIDE);
      if (wanted < MIN_NEW_ENTRIES) return START;
      if (opened === undefined) opened = openIndex(log);
      if (opened === null) return START;
      const start = useIndex(opened, log, wanted);
      if (start !== null) return start;
      ftruncateSync(opened.fd, HEADER_BYTES);
      opened.count = 0;
      return useIndex(opened, log, wanted) ?? START;
    },
    close() {
      if (opened) closeSync(opened.fd);
    },
  };
}

/** Removes the index, so that the next reader rebuilds it. */
export function dropIndex(logPath: string): void {
  const path = sidecarPath(logPath, '.index');
  if (path === null) return;
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

interface Index {
  fd: number;
  count: number;
}

/** Null: reading works without an index. */
function openIndex(log: OpenLog): Index | null {
  const path = sidecarPath(log.path, '.index');
  if (path === null) return null;
  const first = lineAt(log, 0, 1);
  // A log that begins with unreadable bytes is read from its start.
  if (first === null) return null;
  const header = Buffer.alloc(HEADER_BYTES);
  MAGIC.copy(header);
  header.writeBigUInt64LE(BigInt(log.inode), 8);
  header.write(first.event.hash.slice('sha256:'.length), 16, 'hex');
  // Only beside a log that our own writer owns: reading a file elsewhere leaves nothing behind.
  const kept = existsSync(sidecarPath(log.path, '.head') ?? '') ? constants.O_CREAT : 0;
  // A read-only directory, or a planted file.
  const fd = attempt(() => openPlain(path, constants.O_RDWR | kept));
  if (fd === null) return null;
  const stats = fstatSync(fd);
  if (!stats.isFile() || stats.nlink !== 1) {
    closeSync(fd);
    return null;
  }
  const found = Buffer.alloc(HEADER_BYTES);
  const whole = readSync(fd, found, 0, HEADER_BYTES, 0) === HEADER_BYTES && found.equals(header);
  if (!whole) {
    ftruncateSync(fd, 0);
    writeAt(fd, header, 0);
  }
  return { fd, count: countOf(fd) };
}

function countOf(fd: number): number {
  return Math.floor((fstatSync(fd).size - HEADER_BYTES) / ENTRY_BYTES);
}

/** The start point of entry `wanted`, or of the last event before it; null when an entry turns out to be wrong. */
function useIndex(index: Index, log: OpenLog, wanted: number): StartPoint | null {
  const known = Math.min(wanted, index.count - 1);
  const start = known < 0 ? START : entryPoint(index, log, known);
  if (start === null || known === wanted) return start;
  return extend(index, log, start, wanted);
}

function entryPoint({ fd }: Index, log: OpenLog, number: number): StartPoint | null {
  const entry = Buffer.alloc(ENTRY_BYTES);
  const place = HEADER_BYTES + number * ENTRY_BYTES;
  if (readSync(fd, entry, 0, ENTRY_BYTES, place) !== ENTRY_BYTES) return null;
  const offset = Number(entry.readBigUInt64LE());
  const seq = number * STRIDE + 1;
  const line = lineAt(log, offset, seq);
  if (line === null || line.event.seq !== seq) return null;
  return { offset, seq: seq - 1, hash: line.event.previousHash };
}

/** Reads on from `start`, notes the entries passed, and returns the furthest point reached. */
function extend(index: Index, log: OpenLog, start: StartPoint, wanted: number): StartPoint {
  const offsets: number[] = [];
  const firstNew = Math.ceil(start.seq / STRIDE);
  let reached = start;
  for (const { seq, start: offset, previousHash } of linePositions(log, start)) {
    if ((seq - 1) % STRIDE !== 0) continue;
    const number = (seq - 1) / STRIDE;
    // A seq that is not the next one: the log is broken here, and reading uses the plain method.
    if (number !== firstNew + offsets.length) break;
    offsets.push(offset);
    reached = { offset, seq: seq - 1, hash: previousHash };
    if (number >= wanted) break;
  }
  if (offsets.length > 1) {
    const bytes = Buffer.alloc(offsets.length * ENTRY_BYTES);
    offsets.forEach((entry, i) => bytes.writeBigUInt64LE(BigInt(entry), i * ENTRY_BYTES));
    writeAt(index.fd, bytes, HEADER_BYTES + firstNew * ENTRY_BYTES);
    index.count = countOf(index.fd);
  }
  return reached;
}

function writeAt(fd: number, bytes: Buffer, position: number): void {
  try {
    for (let done = 0; done < bytes.length;)
      done += writeSync(fd, bytes, done, bytes.length - done, position + done);
  } catch {
    // A full disk: complete entries that were written are right, the rest is missing.
  }
}

/** Committed lines of events with `seq >= fromSeq`, beginning near there. */
export function* linesFrom(log: OpenLog, fromSeq: number): Generator<CommittedLine> {
  for (const line of committedLines(log, startBefore(log, fromSeq)))
    if (line.event.seq >= fromSeq) yield line;
}
