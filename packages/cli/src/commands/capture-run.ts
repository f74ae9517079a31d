import fs from 'node:fs';
import { capturePlace } from '../capture/capture-place.ts';
import { captureOptions } from '../capture/capture-options.ts';
import { defineCommand } from '../command/definition.ts';
import { homeOf } from '@hookloom/core/settings';
import { flag, sessionOption, workspaceOptions } from '../command/options.ts';

const { workspace, maxRecordsPerFile, graph, intervalSeconds } = captureOptions;

export const command = defineCommand({
  name: 'capture run',
  summary: 'Watch the session files in the foreground. `capture start` runs this.',
  hidden: true,
  arguments: {},
  options: {
    workspace,
    maxRecordsPerFile,
    graph,
    intervalSeconds,
    wanted: flag('--wanted', 'exit when `capture stop` is called'),
    ...sessionOption,
    ...workspaceOptions,
  },
  examples: { 'hookloom capture run': 'watch in this terminal' },
  async run({ options, context }) {
    const { graph: isProjected, intervalSeconds: seconds } = options;
    const place = await capturePlace(context, options);
    const { openCapture, captureSources, wantedFile, runWatcher } =
      await import('@hookloom/worker');
    const abort = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => abort.abort());
    const root = place.roots[0]!;
    const sources = captureSources({ env: context.env, home: homeOf(context.env), root });
    const capture = openCapture({
      ...place,
      sources,
      maxRecords: options.maxRecordsPerFile,
      graph: isProjected,
      env: context.env,
      signal: abort.signal,
    });
    const { eventloomDir } = place.workspace;
    const mark = wantedFile(context.env, eventloomDir);
    const end = await runWatcher({
      eventloomDir,
      root,
      session: place.session,
      clients: sources.map(({ client }) => client),
      intervalSeconds: seconds,
      graph: isProjected,
      capture,
      signal: abort.signal,
      since: performance.timeOrigin,
      isWanted: () => !options.wanted || fs.existsSync(mark),
      now: context.now,
    });
    await capture.close();
    if (end === 'taken') context.out.line('A watcher is already running here.');
  },
});
