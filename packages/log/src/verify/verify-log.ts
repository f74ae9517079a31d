/** Is this log what was written? The report names the first broken place, or none. */
import { HookloomError } from '@hookloom/core/errors';
import type { Checkpoint, Head, VerifyReport } from '@hookloom/core/ports/event-store';
import { readHead } from '../append/head-file.ts';
import { logPath, openLog, sidecarPath, type ByteSource, type OpenLog } from '../read/open-log.ts';
import { endsAt } from '../read/read-batches.ts';
import { eventAt } from '../read/read-events.ts';
import { readVerified, writeVerified } from './verified-file.ts';
import {
  NOTHING,
  walkChain,
  type Failure,
  type Mark,
  type VerifiedPrefix,
  type Walk,
} from './walk-chain.ts';

export interface VerifyOptions {
  /** Begin behind the persisted verified prefix when the log still holds its last event. */
  incremental?: boolean;
  /** A head remembered outside of the log: it must still hold that event. */
  against?: Checkpoint;
  /** Parse every line instead of hashing raw slices: slower, and independent of the writer's canonical form. */
  thorough?: boolean;
}

/**
 * Verifies one session of a directory and remembers how far it was good. A session without a log is whole and empty,
 * unless its head file says that there was one.
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
  // Read before the log: writers append first and then move the head, so it never names what is not yet there.
  const head = readHead(`${dir}/${session}.head`);
  const log = openLog(path);
  if (log === null) return verifySource(bytesOfNothing, { ...options, head });
  try {
    const prefix = options.incremental === true ? trusted(log) : NOTHING;
    const { report, walk } = await inTurns(examine(log, { ...options, head, prefix }));
    if (report.ok && walk.prefix.seq > 0) writeVerified(path, walk.prefix);
    return report;
  } finally {
    log.close();
  }
}

/**
 * Verifies any log file where it lies, writing nothing beside it; throws `not_found` when there is no such file.
 * A head file beside it is heeded.
 */
export async function verifyFile(
  path: string,
  options: Pick<VerifyOptions, 'against' | 'thorough'> = {},
): Promise<VerifyReport> {
  const headPath = sidecarPath(path, '.head');
  const head = headPath === null ? null : readHead(headPath);
  const log = openLog(path);
  if (log === null)
    throw new HookloomError('not_found', `There is no log ${path}.`, 'Check the path of the file.');
  try {
    return (await inTurns(examine(log, { ...options, head, prefix: NOTHING }))).report;
  } finally {
    log.close();
  }
}

/** Verifies a log held anywhere, such as in memory. */
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
  against?: Checkpoint;
  thorough?: boolean;
  prefix: VerifiedPrefix;
}

/** Lets timers and sockets of this process have their turn between steps. */
async function inTurns<T>(steps: Generator<undefined, T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function* examine(
  source: ByteSource | OpenLog,
  { head = null, against, thorough = false, prefix }: Examination,
): Generator<undefined, { report: VerifyReport; walk: Walk }> {
  const headMark = head === null ? null : markOf(source, head, prefix);
  const againstMark = against === undefined ? null : markOf(source, against, prefix);
  const marks = [headMark, againstMark].filter((mark) => mark !== null);
  const walk = yield* walkChain(source, { from: prefix, marks, thorough });
  const failure =
    brokenAt(walk, head) ??
    unvouched(walk) ??
    (head === null ? null : cutTail(walk, head, headMark!)) ??
    (against === undefined ? null : offCheckpoint(walk, against, againstMark!));
  const { seq, hash, shredded, recovered } = walk.prefix;
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
  };
  return { report, walk };
}

/** What stands at a remembered place: inside the trusted prefix it is looked up, behind it the walk passes by. */
function markOf(
  source: ByteSource | OpenLog,
  { seq }: { seq: number },
  prefix: VerifiedPrefix,
): Mark {
  if (seq > prefix.seq || !('path' in source)) return { seq, found: null };
  return { seq, found: eventAt(source.path, seq)?.hash ?? null };
}

function brokenAt({ failure, atEnd, prefix }: Walk, head: Head | null): Failure | null {
  if (failure === null || !atEnd) return failure;
  const { seq, reason, detail } = failure;
  if (head !== null && head.seq > prefix.seq) {
    // The head proves that a whole event stood here, so this is no unfinished write.
    const lost = `${detail}; the head file names event ${head.seq}, which was whole`;
    return { seq, reason: reason === 'unreadable_line' ? reason : 'cut_tail', detail: lost };
  }
  const harmless = `${detail}; nothing acknowledged is lost, the next writer records it and goes on`;
  return { seq, reason: reason === 'unreadable_line' ? 'torn_tail' : reason, detail: harmless };
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
      : `the head file names another event ${head.seq}: the tail was cut off and written anew`;
  return { seq: Math.min(head.seq, prefix.seq + 1), reason: 'cut_tail', detail };
}

function offCheckpoint({ prefix }: Walk, against: Checkpoint, mark: Mark): Failure | null {
  // People copy either spelling.
  if (mark.found === `sha256:${against.hash.replace(/^sha256:/, '')}`) return null;
  if (against.seq > prefix.seq) {
    const detail = `the checkpoint names event ${against.seq}, but the log ends with event ${prefix.seq}`;
    return { seq: prefix.seq + 1, reason: 'cut_tail', detail };
  }
  const detail = `the log holds another event ${against.seq} than the checkpoint names`;
  return { seq: against.seq, reason: 'checkpoint_mismatch', detail };
}

function trusted(log: OpenLog): VerifiedPrefix {
  const prefix = readVerified(log.path);
  if (prefix === null || prefix.hash === null) return NOTHING;
  return endsAt(log, prefix.offset, prefix.seq, prefix.hash) ? prefix : NOTHING;
}

function checkSession(session: string, against: Checkpoint | undefined): void {
  if (against === undefined || against.session === session) return;
  throw new HookloomError(
    'invalid_request',
    `The checkpoint is of session ${JSON.stringify(against.session.slice(0, 128))}.`,
    `Give a checkpoint of session ${session}.`,
  );
}
