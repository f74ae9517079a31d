/** Faults that a writer found at the end of the log, as events to be sealed: evidence instead of silent repair. */
import type { UnsealedEvent } from '@hookloom/core/events';
import { sha256Hex } from '@hookloom/core';
import type { HeadRecord } from './high-water.ts';
import { readRange } from './owned-file.ts';
import { readTail, type Tail } from './tail.ts';

/** In the order in which they are appended: first the one that covers pending bytes. */
export function recoveryEvents(fd: number, tail: Tail, head: HeadRecord | null): UnsealedEvent[] {
  const events: UnsealedEvent[] = [];
  if (tail.pending !== null) {
    const { reason, offset, length, kept } = tail.pending;
    const digest = `sha256:${sha256Hex(readRange(fd, offset, offset + length))}`;
    events.push(recovered({ reason, offset, length, digest, kept }));
  }
  if (head !== null && isCut(fd, tail, head)) {
    const { seq, hash } = tail.kept ?? tail;
    events.push(
      recovered({
        reason: 'cut_tail',
        expected: { seq: head.seq, hash: head.hash },
        found: { seq, hash },
      }),
    );
  }
  return events;
}

function recovered(payload: UnsealedEvent['payload']): UnsealedEvent {
  return { type: 'log.recovered', actorId: 'hookloom', origin: { channel: 'system' }, payload };
}

/** The head file names an event that the log does not contain. */
export function isCut(fd: number, tail: Tail, head: HeadRecord): boolean {
  const { seq, hash } = tail.kept ?? tail;
  if (head.seq > seq || (head.seq === seq && head.hash !== hash)) return true;
  if (head.seq === seq) return false;
  if (head.size > tail.size) return true;
  // Behind the log: the previous writer died between log and head file, or was a program that writes no head file.
  const then = readTail(fd, head.size);
  return then.pending !== null || then.hash !== head.hash;
}
