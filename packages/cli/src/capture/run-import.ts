/** `capture import`: imports every session file from its beginning, with a progress bar on a terminal. */
import fs from 'node:fs';
import type { CaptureClient } from '@hookloom/worker';
import type { CommandContext } from '../command/context.ts';
import { embedImported } from '../command/embed-imported.ts';
import { homeOf } from '@hookloom/core/settings';
import type { CapturePlace } from './capture-place.ts';
import { progressBar } from './progress-bar.ts';
import { report } from './run-capture.ts';

export interface RunImport {
  place: CapturePlace;
  since: number | null;
  client: CaptureClient | undefined;
  dryRun: boolean;
  source: string | undefined;
  graph: boolean;
  json: boolean;
}

export async function runImport(context: CommandContext, given: RunImport): Promise<number> {
  const { place, since, client, dryRun, graph, json, source } = given;
  const { openCapture, captureSources } = await import('@hookloom/worker');
  const sources = captureSources({
    env: context.env,
    home: homeOf(context.env),
    root: place.roots[0]!,
    source,
    ...(client !== undefined && { clients: [client] }),
  });
  const abort = new AbortController();
  const bar = progressBar(context.out, context.now);
  const capture = openCapture({
    ...place,
    sources,
    maxRecords: Number.MAX_SAFE_INTEGER,
    graph,
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
}

function sizeOf(file: string): number {
  return fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
