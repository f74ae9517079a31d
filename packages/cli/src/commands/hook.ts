import { HookloomError } from '@hookloom/core/errors';
import { defineCommand } from '../command/definition.ts';
import { argument } from '../command/options.ts';

export const command = defineCommand({
  name: 'hook',
  summary: 'Record one native hook payload of an agent client from standard input.',
  description:
    'Called by the client itself, as `hookloom init` sets it up. Prints nothing and exits 0 unless there is something to say.',
  arguments: { client: argument('CLIENT', 'the agent client: claude-code') },
  options: {},
  examples: [
    { command: 'hookloom hook claude-code < payload.json', does: 'record a payload by hand' },
  ],
  isHookPath: true,
  run: () => {
    throw new HookloomError(
      'invalid_request',
      'This command is answered by the hook file.',
      'Call it as the first word: `hookloom hook CLIENT`.',
    );
  },
});
