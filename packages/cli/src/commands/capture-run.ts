import fs from 'node:fs';
import { homeOf } from '@hookloom/core/settings';
import { capturePlace, captureOptions } from '../capture/capture-options.ts';
import { defineCommand } from '../command/definition.ts';
import {
  flag,
  sessionOption,
  workspaceOptions,
  integerOr,
  memoryOptions,
  placeOptions,
} from '../command/options.ts';
import { ownFiles } from '../install/own-files.ts';

const { workspace, maxRecordsPerFile, graph, intervalSeconds } = captureOptions;

export const captureRun = defineCommand({
  name: 'capture run',
  summary: 'Watch the session files in the foreground. `capture start` runs this.',
  hidden: true,
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

export const captureStart = defineCommand({
  name: 'capture start',
  summary: "Watch the clients' session files and record what is new.",
  description:
    'Starts one background watcher per workspace for Claude Code, Codex and Gemini CLI. It only reads files that the clients write anyway. It runs until `capture stop`, or until the folder is deleted.',
  options: {
    workspace: captureOptions.workspace,
    graph: captureOptions.graph,
    maxRecordsPerFile: integerOr(
      '--max-records-per-file <n>',
      'of one file in one pass',
      [1, 1_000_000],
      500,
    ),
    ...memoryOptions,
  },
  examples: {
    'hookloom capture start --workspace .': 'watch this project',
    'hookloom capture start --graph': 'also update the memory at once',
  },
  async run({ options, context, out }) {
    const place = await capturePlace(context, options);
    const { eventloomDir } = place.workspace;
    const { startWatcher } = await import('@hookloom/worker');
    const { started, pid } = await startWatcher({
      eventloomDir,
      root: place.roots[0]!,
      session: place.session,
      maxRecordsPerFile: options.maxRecordsPerFile,
      graph: options.graph,
      env: context.env,
      bin: ownFiles().bin,
    });
    if (options.json) out.json({ started, pid, session_id: place.session });
    else if (started)
      out.line({ style: 'green', text: 'watching' }, `  process ${pid}, into ${place.session}`);
    else
      out.line(
        `A watcher is already running (process ${pid}). Stop it with \`hookloom capture stop\`.`,
      );
  },
});

export const captureStop = defineCommand({
  name: 'capture stop',
  summary: 'Stop the watcher of this workspace and wait until it has exited.',
  options: { workspace: captureOptions.workspace, ...placeOptions },
  examples: { 'hookloom capture stop': 'stop importing' },
  async run({ options, context }) {
    const { workspace } = await capturePlace(context, { ...options, sessionId: undefined });
    const { stopWatcher } = await import('@hookloom/worker');
    const stopped = await stopWatcher(workspace.eventloomDir, context.env);
    if (options.json) context.out.json({ stopped });
    else context.out.line(stopped ? 'The watcher has stopped.' : 'No watcher was running here.');
  },
});
