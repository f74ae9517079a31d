/** Whether the logs verify, and whether the inbox is empty. */
import fs from 'node:fs';
import { appendOrSpool } from '@hookloom/log/append';
import {
  damageAdvice,
  incrementalCost,
  isDamaged,
  logNotices,
  openJsonlStore,
  verifyLog,
} from '@hookloom/log';
import { drainInbox } from '../../drain-inbox.ts';
import { waitingIn } from '../inspect-log.ts';
import {
  error,
  ok,
  REPAIR,
  skipped,
  warning,
  type Check,
  type DoctorRow,
  type Examination,
} from './row.ts';

/** Hashing this takes about 0.3 s. Larger logs are left to `verify`. */
const MAX_UNVERIFIED_BYTES = 64 * 1024 * 1024;
const MAX_DIGESTED_BYTES = 256 * 1024 * 1024;

const MAX_NAMED = 5;

export const checkLogIntegrity: Check = async (examined) => {
  const { eventloomDir: dir } = examined.workspace;
  const sessions = examined.evidence.log.sessions.map(({ session }) => session);
  const seen = { sessions: 0, events: 0, fresh: 0, left: 0, lost: [] as string[] };
  const torn: string[] = [];
  const broken: DoctorRow[] = [];
  for (const session of sessions) {
    const file = `${dir}/${session}.jsonl`;
    const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
    const cost = incrementalCost(file);
    if (cost.fresh > MAX_UNVERIFIED_BYTES || cost.digested > MAX_DIGESTED_BYTES) {
      const known = logNotices(dir, [session]).find(({ kind }) => kind === 'broken');
      if (known === undefined) seen.left += 1;
      else broken.push(brokenRow(session, known.message));
      continue;
    }
    if (size === 0 && !fs.existsSync(`${dir}/${session}.head`)) continue;
    const report = await verifyLog(dir, session, { incremental: true });
    seen.sessions += 1;
    seen.events += report.total_events;
    seen.fresh += report.total_events - report.trusted_prefix;
    for (const { from_seq, to_seq, acknowledged } of report.lost)
      if (!acknowledged)
        seen.lost.push(`${session} ${from_seq === to_seq ? from_seq : `${from_seq} to ${to_seq}`}`);
    if (report.ok) continue;
    if (!isDamaged(report)) {
      seen.lost.push(`${session}: ${report.detail}`);
      continue;
    }
    if (report.broken_reason === 'torn_tail') torn.push(session);
    else {
      const where = `event ${report.broken_at_seq}: ${report.broken_reason}`;
      const message = `The log ${session} is broken at ${where}.`;
      const { advice: why, command } = damageAdvice(session, report);
      const isCut = report.broken_reason === 'cut_tail';
      broken.push(
        isCut ? error('log_integrity', { message, why, command }) : brokenRow(session, message),
      );
    }
  }
  if (broken.length > 0) return broken;
  if (torn.length > 0) return repairTorn(examined, torn);
  if (seen.lost.length > 0)
    return warning('log_integrity', {
      message: `Recorded events are missing: ${seen.lost.slice(0, MAX_NAMED).join('; ')}.`,
      why: 'The log was changed outside Hookloom. The remaining events can still be read.',
      command: 'hookloom log acknowledge',
    });
  if (seen.left > 0)
    return warning('log_integrity', {
      message: `${seen.left} ${seen.left === 1 ? 'log has' : 'logs have'} too many unverified bytes to read here.`,
      why: 'A change in the unverified part would not be noticed.',
      command: 'hookloom verify --incremental',
    });
  if (seen.sessions === 0) return skipped('log_integrity', 'Nothing is recorded yet.');
  return ok(
    'log_integrity',
    `${seen.events} ${seen.events === 1 ? 'event is' : 'events are'} intact (${seen.fresh} new since the last check).`,
  );
};

function brokenRow(session: string, message: string): DoctorRow {
  return error('log_integrity', {
    message,
    why: 'A merge, a copy, a disk or a program changed the file. Part of the memory cannot be read, and new events go to another log.',
    command: `hookloom log repair ${session}`,
  });
}

/** Any append completes a torn line and records that in the log, so a heartbeat is enough. */
function repairTorn({ workspace, repair }: Examination, torn: string[]): ReturnType<typeof ok> {
  const wrong = {
    message: `The end of ${torn.join(', ')} is torn: a writer was killed.`,
    why: 'No acknowledged event is lost. The next event repairs it.',
    command: REPAIR,
  };
  if (!repair) return warning('log_integrity', wrong);
  for (const session of torn) heartbeat(workspace.eventloomDir, session);
  return { ...ok('log_integrity', 'All events are intact.'), repaired: `ended ${torn.join(', ')}` };
}

function heartbeat(dir: string, session: string): void {
  const payload = { trigger: 'heartbeat', source: 'doctor', reason: 'repair' };
  const origin = { channel: 'system' as const };
  const events = [{ type: 'hook.heartbeat', actorId: 'zaxy-hook', payload, origin }];
  appendOrSpool({ dir, session, deadline: Date.now() + 2000, events });
}

export const checkInbox: Check = async ({ workspace, repair, evidence }) => {
  const { waiting } = evidence.log;
  const empty = ok('inbox', 'No events are waiting to be added to the log.');
  if (waiting === 0) return empty;
  const wrong = {
    message: `${waiting} recorded ${waiting === 1 ? 'item is' : 'items are'} waiting to be added to the log.`,
    why: 'They are safe and are added with the next event. Answers do not include them until then.',
    command: REPAIR,
  };
  if (!repair) return warning('inbox', wrong);
  const store = openJsonlStore({ dir: workspace.eventloomDir });
  try {
    await drainInbox(workspace, store);
  } finally {
    await store.close();
  }
  const left = waitingIn(workspace.eventloomDir);
  const row = left === 0 ? empty : warning('inbox', wrong);
  return { ...row, repaired: `added ${waiting - left} of ${waiting}` };
};
