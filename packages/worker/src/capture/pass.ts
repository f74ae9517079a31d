/** One pass over the session files of a workspace: appends each new record to its log once. */
import { isHookloomError, readStart, isJsonObject } from '@hookloom/core';
import { deliveredKeys, deliveredEvents } from '@hookloom/log/append';
import {
  addNotice,
  type CaptureSource,
  type Lane,
  type LaneResult,
  type PassRequest,
  type PassResult,
} from './lane.ts';
import { noticeOfError, noticeOfFile, noticeOfLines } from './notices.ts';
import type { FileOffset } from './offsets.ts';
import { isAnswered, recordedByHooks } from './recorded-by-hooks.ts';
import { firstRecord, isIdle, readSession, statSession } from './read-file.ts';
import { belongsHere, type SessionFile } from './session-files.ts';
import { appendBatch } from './append-batch.ts';
import type { CapturedEvent } from '@hookloom/hooks';
import { CLIENTS } from '@hookloom/hooks/clients';

const MAX_BATCH_EVENTS = 1_000;
const SAVE_EVERY_RECORDS = 10_000;
/**
 * Codex stores a subagent's file next to that of its session. A subagent is assumed to run at most this long after it.
 */
const OUTLIVED_MS = 24 * 3_600_000;

/** Never throws because of the content of a file. An error in one client's files does not affect the others. */
export async function capturePass(request: PassRequest): Promise<PassResult> {
  const out: PassResult = { lanes: [], folders: [] };
  for (const source of request.sources) {
    const { folders, lane } = await captureLane(request, source);
    out.lanes.push(lane);
    out.folders.push(...folders);
  }
  if (request.isDryRun !== true) request.offsets.save();
  return out;
}

async function captureLane(request: PassRequest, source: CaptureSource) {
  const { client, home } = source;
  const counts = { files: 0, records: 0, imported: 0, known: 0, hasMore: false };
  const lane: LaneResult = { client, ...counts, error: null, notices: [] };
  let folders: string[] = [];
  try {
    const { transcript } = CLIENTS[client];
    // Each session comes before its subagents. Links are not followed.
    const found = transcript!.files({ home, roots: request.roots }, request.lists);
    folders = found.folders;
    request.onFiles?.(found.files.map((file) => file.path));
    const behind = new Set<string>();
    const sets = { privateTurns: new Set<string>(), behind: new Set<string>() };
    const parents = new Set(found.files.map(({ parent }) => parent).filter((one) => one !== null));
    const of: Lane = { request, source, lane, ...sets, parents, isAtLog: false };
    for (const file of oldestFirst(of, found.files)) {
      if (request.signal?.aborted === true) break;
      // Reads a subagent's file only once it is known whether its prompt was private.
      if (file.parent !== null && behind.has(file.parent)) lane.hasMore = true;
      else if (await captureOrSay(of, file)) behind.add(file.path);
    }
  } catch (error) {
    lane.error = errorText(error);
  }
  return { lane, folders };
}

/**
 * A copy is newer than its session, and subagents come after the session that started them. The first records of all
 * new files are read before any other.
 */
function oldestFirst(of: Lane, files: SessionFile[]): SessionFile[] {
  const { offsets, others } = of.request;
  const isNew = ({ path }: SessionFile): boolean => offsets.get(path) === null && !others.has(path);
  const added = files.filter(isNew);
  if (added.length === 0) return files;
  for (const file of added) {
    const head = statSession(file.path) === null ? null : readStart(file.path, HEAD_BYTES);
    const first = head === null ? null : firstRecord(of.source.client, head);
    if (first !== null && isOurs(of, file)) offsets.kin.note(first);
  }
  const born = new Map<string, number>();
  for (const { path, parent } of files)
    if (parent === null) born.set(path, statSession(path)?.birthtimeMs ?? 0);
  const bornAt = ({ path, parent }: SessionFile): number => born.get(parent ?? path) ?? 0;
  return files.toSorted((one, other) => bornAt(one) - bornAt(other));
}

/** A file that cannot be read does not affect the others. */
async function captureOrSay(of: Lane, file: SessionFile): Promise<boolean> {
  try {
    const isLeft = await captureFile(of, file);
    const skipped = of.request.offsets.get(file.path)?.skipped ?? null;
    if (skipped !== null) addNotice(of, noticeOfLines(file.path, skipped));
    return isLeft;
  } catch (error) {
    // An error of the log is not about this file.
    if (of.isAtLog) throw error;
    addNotice(of, noticeOfError(file.path, error));
    return false;
  }
}

/** Returns whether the file has more to read. */
async function captureFile(of: Lane, file: SessionFile): Promise<boolean> {
  const { request, source, lane, privateTurns } = of;
  const { offsets, eventloomDir, session, sinceMs = null } = request;
  const root = request.roots.at(-1)!;
  const stats = statSession(file.path);
  if (request.others.has(file.path)) return false;
  if (stats === null) {
    addNotice(of, noticeOfFile(file.path));
    return false;
  }
  const known = offsets.get(file.path) ?? offsets.renamed(stats.dev, stats.ino);
  if (known === null && !isOurs(of, file)) return false;
  lane.files++;
  for (const turn of known?.state.privateTurns ?? []) privateTurns.add(turn);
  // However old it is, the session that started a subagent must be read, because it shows whether the prompt was
  // private.
  const oldestMs = sinceMs === null ? 0 : sinceMs - (source.client === 'codex' ? OUTLIVED_MS : 0);
  if (stats.mtimeMs < oldestMs && !of.parents.has(file.path)) return false;
  const isSame =
    known?.size === stats.size && known.mtimeMs === stats.mtimeMs && known.ino === stats.ino;
  if (isSame && (known.hooks.held == null || !isIdle(stats))) return false;
  if (isBehindItsSession(of, file, known)) return true;
  const copies = new Map<string, (key: string) => boolean>();
  const isInLog = (scope: string, key: string): boolean => {
    let has = copies.get(scope);
    if (has === undefined) copies.set(scope, (has = deliveredKeys(eventloomDir, session, scope)));
    return has(key);
  };
  const { kin } = offsets;
  const batches = readSession(
    {
      client: source.client,
      path: file.path,
      root,
      source: source.source,
      maxRecords: request.maxRecords,
      maxEvents: MAX_BATCH_EVENTS,
      sinceMs,
      isPrivateTurn: (turn) => privateTurns.has(turn),
      kin,
      isAwaiting: (asked) => kin.of(asked).some((other) => of.behind.has(other)),
      isCopied: (asked, event) =>
        kin
          .of(asked)
          .some(
            (origin) =>
              isInLog(origin, event.key) || isRepeatedTurn(eventloomDir, session, origin, event),
          ),
      recordedByHooks: (memory) =>
        recordedByHooks({ eventloomDir, session, client: source.client, root, memory }),
      isAnswered: (memory, asked, nextMs) =>
        isAnswered({ eventloomDir, session, client: source.client, root, memory }, asked, nextMs),
    },
    known,
  );
  let unsaved = 0;
  let sessionId: string | null = null;
  let hasMore = false;
  for (const batch of batches) {
    of.isAtLog = true;
    await appendBatch(of, file, batch);
    of.isAtLog = false;
    for (const turn of batch.offset.state.privateTurns) privateTurns.add(turn);
    hasMore = batch.hasMore;
    ({ sessionId } = batch.offset.state);
    unsaved += batch.records;
    if (unsaved >= SAVE_EVERY_RECORDS && request.isDryRun !== true) {
      offsets.save();
      unsaved = 0;
    }
    if (request.signal?.aborted === true) break;
  }
  lane.hasMore ||= hasMore;
  if (hasMore && sessionId !== null) of.behind.add(sessionId);
  return hasMore;
}

/**
 * Codex stores a subagent's work in a file next to that of its session. Only the session shows whether the prompt was
 * private.
 */
function isBehindItsSession(of: Lane, { path }: SessionFile, known: FileOffset | null): boolean {
  if (of.behind.size === 0 || of.source.client !== 'codex') return false;
  const head = known === null ? readStart(path, HEAD_BYTES) : null;
  const first = head === null ? null : firstRecord('codex', head);
  const sessionId = known?.state.sessionId ?? first?.sessionId ?? null;
  const isBehind = sessionId !== null && of.behind.has(sessionId);
  of.lane.hasMore ||= isBehind;
  return isBehind;
}

const HEAD_BYTES = 256 * 1024;

/** A file that does not name its workspace yet is checked again in the next pass. */
function isOurs({ request, source }: Lane, file: SessionFile): boolean {
  const head = readStart(file.path, HEAD_BYTES);
  const isHere = head === null ? null : belongsHere(source.client, head, request.roots);
  if (isHere === false) request.others.add(file.path);
  return isHere === true;
}

/** The error, without any text of the session. */
export function errorText(error: unknown): string {
  if (isHookloomError(error)) return `${error.code}: ${error.message}`;
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return typeof code === 'string'
    ? `The session files could not be read (${code}).`
    : 'The pass failed.';
}

/** The longest time between a hook and the record of the same turn. */
const NEAR_MS = 5_000;
const MAX_EVENTS = 4_096;

/**
 * Whether the log has a turn of a forked session from its original. Newer versions of Claude Code repeat earlier
 * records with another prompt id, so the key of the turn does not match.
 *
 * @param origin The client's session that the fork continues
 */
function isRepeatedTurn(
  eventloomDir: string,
  session: string,
  origin: string,
  { type, payload, at }: CapturedEvent,
): boolean {
  const atMs = Date.parse(at ?? '');
  if (type !== 'transcript.turn' || Number.isNaN(atMs)) return false;
  const of = { scope: origin, sinceMs: atMs - NEAR_MS, limit: MAX_EVENTS };
  return deliveredEvents(eventloomDir, session, of).some((known) => {
    if (known.type !== type || known.payload['role'] !== payload['role']) return false;
    if (known.payload['content'] !== payload['content']) return false;
    const [ref, other] = [refOf(payload), refOf(known.payload)];
    return other === null ? Math.abs(known.atMs - atMs) <= NEAR_MS : other === ref;
  });
}

/** The client's own id of the record; null if a hook recorded it. */
function refOf({ capture }: CapturedEvent['payload']): string | null {
  const ref = isJsonObject(capture ?? null) ? (capture as { ref?: unknown }).ref : undefined;
  return typeof ref === 'string' ? ref : null;
}
