import { defineCommand } from '../command/definition.ts';
import { jsonOption } from '../command/options.ts';
import { endWorker } from '../command/worker-life.ts';

export const command = defineCommand({
  name: 'down',
  summary: 'Let the worker finish what runs, and stop it.',
  arguments: {},
  options: { ...jsonOption },
  examples: [{ command: 'hookloom down', does: 'nothing runs any more' }],
  async run({ options, context }) {
    const { findWorker } = await import('@hookloom/worker/life/find-worker');
    const worker = await findWorker(context.env, 1000);
    if (worker !== null) await endWorker(context, worker, 'shutdown');
    if (options.json) context.out.json({ stopped: worker !== null });
    else context.out.line(worker === null ? 'No worker was up.' : 'The worker is down.');
  },
});
