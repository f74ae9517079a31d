/** What the hook needs to append one event: locks, the envelope, the inbox. */
export { appendOrSpool, type AppendOutcome } from './append/append-or-spool.ts';
export { deliveredEvents, type DeliveredEvent, deliveredKeys } from './append/delivered-events.ts';
export { failureReason, type SpoolReason } from './append/failure.ts';
export { ensureLogDirectory } from './append/open-log.ts';
export { ownFault } from './envelope/own-fault.ts';
export { parseLine } from './envelope/parse.ts';
export { checkRecord } from './envelope/record-hash.ts';
export { prepareEvent } from './envelope/seal.ts';
export { readHead } from './files/head-at.ts';
export { beginLog } from './append/begin-log.ts';
export { makeDirectory } from './files/odd-path.ts';
export { ensureOwnedDirectory, readRange, withOwned, writeAll } from './files/owned-file.ts';
export { inboxSessions } from './inbox/sessions.ts';
export { isProvablyDead, readHolder } from './lock/break-lock.ts';
export { createFileLock, type FileLock } from './lock/file-lock.ts';
export { createHolder, linux, readStat, type Holder } from './lock/holder.ts';
export { eventsSince, newestType, type LogPoint } from './point/log-point.ts';
export { digestsOf, pointOf } from './point/point-of.ts';
