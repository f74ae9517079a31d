/** The end of a log in an unusual state: empty, of an older form, torn, cut, or with a head file that lags behind. */
import { type HeadRecord } from '../files/high-water.ts';
import { asHead, recoveryEvents } from '../files/head-at.ts';
import { readTail } from '../files/tail.ts';
import { prepareEvents } from '../envelope/seal.ts';
import { unspool, type SessionLog } from '../lock/session-log.ts';
import type { UnsealedEvent } from '@hookloom/core/events';

/** Call under the lock. @param first The events that a new log begins with. */
export function recoverTail(
  log: SessionLog,
  fd: number,
  size: number,
  head: Partial<HeadRecord> | null,
  first: readonly UnsealedEvent[],
) {
  const tail = readTail(fd, size);
  const { seq, hash } = tail.kept ?? tail;
  const recoveries = recoveryEvents(fd, tail, asHead(head));
  recoveries.push(...first);
  // Only the last byte did not fit on the full disk, so the writer put the same event into the inbox.
  if (tail.kept !== null) unspool(log.dir, log.session, tail.kept.appendId);
  return {
    seq,
    hash,
    /** The file ends in the middle of a line. */
    unterminated: tail.unterminated,
    /** To be sealed before anything else. */
    recoveries: prepareEvents(recoveries, { nowMs: log.now(), ids: log.ids }),
    /** Size of the log, when its last line is an event that only lacks its newline; else null. */
    end: tail.kept === null ? null : size,
  };
}
