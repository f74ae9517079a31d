import { isDamaged } from '@hookloom/log';
import path from 'node:path';
import { corrupt, invalidRequest } from '@hookloom/core';
import type { ArchiveAnswer } from '@hookloom/worker';
import { workspaceOf, type CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { argument, choice, flag, integerOr, placeOptions, text } from '../command/options.ts';
import { untilInterrupted } from '../command/until-interrupted.ts';
import { withRuntime } from '../command/with-runtime.ts';
import { nameLog } from '../input/name-log.ts';
import { jsonText } from '../output/json-text.ts';
import { plural } from '../output/format.ts';
import { writeOwnFile } from '../output/write-file.ts';

export const command = defineCommand({
  name: 'compact',
  summary: 'Summarize a long log: the most important events of each window.',
  description:
    'Writes *.compaction.json next to the log. The file lists events and contains none of their text. With --archive each complete window is also compressed to archive/SESSION-FROM-TO.jsonl.gz, and the copy is recorded in the log. The log itself is never rewritten. A broken log is refused.',
  arguments: { log: argument('LOG', 'a session of the workspace, or a log file') },
  options: {
    audit: flag('--audit', 'show the summary and write nothing'),
    archive: flag('--archive', 'copy complete windows that are not archived yet'),
    snapshotEvery: integerOr(
      '--snapshot-every <n>',
      'events in one window',
      [10, 1_000_000],
      10_000,
    ),
    strategy: choice('--strategy <name>', 'which events represent a window (default: medoid)', [
      'medoid',
      'exemplar',
    ]),
    maxRecords: integerOr('--max-records <n>', 'events listed for each window', [1, 100], 5),
    purpose: text('--purpose <text>', 'words that make an event more important'),
    projectionOutput: text(
      '--projection-output <file>',
      'where to write (default: projections/SESSION.compaction.json next to the log)',
    ),
    ...placeOptions,
  },
  examples: {
    'hookloom compact shop-default --audit': 'preview',
    'hookloom compact shop-default --strategy exemplar --snapshot-every 1000':
      'what was decided in each thousand events',
    'hookloom compact shop-default --archive':
      'keep compressed copies; `verify --archives` compares them with the log',
  },
  async run({ args, options, context, out }) {
    const log = nameLog(args.log, context.cwd, workspaceOf(context, options));
    const { session } = log;
    if (session === null)
      throw invalidRequest(
        `${args.log} is not named after a session, so its events cannot be cited.`,
        'Name a log as SESSION.jsonl.',
      );
    if (options.archive && !log.isOwn)
      throw invalidRequest(
        `${args.log} is a file. Only a session of the workspace can be archived.`,
        'Name the session, or leave out --archive.',
      );
    const [{ verifyFile, readEvents }, { compact }] = await Promise.all([
      import('@hookloom/log'),
      import('@hookloom/worker'),
    ]);
    const report = await verifyFile(log.path);
    if (isDamaged(report))
      throw corrupt(
        `The log is broken at event ${report.broken_at_seq} (${report.broken_reason}); nothing was written.`,
        'Run `hookloom verify` on it.',
      );
    const { compaction, texts } = await compact(
      readEvents(log.path, {}),
      {
        session,
        snapshotEvery: options.snapshotEvery,
        strategy: options.strategy ?? 'medoid',
        maxRecords: options.maxRecords,
        purpose: options.purpose ?? null,
      },
      ({ to_seq: done }) => out.progress(`${done} events of ${report.total_events}`),
    ).finally(() => out.progress(null));
    const beside = path.join(path.dirname(log.path), 'projections', `${session}.compaction.json`);
    const file =
      options.projectionOutput === undefined
        ? beside
        : path.resolve(context.cwd, options.projectionOutput);
    // Our own projection can be rebuilt, so it may be replaced. A file that you named may not.
    if (!options.audit)
      writeOwnFile(
        file,
        options.projectionOutput ?? file,
        `${jsonText(compaction)}\n`,
        file === beside,
      );
    const archived = options.archive ? await archiveWindows(context, options, session) : null;
    if (options.json) {
      const archive = archived === null ? {} : { archive: archived };
      return out.json({ ...compaction, file: options.audit ? null : file, ...archive });
    }
    for (const window of compaction.windows) {
      const { from_seq, to_seq, event_count, memory_event_count, representatives } = window;
      const title = `${from_seq} to ${to_seq}`;
      const said = `${plural(event_count, 'event')}, ${memory_event_count} of them remembered`;
      out.line({ style: 'bold', text: title }, `  ${said}`);
      const rows = representatives.map(({ seq, event_type, stands_for, citation }) => [
        `  ${seq}`,
        `${event_type} ×${stands_for}`,
        texts.get(citation) ?? '',
      ]);
      await out.table(rows);
    }
    if (compaction.windows.length === 0) out.line('The log is empty.');
    out.line(options.audit ? 'Nothing was written.' : `Wrote ${file}.`);
    if (archived !== null) printArchive(context, archived, options.audit);
  },
});

async function archiveWindows(
  context: CommandContext,
  options: Parameters<typeof workspaceOf>[1] & { audit: boolean; snapshotEvery: number },
  session: string,
): Promise<ArchiveAnswer> {
  const { out } = context;
  const { archive } = await import('@hookloom/worker');
  return untilInterrupted(context, (signal) =>
    withRuntime(context, workspaceOf(context, options), (runtime) =>
      archive(runtime.context, {
        session,
        segmentEvents: options.snapshotEvery,
        dryRun: options.audit,
        signal,
        onSegment: (done, total) => out.progress(`${done} of ${plural(total, 'segment')}`),
      }),
    ),
  );
}

function printArchive(
  { out }: CommandContext,
  { segments, archived_to, left }: ArchiveAnswer,
  isAudit: boolean,
): void {
  for (const { file, bytes } of segments)
    out.line(isAudit ? `Would archive ${file}.` : `Archived ${file}, ${plural(bytes!, 'byte')}.`);
  const rest = `${plural(left, 'event')} after event ${archived_to}`;
  out.line(`${rest} ${left === 1 ? 'is' : 'are'} not archived yet.`);
}
