import { defineCommand } from '../command/definition.ts';
import { jsonOption } from '../command/options.ts';

export const command = defineCommand({
  name: 'down',
  summary: 'Stop the worker after it has finished its current work.',
  description:
    'Also stops a worker that is still starting. No worker is running when the command returns.',
  arguments: {},
  options: { ...jsonOption },
  examples: { 'hookloom down': 'stop the worker' },
  async run({ options, context }) {
    const { endWorkers } = await import('@hookloom/worker');
    const stopped = await endWorkers(context.env);
    if (options.json) context.out.json({ stopped });
    else context.out.line(stopped ? 'The worker has stopped.' : 'No worker was running.');
  },
});
