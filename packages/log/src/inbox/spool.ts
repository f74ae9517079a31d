/**
 * The inbox: appends that could not be written in time wait here, redacted, one file each, until the next holder of the
 * lock drains it. A file is complete or absent (temporary name, then rename). Its name is the id of its first event and
 * 8 hex of the session, so that one directory serves all sessions and names sort by time.
 */
import { constants, renameSync, rmSync } from 'node:fs';
import { weakRandomHex } from '@hookloom/core';
import { ensureOwnedDirectory, withOwned, writeAll } from '../files/owned-file.ts';
import type { PreparedEvent } from '../envelope/seal.ts';
import { guardEvents } from '../gate/guard.ts';
import { inboxDirectory, inboxSuffix } from '../lock/session-log.ts';

/** The content of an inbox file. */
export interface SpooledAppend {
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
