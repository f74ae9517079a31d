/**
 * Forgetting for good: the one exception to "the log is never rewritten". In three steps, so that a crash between any
 * two of them leaves a log that verifies:
 * 1. `describeForgotten` gives the entries for the payload of a `memory.forgotten` event;
 * 2. the caller appends that event;
 * 3. `shredEvents` replaces the payloads that the event names, in a new file that takes the old one's place.
 */
import { randomBytes } from 'node:crypto';
import {
  conflict,
  corrupt,
  invalidRequest,
  isJsonObject,
  notFound,
  sha256Hex,
  unavailable,
  type HookloomError,
  type JsonObject,
} from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { createFileLock } from '../lock/file-lock.ts';
import type { CommittedLine } from '../read/committed-lines.ts';
import { logPath, openLog, type OpenLog } from '../read/open-log.ts';
import { linesFrom } from '../read/sparse-index.ts';
import { findFault } from '../envelope/event-hash.ts';
import { rewriteLog, textOf } from './rewrite-log.ts';
import { frameDigest, payloadText, type ForgottenEntry } from '../envelope/shredded-line.ts';

export interface ShredRequest {
  dir: string;
  session: string;
  /** The events whose content is removed. The forgetting event must name each of them. */
  seqs: number[];
  /** The id of the `memory.forgotten` event of this log. */
  by: string;
  /** Its seq, if it is known: otherwise it is searched for. */
  bySeq?: number;
  /** Default 5000. */
  lockWaitMs?: number;
}

/** These types keep their content, because the log could not be verified without it. */
const KEPT_TYPES = new Set(['memory.forgotten', 'log.recovered']);

/**
 * The `events` of a `memory.forgotten` payload, in order of seq. Events that are shredded already are left out. Throws
 * `not_found` for a seq that is not in the log, `invalid_request` for an event that must keep its content, `corrupt`
 * for one that does not verify, because its frame would be certified unchecked.
 */
export function describeForgotten(dir: string, session: string, seqs: number[]): ForgottenEntry[] {
  const log = openOrThrow(dir, session);
  try {
    return ascending(seqs).flatMap((seq) => {
      const { line, text } = lineOf(log, seq);
      const { event } = line;
      if (KEPT_TYPES.has(event.type)) throw keeps(event);
      if (event.shredded !== null) return [];
      if (findFault(Buffer.from(text), event) !== null) throw broken(seq);
      const digest = `sha256:${sha256Hex(randomBytes(32).toString('hex') + payloadText(text))}`;
      return [{ id: event.id, seq, digest, frame: frameDigest(text) }];
    });
  } finally {
    log.close();
  }
}

/**
 * Removes the content of events that a `memory.forgotten` event names. Their seal stays, so the chain is whole; bytes
 * that `log.recovered` events name go too, because a torn line may hold the start of the same content. Index and
 * verified prefix are deleted to be rebuilt; the head file is updated. Throws `not_found`, `conflict` (the forgetting
 * event names another state of the event) and `unavailable` (no lock in time, disk full); nothing is changed then.
 *
 * @example
 * const events = describeForgotten(dir, 'demo', [7]);
 * const [{ id }] = await store.append('demo', [{ type: 'memory.forgotten', payload: { events }, … }]);
 * await shredEvents({ dir, session: 'demo', seqs: [7], by: id });
 */
export async function shredEvents(request: ShredRequest) {
  const { dir, session, by, lockWaitMs = 5000 } = request;
  openOrThrow(dir, session).close();
  const lock = createFileLock(dir, session);
  try {
    await acquire(lock, lockWaitMs);
    const log = openOrThrow(dir, session);
    try {
      const { stubs, already } = plan(log, request);
      if (stubs.size > 0) rewriteLog(log, { dir, session, stubs, by });
      return { shredded: [...stubs.keys()], already };
    } finally {
      log.close();
    }
  } finally {
    lock.close();
  }
}

/** The events to shred, with the digest that certifies each. */
function plan(log: OpenLog, { seqs, by, bySeq }: ShredRequest) {
  const wanted = ascending(seqs);
  const vouched = vouchedBy(log, by, bySeq ?? wanted[0] ?? 1);
  const stubs = new Map<number, string>();
  const already: number[] = [];
  for (const seq of wanted) {
    const { line, text } = lineOf(log, seq);
    const { event } = line;
    if (KEPT_TYPES.has(event.type)) throw keeps(event);
    if (event.shredded !== null) {
      already.push(seq);
      continue;
    }
    const { id, frame, digest } = vouched.get(seq) ?? {};
    if (id !== event.id || frame !== frameDigest(text) || typeof digest !== 'string')
      throw unnamed(seq, by);
    stubs.set(seq, digest);
  }
  return { stubs, already };
}

/** The entries of the forgetting event by seq. It comes after the events it names. */
function vouchedBy(log: OpenLog, by: string, fromSeq: number): Map<number, JsonObject> {
  for (const { event } of linesFrom(log, fromSeq)) {
    if (event.id !== by || event.type !== 'memory.forgotten') continue;
    const { events } = event.payload;
    const entries = Array.isArray(events) ? events.filter((entry) => isJsonObject(entry)) : [];
    return new Map(entries.map((entry) => [Number(entry['seq']), entry]));
  }
  throw notFound(
    `The log contains no memory.forgotten event ${JSON.stringify(by.slice(0, 100))} after the events to forget.`,
    'Append that event first, with the entries of describeForgotten.',
  );
}

async function acquire(lock: { tryAcquire(): boolean }, waitMs: number): Promise<void> {
  const until = performance.now() + waitMs;
  while (!tryAcquire(lock)) {
    if (performance.now() > until)
      throw unavailable('Another process is writing the log.', 'Try again in a moment.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function tryAcquire(lock: { tryAcquire(): boolean }): boolean {
  try {
    return lock.tryAcquire();
  } catch (cause) {
    throw unavailable(
      'The lock of the log could not be acquired. Nothing was changed.',
      'Check the disk and try again.',
      { cause },
    );
  }
}

function ascending(seqs: number[]): number[] {
  return [...new Set(seqs)].sort((a, b) => a - b);
}

function lineOf(log: OpenLog, seq: number): { line: CommittedLine; text: string } {
  for (const line of linesFrom(log, seq)) {
    if (line.event.seq === seq) return { line, text: textOf(log, line) };
    break;
  }
  throw notFound(
    `The log ${log.path} has no event ${seq}.`,
    'Look up the seq with `hookloom replay`.',
  );
}

function openOrThrow(dir: string, session: string): OpenLog {
  const log = openLog(logPath(dir, session));
  if (log !== null) return log;
  throw notFound(
    `Session ${session} has no log.`,
    'Run `hookloom memory status` to list sessions.',
  );
}

function keeps({ seq, type }: StoredEvent): HookloomError {
  return invalidRequest(
    `Event ${seq} of type ${type} keeps its content: the log needs it to verify.`,
    'Leave it out. It contains digests, not the forgotten text.',
  );
}

function broken(seq: number): HookloomError {
  return corrupt(
    `Event ${seq} does not verify, so its remaining content cannot be trusted.`,
    'Run `hookloom verify`.',
  );
}

function unnamed(seq: number, by: string): HookloomError {
  return conflict(
    `The event ${JSON.stringify(by.slice(0, 100))} names another state of event ${seq} than the log has.`,
    'Describe it again and append a new memory.forgotten event.',
  );
}
