/** What backups use of the log. */
export { archivedOf, parseSegmentName, segmentName, segmentPath } from '../archive/segment.ts';
export { writeSegment } from '../archive/write-segment.ts';
export { writeAll } from '../files/owned-file.ts';
export { forgetAgain } from '../forget/forget-events.ts';
export { entryLine, parseEntry, type GateEntry } from '../gate/gate-entry.ts';
export { addToGate, entriesOfLogs, gatePath, readGate } from '../gate/gate-file.ts';
export { examineLog } from '../installation/examine-log.ts';
export { installLog } from './install-log.ts';
export { logPath, openLog, readRange } from '../read/open-log.ts';
export { digestOf } from '../read/pending.ts';
export { listSessions } from '../read/read-events.ts';
export { openJsonlStore } from '../stores/jsonl/index.ts';
export { verifySource } from '../verify/verify-log.ts';
export { isWhole, walkOf } from '../verify/whole-walk.ts';
