import { damageAdvice, isDamaged, type LogNotice, type SegmentReport } from '@hookloom/log';
import type { Checkpoint, VerifyReport } from '@hookloom/core/events';
import { HookloomError, isSessionId, notFound } from '@hookloom/core';
import { workspaceOf, type CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { flag, optionalArgument, placeOptions, text, wrongUse } from '../command/options.ts';
import { nameLog, sessionLog, type NamedLog } from '../input/name-log.ts';
import { parseObject } from '../input/parse-object.ts';
import { readNamedFile } from '../input/read-input.ts';
import { printNotices } from '../output/log-notices.ts';
import { plural } from '../output/format.ts';

const HASH = /^(sha256:)?[0-9a-f]{64}$/;
const BROKEN_EXIT = 6;

interface Verified extends VerifyReport {
  session: string | null;
  path: string;
  /** Only if requested. */
  archives?: SegmentReport[];
  /** Problems with the log that this installation has noticed and no person has acknowledged. */
  notices: LogNotice[];
}

const refuse = wrongUse('verify');

export const command = defineCommand({
  name: 'verify',
  summary: 'Verify that no event was changed, removed or reordered.',
  description:
    'Verifies every session of the workspace, or the LOG you name. Exits with 0 if the logs are intact. Exits with 6 and prints the first broken event if a log is broken or has lost events that you have not acknowledged.',
  arguments: { log: optionalArgument('LOG', 'a session of the workspace, or a log file') },
  options: {
    all: flag('--all', 'every session of the workspace (the default)'),
    incremental: flag(
      '--incremental',
      'check new events one by one, and earlier ones by a digest of their bytes',
    ),
    against: text(
      '--against <file>',
      'checkpoint file from an earlier run: its event must still be in the log',
    ),
    checkpoint: flag(
      '--checkpoint',
      'verify, then print a checkpoint that you can store elsewhere',
    ),
    archives: flag('--archives', 'also compare archived segments with the log'),
    ...placeOptions,
  },
  examples: {
    'hookloom verify': 'every session, every byte',
    'hookloom verify .eventloom/shop-default.jsonl': 'one file',
    'hookloom verify shop-default --checkpoint > kept.json': 'print a checkpoint of its end',
    'hookloom verify --archives': 'every session and its archived segments',
    'hookloom verify --against kept.json': 'detect a truncated log',
  },
  async run({ args, options, context }) {
    const workspace = workspaceOf(context, options);
    if (options.all && args.log !== undefined) throw refuse('--all cannot be combined with a LOG.');
    const against =
      options.against === undefined ? undefined : readCheckpoint(context, options.against);
    const { listSessions } = await import('@hookloom/log');
    const word = args.log ?? against?.session;
    const logs =
      word === undefined
        ? listSessions(workspace.eventloomDir).map((session) => sessionLog(session, workspace))
        : [nameLog(word, context.cwd, workspace)];
    const missing = word === undefined ? await missingLogs(workspace.eventloomDir) : [];
    printNotices(context.out, options.json ? [] : missing);
    if (logs.length === 0)
      throw notFound(
        `There is no log in ${workspace.eventloomDir}.`,
        'Name a log file, or pass --eventloom-path.',
      );
    if (options.checkpoint && logs.length > 1)
      throw refuse('--checkpoint needs the name of one session.');
    const verified: Verified[] = [];
    for (const log of logs) verified.push(await verifyOne(log, { ...options, against }));
    const isWhole = ({ ok: isOk, archives = [] }: Verified): boolean =>
      isOk && archives.every(({ state }) => state !== 'broken');
    const ok = missing.length === 0 && verified.every(isWhole);
    if (options.checkpoint && ok) printCheckpoint(context, verified[0]!);
    else if (options.json)
      context.out.json(word === undefined ? { ok, sessions: verified, missing } : verified[0]);
    else for (const [at, report] of verified.entries()) printReport(context, report, logs[at]!);
    return ok ? 0 : BROKEN_EXIT;
  },
});

async function missingLogs(dir: string): Promise<LogNotice[]> {
  const { listSessions, logNotices } = await import('@hookloom/log');
  const here = listSessions(dir);
  return logNotices(dir).filter(
    ({ kind, session }) => kind === 'deleted' && !here.includes(session ?? ''),
  );
}

async function verifyOne(
  log: NamedLog,
  {
    incremental,
    against,
    archives,
  }: { incremental: boolean; against: Checkpoint | undefined; archives: boolean },
): Promise<Verified> {
  const { verifyFile, verifyLog, logNotices } = await import('@hookloom/log');
  const { dirname } = await import('node:path');
  const given = against === undefined ? {} : { against };
  const report =
    log.isOwn && log.session !== null
      ? await verifyLog(dirname(log.path), log.session, { incremental, ...given })
      : await verifyFile(log.path, given);
  const notices =
    log.isOwn && log.session !== null ? logNotices(dirname(log.path), [log.session]) : [];
  const verified = { session: log.session, path: log.path, ...report, notices };
  if (!archives || log.session === null || isDamaged(report)) return verified;
  const { checkArchive } = await import('@hookloom/log');
  return { ...verified, archives: await checkArchive(dirname(log.path), log.session) };
}

const ARCHIVE_WORDS = {
  whole: 'is a true copy',
  broken: 'is not an exact copy',
  unrecorded: 'is an exact copy, but the log does not list it',
  elsewhere: 'is no longer in the archive folder',
};

function printArchives({ out }: CommandContext, archives: readonly SegmentReport[]): void {
  for (const { file, state, detail } of archives) {
    const told = `        ${file} ${ARCHIVE_WORDS[state]}${detail === null ? '' : `: ${detail}`}`;
    out.line({ style: state === 'broken' ? 'red' : 'dim', text: told });
  }
}

function printReport(context: CommandContext, report: Verified, { isOwn }: NamedLog): void {
  const { out } = context;
  const name = report.session ?? report.path;
  if (isDamaged(report)) {
    out.line({ style: 'red', text: 'BROKEN' }, `  ${name}`);
    out.line(`        first broken event: ${report.broken_at_seq} (${report.broken_reason})`);
    if (report.detail !== null) out.line(`        ${report.detail}`);
    if (isOwn && report.session !== null) {
      const { advice, command } = damageAdvice(report.session, report);
      out.line(`        ${advice}`);
      out.line('        ', { style: 'cyan', text: `$ ${command}` });
    }
    return;
  }
  printNotices(out, report.notices);
  if (!report.ok)
    return out.line(
      { style: 'red', text: 'LOST' },
      `    ${name}: ${report.detail}; what is left is whole`,
    );
  const head = report.head === null ? '' : `, ends with ${report.head.hash.slice(0, 19)}`;
  out.line(
    { style: 'green', text: 'ok' },
    `      ${name}: ${plural(report.total_events, 'event')}${head}`,
  );
  const notes = [
    report.shredded > 0 ? `${report.shredded} forgotten` : '',
    report.recovered > 0 ? `${report.recovered} recovered` : '',
    report.trusted_prefix > 0
      ? `${report.trusted_prefix} unchanged since the last verification`
      : '',
  ].filter((note) => note !== '');
  if (notes.length > 0) out.dim(`        ${notes.join(', ')}`);
  for (const { from_seq, to_seq, recorded_at_seq } of report.lost)
    out.line(
      { style: 'yellow', text: '        lost' },
      `    ${from_seq === to_seq ? `event ${from_seq}` : `events ${from_seq} to ${to_seq}`}: cut off before event ${recorded_at_seq} recorded it`,
    );
  printArchives(context, report.archives ?? []);
}

function printCheckpoint({ out }: CommandContext, { session, path, head }: Verified): void {
  if (head !== null && session !== null) return out.json({ session, ...head });
  throw new HookloomError(
    session === null ? 'invalid_request' : 'not_found',
    session === null ? `${path} is not named after a session.` : `Session ${session} is empty.`,
    'Name a session with events.',
  );
}

function readCheckpoint(context: CommandContext, file: string): Checkpoint {
  const { session, seq, hash } = parseObject(readNamedFile(context, file, 1024 * 1024), file);
  const isWhole =
    typeof session === 'string' &&
    isSessionId(session) &&
    typeof seq === 'number' &&
    Number.isSafeInteger(seq) &&
    seq >= 1 &&
    typeof hash === 'string' &&
    HASH.test(hash);
  if (isWhole) return { session, seq, hash };
  throw refuse(`${file} is not a checkpoint: it needs session, seq and hash.`);
}
