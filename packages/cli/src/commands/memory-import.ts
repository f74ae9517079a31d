import type { Imported } from '@hookloom/worker/operations/ingest';
import { callerOf } from '../command/caller.ts';
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { argument, memoryOptions } from '../command/options.ts';
import { parseObject } from '../input/parse-object.ts';
import { readNamedFile } from '../input/read-input.ts';
import { plural } from '../output/plural.ts';

const MAX_INPUT_BYTES = 256 * 1024 * 1024;

export const command = defineCommand({
  name: 'memory import',
  summary: 'Import the events of an export into a session.',
  description:
    'The events keep their time, their author, their origin and their channel, and are labelled as imported: they are history, and open no gate here. An event that was imported before is not imported again. Facts are derived from the events.',
  arguments: { file: argument('FILE', 'what `hookloom memory export` wrote') },
  options: { ...memoryOptions },
  examples: [{ command: 'hookloom memory import memory.json', does: 'import an export' }],
  async run({ args, options, context }) {
    const workspace = workspaceOf(context, options);
    const { assertIngestable, importItems, ingestItems, summed } =
      await import('@hookloom/worker/operations/ingest');
    const session = assertIngestable(workspace.session);
    const bundle = parseObject(readNamedFile(context, args.file, MAX_INPUT_BYTES), args.file);
    const { items, left_out } = importItems(bundle);
    const { openJsonlStore } = await import('@hookloom/log');
    const store = openJsonlStore({ dir: workspace.eventloomDir, clock: { now: context.now } });
    const events: Imported[] = [];
    try {
      for await (const imported of ingestItems(store, session, items, callerOf(context)))
        events.push(...imported);
    } finally {
      await store.close();
    }
    const answer = summed(session, events, left_out);
    if (options.json) return context.out.json(answer);
    const { imported, deduped } = answer;
    if (left_out > 0)
      context.out.line(
        `Left out ${plural(left_out, 'event')} that the other log wrote about itself.`,
      );
    context.out.line(
      `Imported ${plural(imported, 'event')} into ${session}; ${deduped.toLocaleString('en-US')} were there already.`,
    );
  },
});
