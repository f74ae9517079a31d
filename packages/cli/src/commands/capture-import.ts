import { capturePlace } from '../capture/capture-place.ts';
import { captureOptions } from '../capture/capture-options.ts';
import { runImport } from '../capture/run-import.ts';
import { parseSince } from '../capture/since.ts';
import { CAPTURE_CLIENTS } from '@hookloom/worker';
import { defineCommand } from '../command/definition.ts';
import { choice, flag, memoryOptions } from '../command/options.ts';

const { workspace, source, graph } = captureOptions;

export const command = defineCommand({
  name: 'capture import',
  summary: 'Import earlier sessions from the clients’ own files.',
  description:
    'Reads every session file of this workspace from the beginning. Records that are already in the log are skipped, so it is safe to run it again. Then makes the vectors of the new events, for three minutes at most: Ctrl-C leaves the rest to the worker.',
  arguments: {},
  options: {
    since: {
      flags: '--since <date>',
      description: 'a date such as 2026-11-01, or all',
      required: true,
      parse: parseSince,
    },
    client: choice('--client <name>', 'one client (default: all)', CAPTURE_CLIENTS),
    dryRun: flag('--dry-run', 'count the records to import, and write nothing'),
    workspace,
    source,
    graph,
    ...memoryOptions,
  },
  examples: {
    'hookloom capture import --since all': 'everything the clients have kept',
    'hookloom capture import --since 2026-11-01 --dry-run': 'count first',
  },
  run: async ({ options, context }) =>
    runImport(context, { ...options, place: await capturePlace(context, options) }),
});
