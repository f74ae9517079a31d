/** Handles an append that the log did not accept: it waits in the inbox, is lost, or is refused. */
import { constants, renameSync, rmSync } from 'node:fs';
import { isHookloomError, weakRandomHex } from '@hookloom/core';
import { failureReason, type SpoolReason } from './failure.ts';
import { unavailable } from '../files/sync-names.ts';
import type { PreparedEvent } from '../envelope/seal.ts';
import { ownSession } from '../installation/own-session.ts';
import { ensureOwnedDirectory, withOwned, writeAll } from '../files/owned-file.ts';
import { guardEvents } from '../gate/guard.ts';
import { inboxDirectory, inboxSuffix } from '../lock/session-log.ts';

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

// The inbox: appends that could not be written in time wait here, redacted, one file each, until the next holder of the
// lock drains it. A file is complete or absent (temporary name, then rename). Its name is the id of its first event and
// 8 hex of the session, so that one directory serves all sessions and names sort by time.

/** The content of an inbox file. */
interface SpooledAppend {
  v: 1;
  session: string;
  events: PreparedEvent[];
}

/** Throws the file system's errors; the append is then not stored anywhere. The directory of the log must exist. */
export function spool(dir: string, session: string, events: PreparedEvent[]): void {
  const inbox = inboxDirectory(dir);
  for (const path of [inbox, `${inbox}/tmp`]) ensureOwnedDirectory(path);
  const name = events[0]!.id + inboxSuffix(session);
  const temporary = `${inbox}/tmp/${weakRandomHex()}`;
  const content: SpooledAppend = { v: 1, session, events: guardEvents(dir, events) };
  try {
    withOwned(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, ({ fd }) => {
      writeAll(fd, Buffer.from(JSON.stringify(content)), null);
    });
    renameSync(temporary, `${inbox}/${name}`);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
