import { defineCommand } from '../command/definition.ts';
import { jsonOption, integerOr } from '../command/options.ts';
import { ownFiles } from '../install/own-files.ts';

export const down = defineCommand({
  name: 'down',
  summary: 'Stop the worker after it has finished its current work.',
  description:
    'Also stops a worker that is still starting. No worker is running when the command returns.',
  options: { ...jsonOption },
  examples: { 'hookloom down': 'stop the worker' },
  async run({ options, context }) {
    const { endWorkers } = await import('@hookloom/worker');
    const stopped = await endWorkers(context.env);
    if (options.json) context.out.json({ stopped });
    else context.out.line(stopped ? 'The worker has stopped.' : 'No worker was running.');
  },
});

export const restart = defineCommand({
  name: 'restart',
  summary: 'Restart the worker in the background after it has finished its current work.',
  options: { ...jsonOption },
  examples: { 'hookloom restart': 'after an update' },
  async run({ options, context }) {
    const { findWorker, endWorker, ensureWorker } = await import('@hookloom/worker');
    const old = await findWorker(context.env, 1000);
    if (old !== null) await endWorker(old, 'shutdown');
    const worker = await ensureWorker({ env: context.env, bin: ownFiles().bin });
    if (options.json) context.out.json({ url: urlOf(worker.port), pid: worker.pid });
    else
      context.out.line(
        { style: 'green', text: 'up' },
        ` ${urlOf(worker.port)}  (process ${worker.pid})`,
      );
  },
});

export const logs = defineCommand({
  name: 'logs',
  summary: 'Show the log messages of the worker.',
  options: {
    lines: integerOr('-n, --lines <n>', 'how many', [1, 10_000], 50),
    ...jsonOption,
  },
  examples: { 'hookloom logs -n 20': 'the last 20 lines' },
  async run({ options, context }) {
    const { stateDirPath } = await import('@hookloom/core/settings');
    const { logFile, tailOf } = await import('@hookloom/worker');
    const file = logFile(stateDirPath(context.env));
    const lines = tailOf(file, options.lines);
    if (options.json) context.out.json({ file, lines });
    else if (lines.length === 0) context.out.line(`Nothing yet in ${file}.`);
    else for (const line of lines) context.out.line(line);
  },
});

/** Shared by the commands that control the worker. */

export function urlOf(port: number): string {
  return `http://127.0.0.1:${port}`;
}
