/** The public names of the log. The hook path imports `append/append-or-spool.ts` instead, never this list. */
export { appendOrSpool, type AppendOutcome, type AppendRequest } from './append/append-or-spool.ts';
export type { SpoolReason } from './append/failure.ts';
export { inboxSessions } from './inbox/sessions.ts';
export { openJsonlStore, type JsonlStore, type JsonlStoreOptions } from './stores/jsonl/index.ts';
export { createMemoryStore, type MemoryStoreOptions } from './stores/memory/index.ts';
export { MAX_LINE_BYTES } from './envelope/parse.ts';
export { bytesSource, logPath, type ByteSource } from './read/open-log.ts';
export { digestsOf, pointOf } from './point/point-of.ts';
export { readBatches } from './read/read-batches.ts';
export { checkEvents, eventAt } from './read/check-events.ts';
export { listSessions, readEvents } from './read/read-events.ts';
export { toRecord, type EventRecord } from './read/record.ts';
export {
  isRefName,
  listRefs,
  resolveRef,
  updateRef,
  type Ref,
  type RefUpdate,
} from './refs/refs.ts';
export {
  firstLine,
  keyOf,
  sharedSession,
  writerName,
  fileOf,
  type SharedWriter,
} from './share/format.ts';
export {
  DEFAULT_DIRECTORY,
  makeDirectory,
  sessionsIn,
  writersIn,
} from './share/share-directory.ts';
export {
  openSharedStore,
  withShared,
  type ShareAccess,
  type SharedStore,
} from './share/shared-store.ts';
export {
  appendShared,
  forgetShared,
  readOwnLines,
  type OwnFile,
  type OwnLine,
} from './share/write-share.ts';
export { readWriterFile, saysForgotten } from './share/writer-file.ts';
export {
  describeForgotten,
  shredEvents,
  type ShredOutcome,
  type ShredRequest,
} from './shred/shred-events.ts';
export type { ForgottenEntry } from './envelope/shredded-line.ts';
export { verifyFile, verifyLog, verifySource, type VerifyOptions } from './verify/verify-log.ts';
export { listParts } from './team/part-file.ts';
export { joinShared, openPartStore } from './team/part-store.ts';
export type { Connection } from './stores/postgres/connection.ts';
export type { HeldConnection } from './stores/postgres/held-connection.ts';
export type { Pushed } from './team/push.ts';
export type { Member, MemberChange } from './team/members.ts';
export { RIGHTS, ROLES, type Role } from './stores/postgres/roles.ts';
export type { StoreStatus } from './team/status.ts';
export type { Pulled } from './team/pull.ts';
/** Loads the client of PostgreSQL's protocol. */
export const teamStore = () => import('./team/index.ts');
