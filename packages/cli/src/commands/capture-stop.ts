import { capturePlace } from '../capture/capture-place.ts';
import { captureOptions } from '../capture/capture-options.ts';
import { defineCommand } from '../command/definition.ts';
import { placeOptions } from '../command/options.ts';

export const command = defineCommand({
  name: 'capture stop',
  summary: 'Stop the watcher of this workspace and wait until it has exited.',
  arguments: {},
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
