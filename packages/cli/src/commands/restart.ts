import { defineCommand } from '../command/definition.ts';
import { jsonOption } from '../command/options.ts';
import { urlOf } from '../command/worker-life.ts';
import { ownFiles } from '../install/own-files.ts';

export const command = defineCommand({
  name: 'restart',
  summary: 'Restart the worker in the background after it has finished its current work.',
  arguments: {},
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
