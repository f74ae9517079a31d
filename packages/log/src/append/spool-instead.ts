/** Handles an append that the log did not accept: it waits in the inbox, is lost, or is refused. */
import { isHookloomError } from '@hookloom/core';
import { failureReason, type SpoolReason } from './failure.ts';
import { unavailable } from '../files/sync-log.ts';
import type { PreparedEvent } from '../envelope/seal.ts';
import { ownSession } from '../installation/own-session.ts';
import { spool } from '../inbox/spool.ts';

interface Refused {
  dir: string;
  session: string;
  expectHead?: string | null;
  installation?: 'any';
  /** Why the log did not accept it. */
  why: SpoolReason | Error;
}

type Outcome =
  | { kind: 'spooled'; ids: string[]; reason: SpoolReason }
  | { kind: 'lost'; reason: SpoolReason };

/** Throws errors that waiting cannot fix, and `unavailable` for an append that expects a head. */
export function spoolInstead(
  { dir, session, expectHead, installation, why }: Refused,
  events: PreparedEvent[],
): Outcome {
  if (isHookloomError(why) && why.code !== 'corrupt') throw why;
  const reason = typeof why === 'string' ? why : failureReason(why);
  if (expectHead !== undefined) throw unavailable(`The log could not be written (${reason}).`);
  try {
    // The process that drains the inbox must be allowed to write to this log.
    spool(dir, installation === 'any' ? session : ownSession(dir, session), events);
    return { kind: 'spooled', ids: events.map(({ id }) => id), reason };
  } catch (error) {
    if (isHookloomError(error)) throw error;
    return { kind: 'lost', reason: failureReason(error) };
  }
}
