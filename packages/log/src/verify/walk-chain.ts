/**
 * One pass over a log that checks every event against its position: seq, own hash, link to the previous event.
 * Canonical lines are hashed as raw slices; a line that does not match at once is parsed and checked closely before it
 * is called broken. Memory stays flat: only seq and hash of an event are kept.
 */
import type { LostEvents, StoredEvent, VerifyReason } from '@hookloom/core/events';
import { isJsonObject } from '@hookloom/core';
import { MAX_LINE_BYTES, parseLine, type Batch } from '../envelope/parse.ts';
import { isBlank } from '../read/committed-lines.ts';
import { createGrowingTree } from '../merkle/growing-tree.ts';
import { createLineReader } from '../read/open-log.ts';
import type { ByteSource } from '../read/byte-source.ts';
import { isRecoveryOf } from '../read/pending.ts';
import type { VerifiedPrefix } from '../read/verified-file.ts';
import {
  createRawSlice,
  findBatch,
  findSlice,
  isOfType,
  typeEnding,
} from '../envelope/raw-slice.ts';
import { createRawHasher } from '../envelope/own-fault.ts';
import { findFault, isCanonical, type Fault } from '../envelope/event-hash.ts';
import { createVouching, type Vouching } from './shredding.ts';

export const NOTHING: VerifiedPrefix = {
  offset: 0,
  seq: 0,
  hash: null,
  shredded: 0,
  recovered: 0,
  lost: [],
  own: false,
};

/** A remembered position of the log; `found` is the hash that is there now. */
export interface Mark {
  seq: number;
  found: string | null;
}

export interface Failure {
  seq: number;
  reason: VerifyReason;
  detail: string;
}

export interface Walk {
  /** Everything that verified and is committed. */
  prefix: VerifiedPrefix;
  failure: Failure | null;
  /** The failure is bytes at the very end that no event follows: what a killed writer leaves. */
  atEnd: boolean;
  /** Events and unreadable lines of the log. */
  total: number;
  vouching: Vouching;
  /** Of the Merkle tree over the events before and at a seq: at the end, and at `rootsOf`. */
  roots: ReadonlyMap<number, string>;
}

export interface WalkOptions {
  from?: VerifiedPrefix;
  marks?: Mark[];
  /** Parses every line and compares its text with its canonical form, which also finds duplicate keys. */
  thorough?: boolean;
  /** Build the Merkle tree, and keep its roots at these seqs too. Only for a walk from the first event. */
  rootsOf?: readonly number[];
}

const RECOVERED = typeEnding('log.recovered');
const FORGOTTEN = typeEnding('memory.forgotten');
const ACKNOWLEDGED = typeEnding('log.acknowledged');

/** Checked once their batch is complete. */
const SETTLED = new Set(['log.recovered', 'memory.forgotten', 'log.acknowledged']);

/** Lines between two pauses: some milliseconds. */
const LINES_PER_TURN = 4096;

/** Yields now and then, so that the process can do other work; returns the complete walk. */
export function* walkChain(
  source: ByteSource,
  options: WalkOptions = {},
): Generator<undefined, Walk> {
  const { from = NOTHING, marks = [], thorough = false, rootsOf } = options;
  const tree = rootsOf === undefined ? null : createGrowingTree();
  const roots = new Map<number, string>();
  /** Hashes of a batch that is not complete yet. */
  let leaves: string[] = [];
  const lines = createLineReader(source, from.offset);
  const slice = createRawSlice();
  const hashRaw = createRawHasher();
  const vouching = createVouching(from.shredded);
  /** Bare hex here, so that the fast path compares what it cuts out. */
  let committed = { seq: from.seq, hash: bare(from.hash), end: from.offset };
  let tip = { seq: from.seq, hash: bare(from.hash) };
  let open: { first: number; last: number } | null = null;
  let waiting: StoredEvent[] = [];
  let { recovered, own } = from;
  const lost = from.lost.map((each) => ({ ...each }));
  /** Blank lines before the first event: from an older writer, or added later. */
  let leadingBlank = false;
  let failure: Failure | null = null;
  let readableAfter = false;
  let unread = 0;

  function fail(fault: Fault, seq = tip.seq + 1): void {
    failure = { seq, ...fault };
  }

  /** True if the line is an ordinary canonical event in its right position. */
  function passesRaw(): boolean {
    const { buffer, start, end } = lines;
    if (lines.tooLong || !findSlice(buffer, start, end, slice)) return false;
    if (slice.seq !== tip.seq + 1 || slice.previous !== tip.hash) return false;
    if (hashRaw(buffer, start, end, slice) !== slice.hash) return false;
    if (thorough && !isCanonical(buffer.toString('utf8', start, end))) return false;
    for (const type of [RECOVERED, FORGOTTEN, ACKNOWLEDGED])
      if (isOfType(buffer, start, end, type)) return false;
    const batch = findBatch(buffer, slice.cutEnd, end);
    if (batch === undefined || !admit(batch)) return false;
    if (leadingBlank && tip.hash === null) {
      fail({ reason: 'unreadable_line', detail: 'a blank line before the first event' });
      return false;
    }
    commit(slice.seq, slice.hash, true);
    return true;
  }

  /** Opens or continues a batch; false if this event cannot be here. */
  function admit(batch: Batch | null): boolean {
    if (open !== null) return batch?.first === open.first;
    if (batch === null) return true;
    if (batch.first !== tip.seq + 1) return false;
    open = { first: batch.first, last: batch.first + batch.size - 1 };
    return true;
  }

  function commit(seq: number, hash: string, isOwn: boolean): void {
    own = isOwn;
    tip.seq = seq;
    tip.hash = hash;
    for (const mark of marks) if (mark.seq === seq) mark.found = `sha256:${hash}`;
    if (tree !== null) leaves.push(hash);
    if (open !== null && seq < open.last) return;
    open = null;
    if (tree !== null) grow();
    committed.seq = seq;
    committed.hash = hash;
    committed.end = lines.nextOffset;
    if (waiting.length > 0) settle();
  }

  function grow(): void {
    for (const leaf of leaves) {
      tree!.add(leaf);
      if (rootsOf!.includes(tree!.size)) roots.set(tree!.size, tree!.root());
    }
    leaves = [];
  }

  function settle(): void {
    for (const event of waiting) {
      if (event.type === 'log.recovered') {
        recovered++;
        const gone = lostBefore(event);
        if (gone !== null) lost.push(gone);
      }
      if (event.type === 'memory.forgotten') vouching.vouch(event);
      if (event.type === 'log.acknowledged') for (const each of lost) each.acknowledged = true;
    }
    waiting = [];
  }

  /** The close check. Returns true if nothing that follows can resolve the fault. */
  function failsForGood(): boolean {
    const bytes = lines.buffer.subarray(lines.start, lines.end);
    const parsed = lines.tooLong
      ? { ok: false as const, detail: `the line is longer than ${MAX_LINE_BYTES} bytes` }
      : parseLine(bytes, tip.seq + 1);
    if (!parsed.ok) {
      unread++;
      if (failure === null) fail({ reason: 'unreadable_line', detail: parsed.detail });
      return false;
    }
    const { event, batch, sealedSeq } = parsed;
    if ((open !== null || failure !== null) && isRepaired(bytes, event)) {
      open = null;
      failure = null;
      readableAfter = false;
      unread = 0;
      waiting = [];
      leaves = [];
      tip = { seq: committed.seq, hash: committed.hash };
    } else if (failure !== null) {
      unread++;
      readableAfter = true;
      return false;
    }
    const inside = open !== null;
    const fault = misplaced(sealedSeq) ?? inspect(bytes, event) ?? unlinked(event);
    if (fault !== null) {
      fail(fault);
      readableAfter = true;
      unread++;
      return !inside;
    }
    if (!admit(batch)) {
      unread++;
      fail(halfBatch(open), (open ?? { first: event.seq }).first);
      return true;
    }
    if (SETTLED.has(event.type)) waiting.push(event);
    commit(event.seq, bare(event.hash)!, event.form === 'hookloom.v1');
    return false;
  }

  /** Bytes that a `log.recovered` event names are not damage: the writer recorded what it found. */
  function isRepaired(bytes: Buffer, event: StoredEvent): boolean {
    const before = { seq: committed.seq, hash: prefixed(committed.hash) };
    return (
      isRecoveryOf(source, committed.end, lines.offset, event, before) &&
      findFault(bytes, event) === null
    );
  }

  function misplaced(sealedSeq: number | null): Fault | null {
    if (sealedSeq === null || sealedSeq === tip.seq + 1) return null;
    return {
      reason: 'seq_mismatch',
      detail: `seq ${sealedSeq} is where ${tip.seq + 1} should be`,
    };
  }

  function inspect(bytes: Buffer, event: StoredEvent): Fault | null {
    return event.shredded === null ? findFault(bytes, event) : vouching.admit(bytes, event);
  }

  function unlinked({ previousHash }: StoredEvent): Fault | null {
    if (bare(previousHash) === tip.hash) return null;
    return tip.hash === null
      ? { reason: 'first_event_has_previous', detail: 'the first event refers to an earlier event' }
      : {
          reason: 'previous_hash_mismatch',
          detail: `previousHash is not the hash of event ${tip.seq}`,
        };
  }

  function finish(atEnd: boolean): Walk {
    const { seq, hash, end } = committed;
    const prefix = {
      offset: end,
      seq,
      hash: prefixed(hash),
      shredded: vouching.count,
      recovered,
      lost,
      own,
    };
    if (tree !== null) roots.set(seq, tree.root());
    return { prefix, failure, atEnd, total: tip.seq + unread, vouching, roots };
  }

  for (let count = 1; lines.next(); count++) {
    if (count % LINES_PER_TURN === 0) yield;
    if (!lines.terminated) {
      const length = lines.nextOffset - committed.end;
      if (failure === null)
        fail({ reason: 'torn_tail', detail: `the last ${length} bytes are not a complete event` });
      return finish(!readableAfter);
    }
    if (!lines.tooLong && isBlank(lines.buffer, lines.start, lines.end)) {
      if (tip.hash === null) leadingBlank = true;
      // Only older writers left blank lines behind.
      else if (own && failure === null)
        fail({ reason: 'unreadable_line', detail: `a blank line after event ${tip.seq}` });
      continue;
    }
    if (failure === null && passesRaw()) continue;
    if (failsForGood()) {
      while (lines.next()) if (lines.terminated) unread++;
      return finish(false);
    }
  }
  if (failure === null && open !== null) fail(halfBatch(open), committed.seq + 1);
  return finish(!readableAfter);
}

/** Missing events recorded by the writer: the head file had named them. */
function lostBefore({ seq, payload }: StoredEvent): LostEvents | null {
  const { reason, expected, found } = payload;
  if (reason !== 'cut_tail' || !isJsonObject(expected) || !isJsonObject(found)) return null;
  const [to, last] = [expected['seq'], found['seq']];
  if (typeof to !== 'number' || typeof last !== 'number') return null;
  return {
    from_seq: Math.min(last + 1, to),
    to_seq: to,
    recorded_at_seq: seq,
    acknowledged: false,
  };
}

function halfBatch(open: { first: number; last: number } | null): Fault {
  const detail =
    open === null
      ? 'an event belongs to a batch whose beginning is missing'
      : `the batch of events ${open.first} to ${open.last} is not whole`;
  return { reason: 'incomplete_batch', detail };
}

function bare(hash: string | null): string | null {
  return hash === null ? null : hash.slice('sha256:'.length);
}

function prefixed(hash: string | null): string | null {
  return hash === null ? null : `sha256:${hash}`;
}
