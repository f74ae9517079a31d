/** Read, verify, repair, forget, archive and share a log; open its stores. */
export {
  archiveRecords,
  checkArchive,
  merkleRoots,
  type ArchiveRecord,
  type SegmentReport,
} from './archive/check-segment.ts';
export { archivedOf, parseSegmentName, segmentName, segmentPath } from './archive/segment.ts';
export { writeSegment } from './archive/write-segment.ts';
export { installLog } from './backup/install-log.ts';
export { findDerived } from './forget/find-derived.ts';
export { KEPT_TYPES, chooseLines } from './forget/find-holders.ts';
export {
  bySession,
  entriesOf,
  forgetAgain,
  forgetEvents,
  newSalt,
  resumeForgetting,
  type ForgetTarget,
  type Forgotten,
} from './forget/forget-events.ts';
export { interruptedJobs, removeJob } from './forget/forgetting-job.ts';
export { entryLine, parseEntry, type GateEntry } from './gate/gate-entry.ts';
export { addToGate, entriesOfLogs, gatePath, readGate } from './gate/gate-file.ts';
export {
  distinctValues,
  namedValue,
  otherWordsOf,
  tokensOf,
  valuesOfEvent,
  type GateValue,
} from './gate/gate-values.ts';
export { createGate, type Gate } from './gate/gate.ts';
export { openGate } from './gate/guard.ts';
export { acknowledgeLog, adoptLog } from './installation/adopt-log.ts';
export { examineLog, keptElsewhere } from './installation/examine-log.ts';
export { damageAdvice, isDamaged } from './installation/finding.ts';
export { installationId, installationKey, keyFile } from './installation/key.ts';
export { isRefused } from './installation/log-bytes.ts';
export { isLoss, logNotices, type LogNotice } from './installation/log-notices.ts';
export { isPartName, partsOf, listSessions } from './installation/log-directory.ts';
export { ownSession } from './installation/own-session.ts';
export { bindProjection, foreignSessions } from './installation/projection-binding.ts';
export { readRange } from './read/byte-source.ts';
export { logPath, openLog } from './read/open-log.ts';
export { digestOf } from './read/pending.ts';
export { readEvents, recordedEvents, sealedLine } from './read/read-events.ts';
export { toRecord, type EventRecord } from './read/record.ts';
export { listRefs, resolveRef, updateRef, type Ref } from './refs/refs.ts';
export { repairLog, type RepairReport } from './repair/repair-log.ts';
export { fileOf, keyOf, sharedSession, writerName } from './share/format.ts';
export {
  DEFAULT_DIRECTORY,
  makeDirectory,
  sessionsIn,
  sharedDirectory,
  writersIn,
} from './share/share-directory.ts';
export { openSharedStore, type ShareAccess } from './share/shared-store.ts';
export { joinShared, sharedIn, withShared } from './share/with-shared.ts';
export {
  appendShared,
  forgetShared,
  readOwnLines,
  type OwnFile,
  type OwnLine,
} from './share/write-share.ts';
export { readWriterFile, repeatsForgotten } from './share/writer-file.ts';
export { openJsonlStore } from './stores/jsonl/index.ts';
export { createMemoryStore, type MemoryStoreOptions } from './stores/memory/index.ts';
export {
  checkAddress,
  showAddress,
  connect,
  type Connection,
} from './stores/postgres/connection.ts';
export { holdConnection, type HeldConnection } from './stores/postgres/held-connection.ts';
export { checkSchema, migrate, readSchema } from './stores/postgres/migrate.ts';
export { RIGHTS, ROLES, type Role } from './stores/postgres/roles.ts';
export { keepParts } from './team/keep-parts.ts';
export {
  callerInStore,
  inviteMember,
  listChanges,
  listMembers,
  revokeMember,
  type Member,
  type MemberChange,
} from './team/members.ts';
export { channelOf, notifyMembers } from './team/notices.ts';
export { listParts, listTeammates } from './team/part-file.ts';
export { openPartStore } from './team/part-store.ts';
export { forgetInParts, pullLogs, type Pulled } from './team/pull.ts';
export { hasLeaving, pushLog, type Pushed } from './team/push.ts';
export { storeStatus, type StoreStatus } from './team/status.ts';
export { incrementalCost, verifyFile, verifyLog, verifySource } from './verify/verify-log.ts';
export { isWhole, walkOf } from './verify/whole-walk.ts';
