/** What every writer does once it has the lock: drain the inbox, check the expected head, append. */
import type { AppendResult } from '@hookloom/core/events';
import type { PreparedEvent } from '../envelope/seal.ts';
import { drainInbox } from './drain-inbox.ts';
import { waitingAppends } from '../inbox/waiting.ts';
import { appendGroups } from './append-groups.ts';
import { conflict } from './failure.ts';
import type { OpenLog } from './open-log.ts';

export interface LockedAppend {
  events: PreparedEvent[];
  /** See `AppendOptions.expectHead`. */
  expectHead?: string | null | undefined;
  /** Monotonic milliseconds after which the inbox is not drained further. */
  drainUntilMs: number;
}

/** Throws `conflict` before any event is written if the log does not end with `expectHead`. */
export function appendUnderLock(open: OpenLog, request: LockedAppend): AppendResult[] {
  const { events, expectHead, drainUntilMs } = request;
  if (expectHead === undefined) {
    const waiting = waitingAppends(open.log);
    if (waiting !== null) drainInbox(open, drainUntilMs, waiting);
  } else {
    const head = open.recoveries.length > 0 ? open.foundHash : open.hash;
    if (head !== expectHead) {
      // Readers ignore an event without its newline: unless the line is ended here, they would expect the previous
      // event forever.
      appendGroups(open, []);
      throw conflict(open, head);
    }
  }
  return appendGroups(open, [{ events }])[0]!;
}
