/** `hookloom hooks export CLIENT`: converts the handlers of `.hookloom/hooks.toml` to a client's own settings. */
import { invalidRequest } from '@hookloom/core';
import { CLIENTS, CONNECTABLE } from '@hookloom/hooks/clients';
import { convertHooks } from '../command/convert-hooks.ts';
import { defineCommand } from '../command/definition.ts';
import { clientNamed } from '../command/hook-subject.ts';
import { argument, flag, placeOptions, text } from '../command/options.ts';

export const command = defineCommand({
  name: 'hooks export',
  summary: "Convert your TOML hooks to a client's own settings, with a report of what is lost.",
  description:
    'Prints the result, or writes it to a new file with --output. The client then runs the hook itself, with its own payload and its own answer format; the report lists the differences.',
  arguments: { client: argument('CLIENT', `one of ${CONNECTABLE.join(', ')}`) },
  options: {
    output: text('-o, --output <file>', 'file to write'),
    force: flag('--force', 'replace the file if it exists'),
    ...placeOptions,
  },
  examples: { 'hookloom hooks export codex -o hooks.json': 'hooks for Codex only' },
  async run({ args, options, context }) {
    const client = clientNamed(args.client);
    if (client === 'generic')
      throw invalidRequest('The generic client has no settings.', 'Name another client.');
    await convertHooks(context, options, 'toml', CLIENTS[client].exportsAs);
  },
});
