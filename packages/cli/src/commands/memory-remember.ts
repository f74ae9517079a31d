import { fieldsOf } from '../command/fields-of.ts';
import { operationCommand } from '../command/operation-command.ts';
import { argument, memoryOptions, share, text, texts } from '../command/options.ts';

export const command = operationCommand({
  name: 'memory remember',
  summary: 'Save and pin one fact.',
  arguments: { text: argument('TEXT', 'the fact, in one or two sentences') },
  options: {
    kind: text('--kind <kind>', 'rule, preference, address, …'),
    subject: text('--subject <name>', 'what it is about'),
    tag: texts('--tag <tag...>', 'tags'),
    askedAs: texts('--asked-as <question...>', 'questions that it answers, 5 at most'),
    importance: share('--importance <0-1>', 'how much it matters (default: 0.5)'),
    ...memoryOptions,
  },
  examples: {
    'hookloom memory remember "Invoices are numbered per year" --subject billing':
      'remember a rule',
  },
  session: 'workspace',
  appends: true,
  operation: async () => (await import('@hookloom/worker')).remember,
  request: ({ args, options: { tag: tags, ...options } }) =>
    fieldsOf({ ...args, ...options, tags }),
  print: ({ status }) =>
    status === 'remembered' ? 'Remembered.' : 'This was known already and is now stronger.',
});
