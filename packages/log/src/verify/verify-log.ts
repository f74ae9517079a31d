/** Verifies that a log is what was written. The report names the first fault, or none. */
import { basename, dirname } from 'node:path';
import { invalidRequest, isSessionId, notFound } from '@hookloom/core';
import type { Checkpoint, Head, VerifyReport } from '@hookloom/core/events';
import { readHead } from '../files/head-at.ts';
import { clearBroken, noteBroken } from '../installation/broken-log.ts';
import { judgeLog, markOfLog, type RootAt } from '../installation/judge-log.ts';
import type { ByteSource } from '../read/byte-source.ts';
import { logPath, openLog, sidecarPath, type OpenLog } from '../read/open-log.ts';
import { recordedAt } from '../read/read-events.ts';
import { createByteDigest, type KeptDigest } from './byte-digest.ts';
import {
  readVerified,
  writeVerified,
  type Verified,
  type VerifiedPrefix,
} from '../read/verified-file.ts';
import { NOTHING, walkChain, type Failure, type Mark, type Walk } from './walk-chain.ts';

export interface VerifyOptions {
  /**
   * Hash only the events after the verified prefix. The bytes of the prefix must be those that were verified: by the
   * stamp of the file if nothing was written since, otherwise by one digest over them.
   */
  incremental?: boolean;
  /**
   * With `incremental`: does not read the prefix again if `digests` has one that is at most this many milliseconds old.
   * A change made there meanwhile is found later. The events themselves are checked whenever they are read.
   */
  withinMs?: number;
  /** The digests that this process made, by path. */
  digests?: Map<string, RecentDigest>;
  /** A head remembered outside the log: the log must still contain that event. */
  against?: Checkpoint;
  /** Parse every line instead of hashing raw slices: slower, and independent of the writer's canonical form. */
  thorough?: boolean;
}

/** A digest that was made of the bytes of this file. */
export interface RecentDigest extends KeptDigest {
  inode: number;
  /** When all these bytes were last read. */
  readMs: number;
}

/**
 * Verifies one session of a directory and remembers the verified prefix. A session without a log is intact and empty,
 * unless its head file or this installation's mark says that there was one. All commands, tools and routes use this
 * verdict.
 *
 * @example
 * const report = await verifyLog('/home/dev/app/.eventloom', 'app-default', { incremental: true });
 * if (!report.ok) console.error(report.broken_at_seq, report.broken_reason, report.detail);
 */
export async function verifyLog(
  dir: string,
  session: string,
  options: VerifyOptions = {},
): Promise<VerifyReport> {
  const path = logPath(dir, session);
  checkSession(session, options.against);
  // Read before the log: writers append first and then move the head, so it never names an event that is not there yet.
  const head = readHead(`${dir}/${session}.head`);
  const seen = readVerified(path);
  const log = openLog(path);
  if (log === null)
    return inTurns(examine(bytesOfNothing, { ...options, head, seen, prefix: NOTHING })).then(
      ({ report }) => judgeLog(dir, session, report),
    );
  const rootsOf = options.incremental === true ? undefined : rootsFor(dir, session);
  try {
    const { report, walk } = await inTurns(verifyOpen(log, { ...options, head, seen, rootsOf }));
    if (report.ok) clearBroken(dir, session);
    else if (isBroken(walk)) noteBroken(dir, session, report, walk.prefix);
    return judgeLog(dir, session, report, rootAtOf(walk, rootsOf));
  } finally {
    log.close();
  }
}

/** Bytes that an incremental verification would read: all of them as one digest, `fresh` of them event by event. */
export function incrementalCost(path: string): { fresh: number; digested: number } {
  const log = openLog(path);
  if (log === null) return { fresh: 0, digested: 0 };
  try {
    const seen = readVerified(path);
    const known = Math.min(seen?.offset ?? 0, log.sizeBytes);
    const isSame = seen !== null && seen.stamp === log.stamp().text;
    return { fresh: log.sizeBytes - known, digested: isSame ? 0 : known };
  } finally {
    log.close();
  }
}

function* verifyOpen(
  log: OpenLog,
  options: VerifyOptions &
    Pick<Examination, 'rootsOf'> & { head: Head | null; seen: Verified | null },
): Generator<undefined, { report: VerifyReport; walk: Walk }> {
  const { seen } = options;
  // Taken before anything is read: a later write changes it.
  const stamp = log.stamp();
  const beganMs = Date.now();
  const recent = recentDigest(log, options, beganMs);
  let digest = createByteDigest(log, recent);
  let readMs = recent?.readMs ?? beganMs;
  let prefix: VerifiedPrefix = NOTHING;
  if (options.incremental === true && seen !== null && seen.offset <= log.sizeBytes) {
    if (seen.stamp === stamp.text || (yield* digest.upTo(seen.offset)) === seen.digest)
      prefix = seen;
    else {
      digest = createByteDigest(log);
      readMs = beganMs;
    }
  }
  const source: OpenLog = { ...log, ...digest.source };
  const { report, walk } = yield* examine(source, { ...options, prefix });
  const { offset, seq } = walk.prefix;
  const bytes = digest.at(offset);
  if (report.ok && seq > 0 && bytes !== null) {
    const isSettled = beganMs - stamp.changedMs > UNSETTLED_MS;
    const isWhole = offset === log.sizeBytes;
    writeVerified(log.path, {
      ...walk.prefix,
      digest: bytes,
      stamp: isSettled && isWhole ? stamp.text : null,
    });
    options.digests?.set(log.path, { ...digest.keep(), inode: log.inode, readMs });
  }
  return { report, walk };
}

function recentDigest(
  { path, inode }: OpenLog,
  { incremental, withinMs = -1, digests, seen }: VerifyOptions & { seen: Verified | null },
  nowMs: number,
): RecentDigest | undefined {
  const kept = digests?.get(path);
  if (incremental !== true || kept?.inode !== inode || kept.offset !== seen?.offset)
    return undefined;
  return nowMs - kept.readMs <= withinMs ? kept : undefined;
}

/** The tree is built only if there is a mark to compare it with, or to store its root in. */
function rootsFor(dir: string, session: string): number[] | undefined {
  const mark = markOfLog(dir, session);
  if (mark === null) return undefined;
  return mark.merkle === undefined ? [] : [mark.merkle.seq];
}

function rootAtOf({ roots }: Walk, rootsOf: number[] | undefined): RootAt | undefined {
  return rootsOf === undefined ? undefined : (seq) => roots.get(seq) ?? null;
}

/** A change within this time of the last one may leave the same times on the file. */
const UNSETTLED_MS = 100;

/**
 * Verifies any log file, and writes nothing beside it; throws `not_found` if there is no such file. The verdict is the
 * same as that of `verifyLog`: the head file beside it and the marks of this installation count.
 */
export async function verifyFile(
  path: string,
  options: Pick<VerifyOptions, 'against' | 'thorough'> = {},
): Promise<VerifyReport> {
  const headPath = sidecarPath(path, '.head');
  const head = headPath === null ? null : readHead(headPath);
  const log = openLog(path);
  if (log === null) throw notFound(`There is no log ${path}.`, 'Check the path of the file.');
  try {
    const { report } = await inTurns(examine(log, { ...options, head, prefix: NOTHING }));
    const session = basename(path, '.jsonl');
    const isSession = path.endsWith('.jsonl') && isSessionId(session);
    return isSession ? judgeLog(dirname(path), session, report) : report;
  } finally {
    log.close();
  }
}

/** Verifies a log from any source, such as memory. */
export function verifySource(
  source: ByteSource,
  options: { head?: Head | null; against?: Checkpoint; thorough?: boolean } = {},
): VerifyReport {
  const steps = examine(source, { head: null, ...options, prefix: NOTHING });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value.report;
  }
}

const bytesOfNothing: ByteSource = { sizeBytes: 0, read: () => 0 };

interface Examination {
  head?: Head | null;
  /** What an earlier verification saw. */
  seen?: Head | Verified | null;
  against?: Checkpoint;
  thorough?: boolean;
  rootsOf?: readonly number[] | undefined;
  prefix: VerifiedPrefix;
}

/** Lets timers and sockets of this process run between steps. */
async function inTurns<T>(steps: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function* examine(
  source: ByteSource | OpenLog,
  { head = null, seen = null, against, thorough = false, prefix, rootsOf }: Examination,
): Generator<undefined, { report: VerifyReport; walk: Walk }> {
  const headMark = head === null ? null : markOf(source, head, prefix);
  const againstMark = against === undefined ? null : markOf(source, against, prefix);
  const seenMark = seen === null ? null : markOf(source, seen, prefix);
  const marks = [headMark, againstMark, seenMark].filter((mark) => mark !== null);
  const walk = yield* walkChain(source, {
    from: prefix,
    marks,
    thorough,
    ...(rootsOf !== undefined && prefix.seq === 0 && { rootsOf }),
  });
  const failure =
    brokenAt(walk, head) ??
    unvouched(walk) ??
    (head === null ? null : cutTail(walk, head, headMark!)) ??
    (seenMark === null ? null : rolledBack(walk, seen!, seenMark)) ??
    (against === undefined ? null : offCheckpoint(walk, against, againstMark!));
  const { seq, hash, shredded, recovered, lost } = walk.prefix;
  const report: VerifyReport = {
    ok: failure === null,
    total_events: walk.atEnd ? seq : walk.total,
    broken_at_seq: failure?.seq ?? null,
    broken_reason: failure?.reason ?? null,
    detail: failure?.detail ?? null,
    head: hash === null ? null : { seq, hash },
    shredded,
    recovered,
    trusted_prefix: prefix.seq,
    lost,
  };
  return { report, walk };
}

/** The hash at a remembered position: looked up inside the trusted prefix, and found by the walk after it. */
function markOf(
  source: ByteSource | OpenLog,
  { seq }: { seq: number },
  prefix: VerifiedPrefix,
): Mark {
  if (seq > prefix.seq || !('path' in source)) return { seq, found: null };
  return { seq, found: recordedAt(source.path, seq)?.hash ?? null };
}

function brokenAt({ failure, atEnd, prefix }: Walk, head: Head | null): Failure | null {
  if (failure === null || !atEnd) return failure;
  const { seq, reason, detail } = failure;
  if (head !== null && head.seq > prefix.seq) {
    // The head proves that a complete event was here, so this is not an unfinished write.
    const lost = `${detail}; the head file names event ${head.seq}, which was whole`;
    return { seq, reason: reason === 'unreadable_line' ? reason : 'cut_tail', detail: lost };
  }
  const harmless = `${detail}; nothing acknowledged is lost; the next writer records it and continues`;
  return { seq, reason: reason === 'unreadable_line' ? 'torn_tail' : reason, detail: harmless };
}

/** Damage before the last event, which no writer repairs. */
function isBroken({ failure, atEnd, vouching }: Walk): boolean {
  return (failure !== null && !atEnd) || vouching.first() !== null;
}

function unvouched({ vouching }: Walk): Failure | null {
  const line = vouching.first();
  if (line === null) return null;
  const detail = 'the content was removed and no memory.forgotten event of this log vouches for it';
  return { seq: line.seq, reason: 'unvouched_shredding', detail };
}

function cutTail({ prefix }: Walk, head: Head, mark: Mark): Failure | null {
  if (mark.found === head.hash) return null;
  const detail =
    head.seq > prefix.seq
      ? `the head file names event ${head.seq}, but the log ends with event ${prefix.seq}`
      : `the head file names another event ${head.seq}: the tail was cut off and rewritten`;
  return { seq: Math.min(head.seq, prefix.seq + 1), reason: 'cut_tail', detail };
}

/** The log contained an event that is gone now, and no writer recorded the loss. */
function rolledBack(
  { prefix }: Walk,
  seen: { seq: number; hash: string | null },
  mark: Mark,
): Failure | null {
  if (mark.found === seen.hash) return null;
  if (prefix.lost.some(({ from_seq, to_seq }) => from_seq <= seen.seq && seen.seq <= to_seq))
    return null;
  const detail =
    seen.seq > prefix.seq
      ? `an earlier verification saw event ${seen.seq}, but the log ends with event ${prefix.seq}`
      : `an earlier verification saw another event ${seen.seq}`;
  return { seq: Math.min(seen.seq, prefix.seq + 1), reason: 'cut_tail', detail };
}

function offCheckpoint({ prefix }: Walk, against: Checkpoint, mark: Mark): Failure | null {
  // People copy the hash with or without its prefix.
  if (mark.found === `sha256:${against.hash.replace(/^sha256:/, '')}`) return null;
  if (against.seq > prefix.seq) {
    const detail = `the checkpoint names event ${against.seq}, but the log ends with event ${prefix.seq}`;
    return { seq: prefix.seq + 1, reason: 'cut_tail', detail };
  }
  const detail = `the log holds another event ${against.seq} than the checkpoint names`;
  return { seq: against.seq, reason: 'checkpoint_mismatch', detail };
}

function checkSession(session: string, against: Checkpoint | undefined): void {
  if (against === undefined || against.session === session) return;
  throw invalidRequest(
    `The checkpoint is of session ${JSON.stringify(against.session.slice(0, 128))}.`,
    `Give a checkpoint of session ${session}.`,
  );
}
