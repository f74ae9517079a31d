import { HookloomError } from '@hookloom/core/errors';
import { defineCommand } from '../command/definition.ts';
import {
  argument,
  flag,
  optionalArgument,
  sessionOption,
  workspaceOptions,
} from '../command/options.ts';

export const command = defineCommand({
  name: 'hook',
  summary:
    'Take one native hook payload of an agent client from standard input: record it, run your hooks, answer.',
  description:
    'Called by the client itself, as `hookloom init` and `hookloom hooks CLIENT` set it up. Prints nothing and exits 0 unless one of your hooks has something to say.',
  arguments: {
    client: argument(
      'CLIENT',
      'the agent client: claude-code, codex, gemini, cursor, copilot, generic',
    ),
    event: optionalArgument('EVENT', "the client's event, where its payload does not name it"),
  },
  options: {
    trustProjectHooks: flag(
      '--trust-project-hooks',
      'run hooks of the project without a review: for machines without a person',
    ),
    ...sessionOption,
    ...workspaceOptions,
  },
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
