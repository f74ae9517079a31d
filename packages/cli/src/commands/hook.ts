import { invalidRequest } from '@hookloom/core';
import { CLIENT_NAMES } from '@hookloom/core/hook';
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
  summary: 'Read one hook payload from standard input, record it, run your hooks and answer.',
  description:
    'Clients call this command; `hookloom init` sets it up. It prints nothing and exits with 0 unless one of your hooks answers.',
  arguments: {
    client: argument('CLIENT', `the agent client: ${CLIENT_NAMES.join(', ')}`),
    event: optionalArgument('EVENT', "the client's event, if its payload does not name it"),
  },
  options: {
    trustProjectHooks: flag(
      '--trust-project-hooks',
      'run the project’s hooks without a review, for unattended machines',
    ),
    ...sessionOption,
    ...workspaceOptions,
  },
  examples: { 'hookloom hook claude-code < payload.json': 'record a payload by hand' },
  isHookPath: true,
  run: () => {
    throw invalidRequest(
      'This command is handled by the hook file.',
      'Use it as the first argument: `hookloom hook CLIENT`.',
    );
  },
});
