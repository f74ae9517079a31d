/** Reads the new part of a session file: complete lines since the last pass, converted to events. */
import { isUtf8 } from 'node:buffer';
import fs from 'node:fs';
import path from 'node:path';
import { attempt, type JsonObject, parseJsonObject, openPlain } from '@hookloom/core';
import type { UnsealedEvent } from '@hookloom/core/events';
import { observeRecord, type CapturedEvent } from '@hookloom/hooks';
import { newReaderState, readTranscriptLine, type TranscriptRecord } from '@hookloom/hooks/clients';
import { isContinued, newOffset, prove, type FileOffset } from './offsets.ts';
import { skip } from './notices.ts';
import type { RelatedSessions } from './related-sessions.ts';
import type { HeldAnswer, HookMemory } from './recorded-by-hooks.ts';
import type { CaptureClient } from './watcher-state.ts';

const CHUNK_BYTES = 1024 * 1024;
/** Longer lines are skipped. Neither people nor models write them, and the watcher must stay small. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

export interface ReadRequest {
  client: CaptureClient;
  path: string;
  /** Real path of the workspace. Paths of edited files are recorded relative to it. */
  root: string;
  source: string;
  /** Records per call. The rest follows in the next call. */
  maxRecords: number;
  /** Events per batch. */
  maxEvents: number;
  /** Epoch milliseconds. Older records are skipped; null to skip none. */
  sinceMs: number | null;
  isPrivateTurn(turnId: string): boolean;
  /** For one reading of the file, returns whether a hook has recorded a record. */
  recordedByHooks(memory: HookMemory): (record: TranscriptRecord) => boolean;
  /** Whether a hook has recorded the answer to a prompt from a hook, before the next prompt. */
  isAnswered(memory: HookMemory, sessionId: string, nextMs: number): boolean;
  kin: RelatedSessions;
  /** Whether a session must wait for the sessions that it continues. */
  isAwaiting(sessionId: string): boolean;
  /** Whether the log has an event from the session that this one copies. */
  isCopied(sessionId: string, event: CapturedEvent): boolean;
}

export interface ReadBatch {
  records: number;
  events: UnsealedEvent[];
  /** Number of events that the log has from the session that this one copies. */
  copied: number;
  /** Where to continue once these events are in the log. */
  offset: FileOffset;
  hasMore: boolean;
}

/** The file's status; null if it is not a regular file or cannot be read. */
export function statSession(file: string): fs.Stats | null {
  return attempt(() => {
    const stats = fs.lstatSync(file);
    return stats.isFile() ? stats : null;
  });
}

/**
 * Yields batches of new events. Append each before requesting the next, because its offset covers everything before it.
 */
export function* readSession(
  request: ReadRequest,
  known: FileOffset | null,
): Generator<ReadBatch, void, void> {
  const fd = openPlain(request.path);
  try {
    const stats = fs.fstatSync(fd);
    if (!stats.isFile()) return;
    const offset =
      known !== null && isContinued(fd, known, stats.size)
        ? { ...structuredClone(known), dev: stats.dev, ino: stats.ino }
        : newOffset(stats);
    yield* readLines(fd, stats, offset, request);
  } finally {
    fs.closeSync(fd);
  }
}

function* readLines(
  fd: number,
  stats: fs.Stats,
  offset: FileOffset,
  request: ReadRequest,
): Generator<ReadBatch, void, void> {
  let events: UnsealedEvent[] = [];
  let records = 0;
  let copied = 0;
  let total = 0;
  let lines = 0;
  const isRecorded = request.recordedByHooks(offset.hooks);
  const batch = (hasMore: boolean): ReadBatch => {
    prove(fd, offset);
    if (!hasMore) Object.assign(offset, { size: stats.size, mtimeMs: stats.mtimeMs });
    const out = { records, events, copied, offset: structuredClone(offset), hasMore };
    events = [];
    records = 0;
    copied = 0;
    lines = 0;
    return out;
  };
  const take = (record: TranscriptRecord, line: number): void => {
    const place = { file: path.basename(request.path), line };
    const { root, source, client } = request;
    const told = quietly(
      () => observeRecord(client, record, { root, source, place }),
      offset,
      line,
    );
    for (const event of told)
      if (request.isCopied(record.sessionId, event)) copied++;
      else events.push(unsealed(event, record, client));
  };
  /** Adds the answer of a finished turn that no hook has recorded. */
  const release = (nextMs: number): void => {
    const { hooks } = offset;
    const { sessionId } = offset.state;
    const { held } = hooks;
    hooks.held = null;
    if (held == null || sessionId === null) return;
    if (request.isAnswered(hooks, sessionId, nextMs)) return;
    for (const { record, line } of answerOf(fd, held, offset, request.client)) {
      records++;
      take(record, line);
    }
  };
  for (const { bytes, end } of wholeLines(fd, offset.offset)) {
    const line = lineOf(bytes, offset);
    const before = offset.isAnchored === true ? null : structuredClone(offset);
    const found = line === null ? [] : quietly(() => recordsOf(line, offset, request), offset);
    if (anchored(found, offset, request) && before !== null) {
      Object.assign(offset, { skipped: null }, before);
      yield batch(true);
      return;
    }
    const start = offset.offset;
    offset.line++;
    lines++;
    offset.offset = end;
    for (const record of found) {
      records++;
      total++;
      if (record.kind === 'user_turn') release(timeIn(record) ?? Date.now());
      if (!isWanted(record, request)) continue;
      if (!isRecorded(record)) take(record, offset.line);
      else if (record.kind === 'assistant_turn')
        offset.hooks.held ??= { turnId: record.turnId!, offset: start, line: offset.line - 1 };
    }
    if (total >= request.maxRecords) {
      yield batch(end < stats.size);
      return;
    }
    if (events.length >= request.maxEvents || lines >= MAX_BATCH_LINES) yield batch(true);
  }
  if (isIdle(stats)) release(Date.now());
  yield batch(false);
}

/** Whether the file is idle and no hook will come: the client was killed or finished long ago. */
export function isIdle({ mtimeMs }: fs.Stats): boolean {
  return Date.now() - mtimeMs >= IDLE_MS;
}

const IDLE_MS = 10 * 60_000;

/** Reads the assistant's words of one turn again. */
function* answerOf(
  fd: number,
  held: HeldAnswer,
  { offset: to, state }: FileOffset,
  client: CaptureClient,
): Generator<{ record: TranscriptRecord; line: number }> {
  const { sessionId, cwd, agentId } = state;
  const scratch = { ...newReaderState(), sessionId, cwd, agentId, turnId: held.turnId };
  let { line } = held;
  for (const { bytes, end } of wholeLines(fd, held.offset)) {
    if (end > to) return;
    line++;
    const object = bytes === null ? null : parseJsonObject(bytes.toString('utf8'));
    for (const record of object === null ? [] : readTranscriptLine(client, object, scratch))
      if (record.kind === 'assistant_turn' && record.turnId === held.turnId) yield { record, line };
  }
}

/** The first record, from the beginning of the file; null if it is not there yet. */
export function firstRecord(client: CaptureClient, head: string): TranscriptRecord | null {
  const state = newReaderState();
  for (const text of head.split('\n').slice(0, -1)) {
    const line = parseJsonObject(text);
    const said = line === null ? [] : readTranscriptLine(client, line, state);
    const first = said.find(({ kind }) => kind !== 'session_started');
    if (first !== undefined) return first;
  }
  return null;
}

/** Whether the whole file must wait. */
function anchored(
  found: readonly TranscriptRecord[],
  offset: FileOffset,
  { kin, isAwaiting }: ReadRequest,
): boolean {
  const said = found.filter(({ kind }) => kind !== 'session_started');
  for (const record of said) {
    if (offset.isAnchored === true && record.kind !== 'compaction') continue;
    kin.note(record);
    if (offset.isAnchored !== true && isAwaiting(record.sessionId)) return true;
    offset.isAnchored = true;
  }
  return false;
}

const MAX_BATCH_LINES = 20_000;

function recordsOf(line: JsonObject, { state }: FileOffset, request: ReadRequest) {
  return readTranscriptLine(request.client, line, state, request.isPrivateTurn);
}

function isWanted({ at }: TranscriptRecord, { sinceMs }: ReadRequest): boolean {
  return sinceMs === null || at === null || !(Date.parse(at) < sinceMs);
}

function unsealed(
  { type, actorId, payload, redactedPaths, channel, tool, key, at }: CapturedEvent,
  record: TranscriptRecord,
  client: CaptureClient,
): UnsealedEvent {
  const { sessionId } = record;
  const origin = { channel, client, session_id: sessionId, ...(tool && { tool }) };
  const timestamp = timeOf(at);
  return {
    type,
    actorId,
    payload,
    redactedPaths,
    origin,
    delivery: { scope: sessionId, key },
    ...(timestamp !== null && { timestamp }),
  };
}

function timeIn({ at }: TranscriptRecord): number | null {
  const ms = Date.parse(at ?? '');
  return Number.isNaN(ms) ? null : ms;
}

/** The client's time; null for a time in the future. */
function timeOf(at: string | null): string | null {
  const ms = at === null ? Number.NaN : Date.parse(at);
  return Number.isFinite(ms) && ms > 0 && ms <= Date.now() ? new Date(ms).toISOString() : null;
}

/** Returns null and counts the line if it does not belong in a session file. Ignores blank lines. */
function lineOf(bytes: Buffer | null, offset: FileOffset): JsonObject | null {
  const at = offset.line + 1;
  if (bytes === null) skip(offset, at, 'too long');
  else if (!isUtf8(bytes)) skip(offset, at, 'no UTF-8');
  else {
    const line = parseJsonObject(bytes.toString('utf8'));
    if (line === null && bytes.some((byte) => byte > 32)) skip(offset, at, 'no JSON');
    return line;
  }
  return null;
}

/** Skips a line that breaks the parser (thousands of levels deep), and reads the rest. */
function quietly<T>(read: () => T[], offset: FileOffset, line = offset.line + 1): T[] {
  try {
    return read();
  } catch {
    skip(offset, line, 'not readable as a record');
    return [];
  }
}

/**
 * Yields lines that end with a line feed. An incomplete line waits for its end. `bytes` is null for a line that is too
 * long.
 */
function* wholeLines(fd: number, from: number): Generator<{ bytes: Buffer | null; end: number }> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let rest: Buffer[] = [];
  let restBytes = 0;
  for (let at = from; ;) {
    const count = fs.readSync(fd, chunk, 0, CHUNK_BYTES, at);
    if (count === 0) return;
    let start = 0;
    for (;;) {
      const feed = chunk.subarray(0, count).indexOf(10, start);
      if (feed < 0) break;
      const piece = chunk.subarray(start, feed);
      const isLong = restBytes + piece.length > MAX_LINE_BYTES;
      const bytes = isLong ? null : rest.length === 0 ? piece : Buffer.concat([...rest, piece]);
      rest = [];
      restBytes = 0;
      start = feed + 1;
      yield { bytes, end: at + start };
    }
    restBytes += count - start;
    if (restBytes <= MAX_LINE_BYTES) rest.push(Buffer.from(chunk.subarray(start, count)));
    else rest = [];
    at += count;
  }
}
