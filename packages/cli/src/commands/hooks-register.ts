/** `hookloom hooks register`: what `hooks trust` and the start of a session do by themselves. */
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { placeOptions } from '../command/options.ts';
import { placeOf } from '../command/place.ts';
import { shortPath } from '../install/connect/show-connection.ts';

export const command = defineCommand({
  name: 'hooks register',
  summary: 'Register in each connected client the events that your hook files use.',
  description:
    'Adds the events that the hook files need to the settings that `init` or `hooks` wrote, and takes out those that nothing needs any more. The start of a session and `hooks trust` do the same, so you rarely call it. Uninstalling still gives your own bytes back.',
  arguments: {},
  options: placeOptions,
  examples: [
    { command: 'hookloom hooks register', does: 'after you wrote a hook for another event' },
  ],
  async run({ options, context }) {
    const { out } = context;
    const workspace = workspaceOf(context, options);
    const place = placeOf(context, workspace.root);
    const { registerEvents } = await import('../install/registration/register-events.ts');
    const registered = registerEvents(workspace.eventloomDir, place);
    if (options.json) {
      out.json({ registered: registered.map((one) => ({ ...one })) });
      return;
    }
    for (const { client, file, added, removed } of registered) {
      out.line({ style: 'bold', text: client }, `  ${shortPath(file, place)}`);
      for (const event of added) out.line({ style: 'green', text: '  added    ' }, event);
      for (const event of removed) out.line({ style: 'yellow', text: '  removed  ' }, event);
    }
    if (registered.length === 0) out.line('Every event that is needed is registered.');
  },
});
