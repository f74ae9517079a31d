import { fieldsOf } from '../command/fields-of.ts';
import { operationCommand } from '../command/operation-command.ts';
import { argument, memoryOptions, requiredText, text } from '../command/options.ts';

export const command = operationCommand({
  name: 'memory invalidate',
  summary: 'Mark a fact as no longer true. Its history stays.',
  arguments: { entityName: argument('ENTITY', 'entity_name of the fact, as a checkout shows it') },
  options: {
    type: requiredText('--type <type>', 'entity_type of the fact'),
    at: text('--at <time>', 'when it stopped being true, ISO 8601 (default: now)'),
    reason: text('--reason <text>', 'why'),
    ...memoryOptions,
  },
  examples: {
    'hookloom memory invalidate "Use JSONL for the log" --type decision':
      'the decision is no longer valid',
  },
  session: 'workspace',
  operation: async () => (await import('@hookloom/worker')).invalidate,
  request: ({ args, options: { type: entityType, at, reason }, context }) => ({
    ...fieldsOf({ ...args, entityType, reason }),
    invalid_at: at ?? new Date(context.now()).toISOString(),
  }),
  print: ({ valid_to }) => `It was true until ${valid_to}.`,
});
