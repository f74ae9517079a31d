/**
 * Forgetting in the log. A crash after any of these steps is safe:
 * 1. a job file names the events to forget (`forgetting-job.ts`);
 * 2. the gate refuses the texts (`gate-file.ts`);
 * 3. a `memory.forgotten` event in every session says who, when, which events, with salted digests: after the first
 *   one, the forgetting is decided, and the next process finishes it if necessary;
 * 4. the contents are shredded;
 * 5. archived copies that differ are rebuilt, and other files next to the logs are cleaned. The caller updates its
 *   projection and then removes the job.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { unavailable, type JsonObject } from '@hookloom/core';
import type { AppendResult, EventStore, Origin } from '@hookloom/core/events';
import { recordedAt, recordedEvents } from '../read/read-events.ts';
import { listSessions } from '../installation/log-directory.ts';
import { isOfType, typeEnding } from '../envelope/raw-slice.ts';
import type { ChooseLine } from '../read/wanted-lines.ts';
import { refreshArchive } from '../archive/write-segment.ts';
import { logPath } from '../read/open-log.ts';
import { describeForgotten, shredEvents } from '../shred/shred-events.ts';
import { findHolders } from './find-holders.ts';
import { removeJob, saveJob, type ForgettingJob } from './forgetting-job.ts';
import { entryLine, gateEntry, type GateEntry } from '../gate/gate-entry.ts';
import { addToGate, entriesOfEvent, gatePath, readGate } from '../gate/gate-file.ts';
import { createGate, type Gate } from '../gate/gate.ts';
import type { GateValue } from '../gate/gate-values.ts';
import { sweepFiles, type SweepReport } from './sweep-files.ts';

export interface ForgetTarget {
  session: string;
  seqs: number[];
}

export interface ForgetOrder {
  dir: string;
  store: EventStore;
  targets: ForgetTarget[];
  values: readonly GateValue[];
  actorId: string;
  origin: Origin;
  reason?: string | undefined;
  nowMs: number;
  /** Folders beside the logs that may contain copies. */
  folders?: readonly string[];
}

export interface Tombstone extends Pick<AppendResult, 'seq' | 'hash' | 'id'> {
  session: string;
}

export interface Forgotten {
  job: string;
  /** Events that have no content now. */
  count: number;
  tombstones: Tombstone[];
  gate: Gate;
  swept: SweepReport;
}

/** At most this many per event, so that its payload stays within the size limit. */
const EVENTS_PER_TOMBSTONE = 1000;
const ENTRIES_PER_TOMBSTONE = 2000;
/** How often to search again, because another process may append the text between the search and the gate. */
const ROUNDS = 3;

/** Each forgetting has its own salt. Written like a digest, which redaction does not change. */
export function newSalt(): string {
  return `sha256:${randomBytes(32).toString('hex')}`;
}

export function entriesOf(values: readonly GateValue[], salt: string): GateEntry[] {
  return values.map(({ kind, compact }) => gateEntry(kind, compact, salt));
}

/** Throws before any change if the gate cannot be written or an event cannot be forgotten. */
export async function forgetEvents(order: ForgetOrder): Promise<Forgotten> {
  const { dir, values, nowMs } = order;
  const job = `fgt_${randomUUID().replaceAll('-', '')}`;
  for (const { session, seqs } of order.targets)
    if (seqs.length > 0) describeForgotten(dir, session, seqs);
  const entries = entriesOf(values, newSalt());
  saveJob(dir, { v: 1, job, pid: process.pid, startedMs: nowMs, targets: order.targets });
  if (entries.length > 0 && !addToGate(dir, entries)) {
    removeJob(dir, job);
    throw unavailable('The write gate is locked by another process.', 'Try again.');
  }
  return carryOut({ ...order, values: values.filter(({ kind }) => kind !== 'pair') }, job, entries);
}

/**
 * Forgets again the texts that digests name, in restored logs: records the digests in a log, and every event that
 * matches loses its content.
 */
export async function forgetAgain(
  order: Omit<ForgetOrder, 'values' | 'targets'> & { session: string },
  entries: GateEntry[],
): Promise<number> {
  const { dir, nowMs, session } = order;
  const targets = [{ session, seqs: [] }];
  const job = `fgt_${randomUUID().replaceAll('-', '')}`;
  saveJob(dir, { v: 1, job, pid: process.pid, startedMs: nowMs, targets });
  addToGate(dir, entries);
  const { count } = await carryOut({ ...order, targets }, job, entries);
  removeJob(dir, job);
  return count;
}

/** Finishes an interrupted forgetting. Null: it was not decided yet, and its leftovers are removed. */
export async function resumeForgetting(
  order: Omit<ForgetOrder, 'values' | 'targets' | 'reason'>,
  { job, targets }: ForgettingJob,
): Promise<Forgotten | null> {
  const { dir } = order;
  const found = tombstonesOf(dir, job);
  if (found.length === 0) {
    // The next writer rebuilds it from the logs, without the entries that were to be added.
    rmSync(gatePath(dir), { force: true });
    removeJob(dir, job);
    return null;
  }
  const entries = found.flatMap(({ gate }) => gate);
  return carryOut({ ...order, targets }, job, entries, found);
}

/** Without `values`, only their digests are known, and every event is compared with them. */
async function carryOut(
  order: Omit<ForgetOrder, 'values'> & Partial<Pick<ForgetOrder, 'values'>>,
  job: string,
  entries: GateEntry[],
  earlier: FoundTombstone[] = [],
): Promise<Forgotten> {
  const { dir, folders = [] } = order;
  // A text in other words is refused when it is written, but never destroyed without a request.
  const gate = createGate(entries.filter(({ kind }) => kind !== 'pair'));
  const result: Forgotten = {
    job,
    count: 0,
    tombstones: [],
    gate,
    swept: { cleaned: [], left: [] },
  };
  for (const { session, id, seq, seqs } of earlier)
    result.count += await shred(dir, session, seqs, { id, seq });
  const isToldIn = new Set(
    earlier.filter((one) => one.gate.length > 0).map(({ session }) => session),
  );
  let targets = order.targets;
  for (let round = 0; round < ROUNDS; round++) {
    for (const { session, seqs } of targets) {
      const untold = isToldIn.has(session) ? [] : entries;
      isToldIn.add(session);
      const made = await forgetIn(order, { job, session, seqs, entries: untold, gate });
      result.tombstones.push(...made.tombstones);
      result.count += made.count;
    }
    targets = entries.length === 0 ? [] : bySession(findHolders(dir, gate, order.values));
    if (targets.length === 0) break;
  }
  keepInGate(dir, entries);
  const archived = await refreshArchive(dir);
  result.swept.cleaned.push(...archived.cleaned);
  result.swept.left.push(...archived.left);
  for (const folder of [dir, ...folders]) {
    const { cleaned, left } = sweepFiles(folder, gate, (path) => isOwnFile(dir, path));
    result.swept.cleaned.push(...cleaned);
    result.swept.left.push(...left);
  }
  return result;
}

/** The gate may have been rebuilt from the logs before the first tombstone was in them. */
function keepInGate(dir: string, entries: GateEntry[]): void {
  const known = new Set(readGate(dir).map(entryLine));
  const missing = entries.filter((entry) => !known.has(entryLine(entry)));
  if (missing.length > 0) addToGate(dir, missing);
}

/** The log, its archive, the gate and the projection are handled by their own code. */
function isOwnFile(dir: string, path: string): boolean {
  if (!path.startsWith(`${dir}/`)) return false;
  const name = path.slice(dir.length + 1);
  return /^(?:[^/]+\.(?:jsonl|head|index|verified)$|archive\/.+\.gz$|projections\/|runtime\/(?:forgotten|forgetting|seen)|[^/]*\.lock)/.test(
    name,
  );
}

interface SessionPart {
  job: string;
  session: string;
  seqs: number[];
  entries: GateEntry[];
  gate: Gate;
}

async function forgetIn(
  { dir, store, actorId, origin, reason }: Omit<ForgetOrder, 'values' | 'targets'>,
  { job, session, seqs, entries, gate }: SessionPart,
): Promise<{ tombstones: Tombstone[]; count: number }> {
  const tombstones: Tombstone[] = [];
  let count = 0;
  const left = seqs.length === 0 ? [] : describeForgotten(dir, session, seqs);
  const lines = entries.map(entryLine);
  for (
    let first = true;
    left.length > 0 || lines.length > 0 || (first && seqs.length === 0);
    first = false
  ) {
    const events = left.splice(0, EVENTS_PER_TOMBSTONE);
    const payload: JsonObject = {
      job,
      scope: 'workspace',
      events: events as unknown as JsonObject[],
      gate: lines.splice(0, ENTRIES_PER_TOMBSTONE),
    };
    if (reason !== undefined) payload['reason'] = gate.maskText(reason);
    const [result] = await store.append(
      session,
      [{ type: 'memory.forgotten', actorId, payload, origin }],
      { durability: 'fsync' },
    );
    const { seq, hash, id } = result!;
    tombstones.push({ session, seq, hash, id });
    count += await shred(
      dir,
      session,
      events.map((event) => event.seq),
      { id, seq },
    );
  }
  return { tombstones, count };
}

async function shred(
  dir: string,
  session: string,
  seqs: number[],
  by: { id: string; seq: number },
): Promise<number> {
  const open = seqs.filter((seq) => recordedAt(logPath(dir, session), seq)?.shredded === null);
  if (open.length === 0) return 0;
  const request = { dir, session, seqs: open, by: by.id, bySeq: by.seq };
  return (await shredEvents(request)).shredded.length;
}

export function bySession(
  holders: Iterable<{ session: string; event: { seq: number } }>,
): ForgetTarget[] {
  const found = new Map<string, Set<number>>();
  for (const { session, event } of holders) {
    const seqs = found.get(session) ?? new Set<number>();
    found.set(session, seqs.add(event.seq));
  }
  return [...found].map(([session, seqs]) => ({
    session,
    seqs: [...seqs].sort((a, b) => a - b),
  }));
}

interface FoundTombstone {
  session: string;
  id: string;
  seq: number;
  seqs: number[];
  gate: GateEntry[];
}

const FORGOTTEN = typeEnding('memory.forgotten');
const isTombstone: ChooseLine = (buffer, start, end) => isOfType(buffer, start, end, FORGOTTEN);

function tombstonesOf(dir: string, job: string): FoundTombstone[] {
  const found: FoundTombstone[] = [];
  for (const session of listSessions(dir)) {
    for (const { type, id, seq, payload } of recordedEvents(logPath(dir, session), isTombstone)) {
      if (type !== 'memory.forgotten' || payload['job'] !== job) continue;
      const events = Array.isArray(payload['events']) ? payload['events'] : [];
      const seqs = events.flatMap((event) =>
        typeof event === 'object' && event !== null && 'seq' in event ? [Number(event['seq'])] : [],
      );
      found.push({ session, id, seq, seqs, gate: entriesOfEvent({ type, payload }) });
    }
  }
  return found;
}
