import { fieldsOf } from '../command/fields-of.ts';
import { operationCommand } from '../command/operation-command.ts';
import {
  argument,
  memoryOptions,
  optionalArgument,
  text,
  requiredText,
} from '../command/options.ts';

export const memoryCorrect = operationCommand({
  name: 'memory correct',
  summary: 'Correct a fact. Its older version stays in the history.',
  description:
    'Name the fact by its citation, or by --entity and --type. Questions about the past still return the older version.',
  arguments: {
    text: argument('TEXT', 'the corrected text'),
    citation: optionalArgument('CITATION', 'citation (eventloom://…) of the wrong fact'),
  },
  options: {
    entity: text('--entity <name>', 'entity_name of the fact, as `memory query --json` shows it'),
    type: text('--type <type>', 'entity_type of the fact'),
    reason: text('--reason <text>', 'why; kept with the new version'),
    ...memoryOptions,
  },
  examples: {
    'hookloom memory correct "The release day is Thursday" eventloom://shop-default/events/12#0464261d6ec0 --reason "QA asked"':
      'correct what event 12 says',
  },
  session: 'workspace',
  operation: async () => (await import('@hookloom/worker')).correct,
  request: ({ args, options: { entity: entityName, type: entityType, reason } }) =>
    fieldsOf({ ...args, entityName, entityType, reason }),
  async print({ status, superseded, citation }, { context: { out } }) {
    const { renderLine } = await import('../output/table.ts');
    out.line(status === 'corrected' ? 'Corrected.' : 'The fact already says this.');
    out.dim(await renderLine(`was: ${superseded.content}`, out.columns));
    out.dim(citation);
  },
});

export const memoryInvalidate = operationCommand({
  name: 'memory invalidate',
  summary: 'Mark a fact as no longer true. Its history stays.',
  arguments: {
    entityName: argument('ENTITY', 'entity_name of the fact, as `memory query --json` shows it'),
  },
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
