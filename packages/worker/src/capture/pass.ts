/** One pass over the session files of a workspace: what is new goes into its log, each record once. */
import fs from 'node:fs';
import { isHookloomError } from '@hookloom/core/errors';
import type { AppendResult, EventStore, UnsealedEvent } from '@hookloom/core/ports/event-store';
import { deliveredKeys } from '@hookloom/log/append/delivered-keys';
import {
  MAX_NOTICES,
  noticeAbout,
  noticeOfError,
  noticeOfFile,
  noticeOfLines,
  type CaptureNotice,
} from './notices.ts';
import type { FileOffset, Offsets } from './offsets.ts';
import { isAnswered, recordedByHooks } from './recorded-by-hooks.ts';
import { firstRecord, isIdle, readSession, statSession, type ReadBatch } from './read-file.ts';
import { settled } from './settled.ts';
import { belongsHere, sessionFiles, type FolderLists, type SessionFile } from './session-files.ts';
import type { CaptureClient } from './watcher-state.ts';

export interface CaptureSource {
  client: CaptureClient;
  /** The client's own folder, absolute. */
  home: string;
  /** What the events say they come from: `codex-local`. */
  source: string;
}

export interface PassRequest {
  eventloomDir: string;
  session: string;
  /** Absolute paths of the workspace: as it was named and as it is really. */
  roots: readonly string[];
  sources: readonly CaptureSource[];
  store: EventStore;
  offsets: Offsets;
  lists: FolderLists;
  /** Which files are of other workspaces; kept between passes. */
  others: Set<string>;
  /** Of one file. */
  maxRecords: number;
  /** Epoch milliseconds; null: everything. */
  sinceMs?: number | null;
  /** Counts and appends nothing. */
  isDryRun?: boolean;
  signal?: AbortSignal;
  /** Called after each batch. */
  onProgress?(progress: { file: string; records: number; bytes: number }): void;
  /** Called with the files of a client before they are read. */
  onFiles?(files: string[]): void;
}

export interface LaneResult {
  client: CaptureClient;
  /** Session files of this workspace. */
  files: number;
  /** Records read in this pass. */
  records: number;
  /** Events that they became in the log. */
  imported: number;
  /** Events that were in the log already: from a hook, or from an earlier pass. */
  known: number;
  /** Something is left for the next pass. */
  hasMore: boolean;
  /** Without text of the sessions; null where all went well. */
  error: string | null;
  /** What was passed over. */
  notices: CaptureNotice[];
}

export interface PassResult {
  lanes: LaneResult[];
  /** Folders in which new records will show up. */
  folders: string[];
}

const MAX_BATCH_EVENTS = 1_000;
const SAVE_EVERY_RECORDS = 10_000;
/** Codex keeps a subagent's file beside that of its session; no subagent is thought to go on for longer after it. */
const OUTLIVED_MS = 24 * 3_600_000;

/** Never throws for what the files hold; an error of one client leaves the others alone. */
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

async function captureLane(
  request: PassRequest,
  source: CaptureSource,
): Promise<{ lane: LaneResult; folders: string[] }> {
  const { client, home } = source;
  const counts = { files: 0, records: 0, imported: 0, known: 0, hasMore: false };
  const lane: LaneResult = { client, ...counts, error: null, notices: [] };
  let folders: string[] = [];
  try {
    const found = sessionFiles({ client, home, roots: request.roots }, request.lists);
    folders = found.folders;
    request.onFiles?.(found.files.map((file) => file.path));
    const behind = new Set<string>();
    const sets = { privateTurns: new Set<string>(), behind: new Set<string>() };
    const parents = new Set(found.files.map(({ parent }) => parent).filter((one) => one !== null));
    const of: Lane = { request, source, lane, ...sets, parents, isAtLog: false };
    for (const file of oldestFirst(of, found.files)) {
      if (request.signal?.aborted === true) break;
      // A subagent's work is read when it is known whether the prompt behind it was private.
      if (file.parent !== null && behind.has(file.parent)) lane.hasMore = true;
      else if (await captureOrSay(of, file)) behind.add(file.path);
    }
  } catch (error) {
    lane.error = errorText(error);
  }
  return { lane, folders };
}

interface Lane {
  request: PassRequest;
  source: CaptureSource;
  lane: LaneResult;
  privateTurns: Set<string>;
  /** Sessions of which something is left to read. */
  behind: Set<string>;
  /** Files of sessions that have subagents. */
  parents: Set<string>;
  /** Events are being appended: what goes wrong now is the log's. */
  isAtLog: boolean;
}

/**
 * A copy of a session is younger than the session. Subagents stay behind the session that started them. Of all new files
 * it is known what they begin with before one is read.
 */
function oldestFirst(of: Lane, files: SessionFile[]): SessionFile[] {
  const { offsets, others } = of.request;
  const isNew = ({ path }: SessionFile): boolean => offsets.get(path) === null && !others.has(path);
  const added = files.filter(isNew);
  if (added.length === 0) return files;
  for (const file of added) {
    const head = statSession(file.path) === null ? null : headOf(file.path);
    const first = head === null ? null : firstRecord(of.source.client, head);
    if (first !== null && isOurs(of, file)) offsets.kin.note(first);
  }
  const born = new Map<string, number>();
  for (const { path, parent } of files)
    if (parent === null) born.set(path, statSession(path)?.birthtimeMs ?? 0);
  const bornAt = ({ path, parent }: SessionFile): number => born.get(parent ?? path) ?? 0;
  return files.toSorted((one, other) => bornAt(one) - bornAt(other));
}

/** One file that cannot be read leaves the others alone. */
async function captureOrSay(of: Lane, file: SessionFile): Promise<boolean> {
  try {
    const isLeft = await captureFile(of, file);
    const skipped = of.request.offsets.get(file.path)?.skipped ?? null;
    if (skipped !== null) say(of, noticeOfLines(file.path, skipped));
    return isLeft;
  } catch (error) {
    // What the log says is not about this file.
    if (of.isAtLog) throw error;
    say(of, noticeOfError(file.path, error));
    return false;
  }
}

function say({ lane: { notices } }: Lane, notice: CaptureNotice | null): void {
  if (notice !== null && notices.length < MAX_NOTICES) notices.push(notice);
}

/** True where something of the file is left to read. */
async function captureFile(of: Lane, file: SessionFile): Promise<boolean> {
  const { request, source, lane, privateTurns } = of;
  const { offsets, eventloomDir, session, sinceMs = null } = request;
  const root = request.roots.at(-1)!;
  const stats = statSession(file.path);
  if (request.others.has(file.path)) return false;
  if (stats === null) {
    say(of, noticeOfFile(file.path));
    return false;
  }
  const known = offsets.get(file.path) ?? offsets.renamed(stats.dev, stats.ino);
  if (known === null && !isOurs(of, file)) return false;
  lane.files++;
  for (const turn of known?.state.privateTurns ?? []) privateTurns.add(turn);
  // Whether a subagent worked for a private prompt is told by the session that started it, however old that is.
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
      isCopied: (asked, key) => kin.of(asked).some((other) => isInLog(other, key)),
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
    await take(of, file, batch);
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
 * Codex keeps a subagent's work in a file beside that of its session: whether the prompt behind it was private is known
 * when that has been read.
 */
function isBehindItsSession(of: Lane, { path }: SessionFile, known: FileOffset | null): boolean {
  if (of.behind.size === 0 || of.source.client !== 'codex') return false;
  const head = known === null ? headOf(path) : null;
  const first = head === null ? null : firstRecord('codex', head);
  const sessionId = known?.state.sessionId ?? first?.sessionId ?? null;
  const isBehind = sessionId !== null && of.behind.has(sessionId);
  of.lane.hasMore ||= isBehind;
  return isBehind;
}

/** Appended first, then remembered as read: a crash between the two reads it again, and finds it in the log. */
async function take(of: Lane, file: SessionFile, batch: ReadBatch): Promise<void> {
  const { request, lane } = of;
  const { events, offset } = batch;
  lane.known += batch.copied;
  if (request.isDryRun === true) lane.imported += events.length;
  else if (events.length > 0) {
    const results = await append(of, file, events);
    const repeated = results.filter((result) => result?.duplicate === true).length;
    const late = await settled(request, events, results);
    const joined = late.length > 0 ? await request.store.append(request.session, late) : [];
    lane.known += repeated;
    lane.imported += results.filter((result) => result?.duplicate === false).length;
    lane.imported += joined.filter(({ duplicate }) => !duplicate).length;
  }
  lane.records += batch.records;
  request.offsets.set(file.path, offset);
  request.onProgress?.({ file: file.path, records: lane.records, bytes: offset.offset });
}

/** What the log refuses is left out (null), and the rest of the batch is taken in. */
async function append(
  of: Lane,
  file: SessionFile,
  events: UnsealedEvent[],
): Promise<(AppendResult | null)[]> {
  const { store, session } = of.request;
  try {
    return await store.append(session, events);
  } catch (error) {
    if (!isHookloomError(error) || error.code !== 'invalid_request') throw error;
    if (events.length === 1) {
      say(of, noticeAbout(file.path, 'holds a record that the log refuses'));
      return [null];
    }
  }
  const results: (AppendResult | null)[] = [];
  for (const event of events) results.push(...(await append(of, file, [event])));
  return results;
}

const HEAD_BYTES = 256 * 1024;

/** What does not say yet where it belongs is looked at again in the next pass. */
function isOurs({ request, source }: Lane, file: SessionFile): boolean {
  const head = headOf(file.path);
  const isHere = head === null ? null : belongsHere(source.client, head, request.roots);
  if (isHere === false) request.others.add(file.path);
  return isHere === true;
}

function headOf(file: string): string | null {
  try {
    const fd = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0));
    try {
      const bytes = Buffer.alloc(HEAD_BYTES);
      return bytes.toString('utf8', 0, fs.readSync(fd, bytes, 0, HEAD_BYTES, 0));
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    return null;
  }
}

/** What went wrong, without a word of what was read. */
export function errorText(error: unknown): string {
  if (isHookloomError(error)) return `${error.code}: ${error.message}`;
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return typeof code === 'string'
    ? `The session files could not be read (${code}).`
    : 'The pass failed.';
}
