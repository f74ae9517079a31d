import type { Imported } from '@hookloom/worker';
import { callerOf } from '../command/caller.ts';
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { withStore } from '../command/with-store.ts';
import { embedImported } from '../command/embed-imported.ts';
import { flag, memoryOptions, text } from '../command/options.ts';
import { readNamedFile, readStdin } from '../input/read-input.ts';
import { plural } from '../output/format.ts';

const MAX_INPUT_BYTES = 256 * 1024 * 1024;
const PROGRESS_AFTER_MS = 1000;

export const command = defineCommand({
  name: 'memory ingest',
  summary: 'Import events from a JSON Lines file. Nothing is imported if a line is invalid.',
  description:
    'Each line is an object with event_type, actor and payload, and optionally producer_ref, id, parent_event_id and caused_by. A line is skipped if its producer_ref, or else its id, was imported before. Events that a payload cites must be in the log. Then computes the vectors of the new events, for at most three minutes. If you press Ctrl-C, the worker computes the rest.',
  options: {
    file: text('--file <jsonl>', 'the lines (default: standard input)'),
    asArchive: flag(
      '--as-archive',
      'import another log as history only: searchable, but never treated as facts',
    ),
    ...memoryOptions,
  },
  examples: {
    'hookloom memory ingest --file events.jsonl': 'import a file',
    'my-exporter | hookloom memory ingest': 'import a stream',
    'hookloom memory ingest --as-archive --file old/.eventloom/shop-default.jsonl':
      'keep another log as history',
  },
  async run({ options, context, out }) {
    const workspace = workspaceOf(context, options);
    const { assertIngestable, checkCitations, ingestItems, parseArchiveLines, parseLines, summed } =
      await import('@hookloom/worker');
    const session = assertIngestable(workspace.session);
    const input =
      options.file === undefined
        ? await readStdin(context, MAX_INPUT_BYTES, 'Pass --file or pipe JSON lines in.')
        : readNamedFile(context, options.file, MAX_INPUT_BYTES);
    const { items, left_out } = options.asArchive
      ? parseArchiveLines(input)
      : { items: parseLines(input), left_out: undefined };
    const startedMs = context.now();
    const events: Imported[] = [];
    const progress = (said: string): void => {
      if (context.now() - startedMs > PROGRESS_AFTER_MS) out.progress(said);
    };
    await withStore(context, workspace, async (store) => {
      for await (const checked of checkCitations(store, session, items))
        progress(`checked ${checked} of ${items.length}`);
      for await (const imported of ingestItems(store, session, items, callerOf(context))) {
        events.push(...imported);
        progress(`imported ${events.length} of ${items.length}`);
      }
    }).finally(() => out.progress(null));
    const answer = summed(session, events, left_out);
    if (options.json) out.json(answer);
    else {
      const { imported, deduped } = answer;
      if (left_out !== undefined && left_out > 0)
        out.line(`Skipped ${plural(left_out, 'event')} that the other log recorded about itself.`);
      out.line(
        `Imported ${plural(imported, 'event')} into ${session}; ${deduped.toLocaleString('en-US')} were already imported.`,
      );
    }
    if (answer.imported > 0) await embedImported(context, workspace);
  },
});
