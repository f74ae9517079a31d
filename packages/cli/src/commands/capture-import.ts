import fs from 'node:fs';
import { CAPTURE_CLIENTS } from '@hookloom/worker';
import { homeOf } from '@hookloom/core/settings';
import { embedImported } from '../command/embed-imported.ts';
import { capturePlace, captureOptions } from '../capture/capture-options.ts';
import { defineCommand } from '../command/definition.ts';
import { choice, flag, memoryOptions } from '../command/options.ts';
import { progressBar } from '../capture/progress-bar.ts';
import { report } from '../capture/run-capture.ts';

const { workspace, source, graph } = captureOptions;

export const command = defineCommand({
  name: 'capture import',
  summary: 'Import earlier sessions from the clients’ own files.',
  description:
    'Reads every session file of this workspace from the beginning. Records that are already in the log are skipped, so it is safe to run it again. Then makes the vectors of the new events, for three minutes at most: Ctrl-C leaves the rest to the worker.',
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
  async run({ options, context }) {
    const { since, client, dryRun, json } = options;
    const place = await capturePlace(context, options);
    const { openCapture, captureSources } = await import('@hookloom/worker');
    const sources = captureSources({
      env: context.env,
      home: homeOf(context.env),
      root: place.roots[0]!,
      source: options.source,
      ...(client !== undefined && { clients: [client] }),
    });
    const abort = new AbortController();
    const bar = progressBar(context.out, context.now);
    const capture = openCapture({
      ...place,
      sources,
      maxRecords: Number.MAX_SAFE_INTEGER,
      graph: options.graph,
      env: context.env,
      isFromBeginning: true,
      isDryRun: dryRun,
      sinceMs: since,
      signal: abort.signal,
      onFiles: (files) => bar.total(files.reduce((sum, file) => sum + sizeOf(file), 0)),
      onProgress: ({ file, bytes, records }) => bar.at(file, bytes, records),
    });
    const end = (): void => abort.abort();
    process.once('SIGINT', end);
    try {
      const result = await capture.pass();
      bar.close();
      if (dryRun && !json) context.out.line('Nothing was written. It would import:');
      const status = report(result, { context, session: place.session, json });
      const isNew = !dryRun && result.lanes.some(({ imported }) => imported > 0);
      if (!isNew || abort.signal.aborted) return status;
      process.off('SIGINT', end);
      await embedImported(context, place.workspace);
      return status;
    } finally {
      bar.close();
      process.off('SIGINT', end);
      await capture.close();
    }
  },
});

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Epoch milliseconds; null for `all`.
 *
 * @throws Error with a sentence that names the expected formats
 * @example parseSince('2026-11-01') // → midnight of that day here
 */
export function parseSince(text: string): number | null {
  if (text === 'all') return null;
  // A date without a time is a day in the user's time zone.
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const ms =
    isDay || /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)
      ? Date.parse(isDay ? `${text}T00:00` : text)
      : Number.NaN;
  if (Number.isFinite(ms) && isOfCalendar(text)) return ms;
  throw new Error('Give a date such as 2026-11-01, or all.');
}

/** Without this check, day 31 of a shorter month would become a day of the next month. */
function isOfCalendar(text: string): boolean {
  const day = `${text.slice(0, 10)}T00:00:00.000Z`;
  return new Date(day).toISOString() === day;
}
