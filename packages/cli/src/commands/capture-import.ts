import { capturePlace } from '../capture/capture-place.ts';
import { captureOptions } from '../capture/capture-options.ts';
import { runImport } from '../capture/run-import.ts';
import { parseSince } from '../capture/since.ts';
import { CAPTURE_CLIENTS } from '@hookloom/worker/capture/watcher-state';
import { defineCommand } from '../command/definition.ts';
import { choice, flag, memoryOptions } from '../command/options.ts';

const { workspace, source, graph } = captureOptions;

export const command = defineCommand({
  name: 'capture import',
  summary: 'Take earlier sessions of the clients into the log: back to a date, or all of them.',
  description:
    'Reads every session file of this workspace from its beginning. Records that the log has already, from a hook or an earlier import, are skipped, so you may run it as often as you like.',
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
  examples: [
    { command: 'hookloom capture import --since all', does: 'everything the clients have kept' },
    { command: 'hookloom capture import --since 2026-11-01 --dry-run', does: 'count first' },
  ],
  run: async ({ options, context }) =>
    runImport(context, { ...options, place: await capturePlace(context, options) }),
});
