import { capturePlace } from '../capture/capture-place.ts';
import { captureOptions } from '../capture/capture-options.ts';
import { defineCommand } from '../command/definition.ts';
import { integerOr, memoryOptions } from '../command/options.ts';
import { ownFiles } from '../install/own-files.ts';

const { workspace, graph } = captureOptions;

export const command = defineCommand({
  name: 'capture start',
  summary: "Watch the clients' session files and record what is new.",
  description:
    'Starts one background watcher per workspace for Claude Code, Codex and Gemini CLI. It only reads files that the clients write anyway. It runs until `capture stop`, or until the folder is deleted.',
  arguments: {},
  options: {
    workspace,
    graph,
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
  async run({ options, context: { out, ...context } }) {
    const place = await capturePlace({ out, ...context }, options);
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
