/**
 * The valid lines of a log, in order: the only ones whose text is returned. A line is valid if its own hash is right,
 * its seq follows the previous line, and no intact line next to it contradicts the link. Damage affects only its own
 * line, because a damaged neighbour contradicts nothing.
 */
import type { Head, UnavailableEvent } from '@hookloom/core/events';
import type { Fault } from '../envelope/event-hash.ts';
import { ownFault } from '../envelope/own-fault.ts';
import { committedLines, START, type CommittedLine, type StartPoint } from './committed-lines.ts';
import { readHead } from '../files/head-at.ts';
import type { HeadRecord } from '../files/high-water.ts';
import type { ByteSource } from './byte-source.ts';
import { sidecarPath } from './open-log.ts';

export type Unavailable = Omit<UnavailableEvent, 'session'>;

export interface HeldOptions {
  from?: StartPoint;
  /** The head file as it was before the log was opened. */
  head?: Head | null;
  /** Called in the order of the log. */
  onUnavailable?: ((unavailable: Unavailable) => void) | undefined;
}

/** The position before the next line. */
interface Place {
  seq: number;
  /** Hashes that the next line may name: several if lines compete for one position. */
  hashes: (string | null)[];
  /** What is wrong with its own bytes. */
  fault: Fault | null;
  /** Lines are missing before it, from this seq on: only its own line says which seq it has. */
  gapFrom: number | null;
}

export function* validLines(
  source: ByteSource,
  { from = START, head = null, onUnavailable }: HeldOptions = {},
): Generator<CommittedLine> {
  let before: Place = { seq: from.seq, hashes: [from.hash], fault: null, gapFrom: null };
  /** Valid so far: the next line may still contradict it. */
  let waiting: CommittedLine | null = null;
  const refuse = (seq: number, reason: Unavailable['reason'], detail: string, last = seq): void =>
    onUnavailable?.({ seq, reason, detail, ...(last !== seq && { last }) });
  /** Names what is missing, up to `last`; a damaged line is the last one itself. */
  const endGap = (last = before.fault === null ? before.seq - 1 : before.seq): void => {
    const { gapFrom, fault } = before;
    if (gapFrom === null) return;
    const end = fault === null ? last : last - 1;
    if (end >= gapFrom)
      refuse(gapFrom, 'unreadable_line', 'no event can be read in its place', end);
    if (fault !== null) refuse(last, reasonOf(fault.reason), fault.detail);
  };

  for (const line of committedLines(source, from, undefined, ownFault)) {
    const { event, fault } = line;
    const { seq, hash, previousHash } = event;
    const linked = before.hashes.includes(previousHash);
    const expected = before.seq + 1;
    if (fault !== null) {
      endGap();
      if (waiting !== null) yield waiting;
      waiting = null;
      // Its number is trusted only if the previous line is missing as well.
      const place = linked ? expected : Math.max(seq, expected);
      before = { seq: place, hashes: [hash], fault, gapFrom: expected };
      continue;
    }
    if (seq < expected && !linked) {
      if (before.hashes.includes(hash)) continue;
      if (waiting === null || waiting.event.previousHash !== previousHash) continue;
      refuse(waiting.event.seq, 'previous_hash_mismatch', 'two lines claim its place');
      before.hashes.push(hash);
      waiting = null;
      continue;
    }
    if (seq !== expected && linked) {
      if (before.gapFrom !== null && seq > before.gapFrom) {
        // The number after the gap was wrong: this line says what it should be.
        endGap(seq - 1);
        waiting = line;
        before = { seq, hashes: [hash], fault: null, gapFrom: null };
        continue;
      }
      endGap();
      if (waiting !== null) yield waiting;
      waiting = null;
      refuse(expected, 'seq_mismatch', `its line carries the number ${seq}`);
      before = { seq: expected, hashes: [hash], fault: null, gapFrom: null };
      continue;
    }
    endGap();
    if (seq > expected) {
      if (waiting !== null) yield waiting;
      waiting = line;
      before = { seq, hashes: [hash], fault: null, gapFrom: expected };
      continue;
    }
    if (!linked && before.fault === null) {
      const detail = 'it and a neighbouring event do not name each other';
      if (waiting !== null) refuse(waiting.event.seq, 'previous_hash_mismatch', detail);
      refuse(seq, 'previous_hash_mismatch', detail);
      waiting = null;
    } else {
      if (waiting !== null) yield waiting;
      waiting = line;
    }
    if (head !== null && head.seq === seq && head.hash !== hash) {
      if (waiting !== null) refuse(seq, 'replaced', 'the head file names another event here');
      waiting = null;
    }
    before = { seq, hashes: [hash], fault: null, gapFrom: null };
  }
  endGap();
  if (waiting !== null) yield waiting;
  if (head !== null && head.seq > before.seq)
    refuse(before.seq + 1, 'cut_tail', 'the log ends before it', head.seq);
}

function reasonOf(reason: string): Unavailable['reason'] {
  return reason === 'hash_mismatch' ? reason : 'unreadable_line';
}

/** The head file of a log, or null. Read it before the log: writers append first and then move the head. */
export function headFileOf(logPath: string): HeadRecord | null {
  const path = sidecarPath(logPath, '.head');
  return path === null ? null : readHead(path);
}
