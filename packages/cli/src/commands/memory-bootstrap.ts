import { defined } from '@hookloom/core';
import type { BootstrapRequest } from '@hookloom/worker';
import { operationCommand } from '../command/operation-command.ts';
import { memoryOptions, text } from '../command/options.ts';

export const command = operationCommand({
  name: 'memory bootstrap',
  summary: 'Print the context that an agent should read first.',
  arguments: {},
  options: {
    currentTask: text('--current-task <text>', 'what the session is about'),
    ...memoryOptions,
  },
  examples: {
    'hookloom memory bootstrap': 'as text',
    'hookloom memory bootstrap --current-task "fix due dates" --json': 'all of it',
  },
  session: 'workspace',
  reportsEmpty: true,
  operation: async () => async (_, request: BootstrapRequest, caller, runtime) =>
    runtime.bootstrap(request, (await import('@hookloom/worker')).coreListing, caller),
  request: ({ options: { currentTask: current_task } }) => defined({ current_task }),
  print: ({ prompt }, { out }) => out.block(prompt),
});
