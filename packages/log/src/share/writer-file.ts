/** One writer's file: where its lines are, and what each of them contains. Nothing in it is trusted. */
import { closeSync, fstatSync, lstatSync } from 'node:fs';
import { attempt, isoTime, SHARED_KINDS, type JsonObject, openPlain } from '@hookloom/core';
import type { StoredEvent, UnavailableEvent } from '@hookloom/core/events';
import { readRange } from '../files/owned-file.ts';
import type { Gate } from '../gate/gate.ts';
import { parseLine } from '../envelope/parse.ts';
import { ownFault } from '../envelope/own-fault.ts';
import {
  isSigningLine,
  MAX_EVENT_BYTES,
  MAX_FILE_BYTES,
  readFirstLine,
  readSigningLine,
  type SharedWriter,
} from './format.ts';

/** The positions of lines. Small, so it is cached; the bytes are read again. */
export interface WriterFile {
  session: string;
  path: string;
  /** Changes whenever the file may have changed. */
  stamp: string;
  /** A clause that says why nothing of the file is read. */
  writer: SharedWriter | string;
  /** Where each event begins and ends. */
  starts: number[];
  ends: number[];
  /** Where each signing line begins and ends, ascending. */
  signing: { start: number; end: number }[];
  /** Signing lines that were verified, by their position. */
  verified: Map<number, ReadonlySet<string> | null>;
  /** The last head that was requested, and what it depended on besides the bytes. */
  head: { mark: string; hash: string } | null;
}

export type JudgedLine =
  | { ok: true; event: StoredEvent; hash: string }
  | { ok: false; reason: UnavailableEvent['reason']; detail: string };

const LINE_FEED = 10;
const MAX_TEXT = 1000;
const HEX = /^[0-9a-f]{64}$/;

/** Null if there is no such file. Changes when the file may have changed. */
export function stampOf(path: string): string | null {
  const stats = lstatSync(path, { throwIfNoEntry: false, bigint: true });
  if (stats === undefined || !stats.isFile()) return null;
  return `${stats.size}-${stats.mtimeNs}-${stats.ctimeNs}-${stats.ino}`;
}

export function readWriterBytes(path: string): Buffer | string {
  const fd = attempt(() => openPlain(path));
  if (fd === null) return 'it cannot be opened';
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) return 'it is no file';
    if (stats.size > MAX_FILE_BYTES) return `it is larger than ${MAX_FILE_BYTES} bytes`;
    return readRange(fd, 0, stats.size);
  } finally {
    closeSync(fd);
  }
}

/** The bytes of a range of a file. */
export type ReadPart = (start: number, end: number) => Buffer;

/** Reads a file that was read before, without reading all of it again; null if it cannot be opened. */
export function openParts(path: string): { read: ReadPart; close(): void } | null {
  const fd = attempt(() => openPlain(path));
  if (fd === null) return null;
  return { read: (start, end) => readRange(fd, start, end), close: () => closeSync(fd) };
}

export function partsOf(bytes: Buffer): ReadPart {
  return (start, end) => bytes.subarray(start, end);
}

/** A file with all of its lines; null if there is none. For rare reads. */
export function readWriterFile(
  session: string,
  path: string,
): { file: WriterFile; bytes: Buffer; lines: JudgedLine[] } | null {
  const stamp = stampOf(path);
  if (stamp === null) return null;
  const found = readWriterBytes(path);
  const file = indexFile(session, path, stamp, found);
  const bytes = typeof found === 'string' ? Buffer.alloc(0) : found;
  const read = partsOf(bytes);
  return { file, bytes, lines: file.starts.map((_, at) => judgeLine(file, read, at + 1)) };
}

/** Bytes after the last line feed are unfinished, and not read. */
export function indexFile(
  session: string,
  path: string,
  stamp: string,
  bytes: Buffer | string,
): WriterFile {
  const file: WriterFile = {
    session,
    path,
    stamp,
    writer: typeof bytes === 'string' ? bytes : 'it is empty',
    starts: [],
    ends: [],
    signing: [],
    verified: new Map(),
    head: null,
  };
  if (typeof bytes === 'string') return file;
  let end: number;
  for (let start = 0; (end = bytes.indexOf(LINE_FEED, start)) !== -1; start = end + 1) {
    if (start === 0) file.writer = readFirstLine(bytes.subarray(0, end), session);
    else if (isSigningLine(bytes, start)) file.signing.push({ start, end });
    else if (end > start) {
      file.starts.push(start);
      file.ends.push(end);
    }
    if (typeof file.writer === 'string') break;
  }
  return file;
}

/**
 * One event of the file, if shared memory allows it: signed, of a known type, with plain fields. `seq` counts from 1.
 */
export function judgeLine(file: WriterFile, read: ReadPart, seq: number): JudgedLine {
  const { session, writer } = file;
  const [start, end] = [file.starts[seq - 1]!, file.ends[seq - 1]!];
  if (typeof writer === 'string') return refused('unreadable_line', writer);
  if (end - start > MAX_EVENT_BYTES)
    return refused('unreadable_line', `the line is longer than ${MAX_EVENT_BYTES} bytes`);
  const line = read(start, end);
  const found = parseLine(line, seq);
  if (!found.ok) return refused('unreadable_line', found.detail);
  const { event } = found;
  const fault = ownFault(line, 0, line.length, event);
  if (fault !== null)
    return refused(
      fault.reason === 'hash_mismatch' ? 'hash_mismatch' : 'unreadable_line',
      fault.detail,
    );
  const hash = event.hash.slice('sha256:'.length);
  if (signedAfter(file, read, end, writer.key)?.has(hash) !== true)
    return refused('unsigned', 'the writer of the file did not sign it');
  if (event.threadId !== session)
    return refused('unsigned', 'it was signed for another file of its writer');
  const at = instantOf(event.timestamp);
  const payload = readShared(event, at);
  if (payload === null || event.shredded !== null || at === '')
    return refused('unreadable_line', 'it is nothing that can be shared');
  const { since } = payload;
  const timestamp = typeof since === 'string' ? since : at;
  return { ok: true, hash, event: { ...event, payload, timestamp } };
}

/** Whether it repeats something that was forgotten here. The name of its writer does not count. */
export function repeatsForgotten(gate: Gate, { payload }: StoredEvent): boolean {
  const { text = '', why = '' } = payload;
  return gate.mask({ type: 'share.said', actorId: '-', payload: { text, why } }).paths.length > 0;
}

function refused(reason: UnavailableEvent['reason'], detail: string): JudgedLine {
  return { ok: false, reason, detail };
}

function signedAfter({ signing, verified }: WriterFile, read: ReadPart, from: number, key: string) {
  let [low, high] = [0, signing.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (signing[middle]!.start < from) low = middle + 1;
    else high = middle;
  }
  const place = signing[low];
  if (place === undefined) return null;
  let known = verified.get(place.start);
  if (known === undefined) {
    known = readSigningLine(read(place.start, place.end), key);
    verified.set(place.start, known);
  }
  return known;
}

const OUR_FORM = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Empty for an invalid time. */
function instantOf(text: string): string {
  const ms = Date.parse(text);
  return OUR_FORM.test(text) && !Number.isNaN(ms) ? text : isoTime(ms);
}

/** Only the fields that shared memory has. Null for anything else. */
function readShared({ type, payload }: StoredEvent, timestamp: string): JsonObject | null {
  if (type === 'share.forgotten') {
    const { lines } = payload;
    if (!Array.isArray(lines) || lines.length > 1000) return null;
    return lines.every((line) => typeof line === 'string' && HEX.test(line)) ? { lines } : null;
  }
  if (type !== 'share.said' && type !== 'share.ended') return null;
  const { kind, text, why = '', by, since } = payload;
  if (typeof text !== 'string' || text.trim() === '' || text.length > MAX_TEXT) return null;
  if (typeof why !== 'string' || why.length > MAX_TEXT) return null;
  if (!SHARED_KINDS.some((known) => known === kind)) return null;
  const said = typeof since === 'string' ? instantOf(since) : '';
  // A statement cannot be newer than its publication.
  const from = said !== '' && said <= timestamp ? said : timestamp;
  return { kind: kind!, text, why, by: by === 'assistant' ? by : 'user', since: from };
}
