import { defineCommand } from '../command/definition.ts';
import { jsonOption } from '../command/options.ts';

export const command = defineCommand({
  name: 'down',
  summary: 'Let the worker finish what runs, and stop it.',
  description: 'Also one that is just starting: when this returns, none runs.',
  arguments: {},
  options: { ...jsonOption },
  examples: [{ command: 'hookloom down', does: 'nothing runs any more' }],
  async run({ options, context }) {
    const { endWorkers } = await import('@hookloom/worker/life/end-workers');
    const stopped = await endWorkers(context.env);
    if (options.json) context.out.json({ stopped });
    else context.out.line(stopped ? 'The worker is down.' : 'No worker was up.');
  },
});
