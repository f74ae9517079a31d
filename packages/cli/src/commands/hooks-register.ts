/**
 * `hookloom hooks register`: registers the clients' events that the hooks need, as `hooks trust` and a new session also
 * do.
 */
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { placeOptions } from '../command/options.ts';
import { placeOf } from '../command/place.ts';
import { shortPath } from '../install/connect/show-connection.ts';

export const command = defineCommand({
  name: 'hooks register',
  summary: 'Register in each connected client the events that your hook files use.',
  description:
    'Adds events that your hook files need to the clients’ settings and removes events that are no longer needed. This also happens at the start of a session and in `hooks trust`, so you rarely need this command. Uninstalling still restores your own settings exactly.',
  options: placeOptions,
  examples: { 'hookloom hooks register': 'after you wrote a hook for another event' },
  async run({ options, context, out }) {
    const workspace = workspaceOf(context, options);
    const place = placeOf(context, workspace.root);
    const { registerEvents } = await import('../install/registration/register-events.ts');
    const registered = registerEvents(workspace.eventloomDir, place);
    if (options.json) return out.json({ registered: registered.map((one) => ({ ...one })) });
    for (const { client, file, added, removed } of registered) {
      out.line({ style: 'bold', text: client }, `  ${shortPath(file, place)}`);
      for (const event of added) out.line({ style: 'green', text: '  added    ' }, event);
      for (const event of removed) out.line({ style: 'yellow', text: '  removed  ' }, event);
    }
    if (registered.length === 0) out.line('All events that your hooks need are registered.');
  },
});
