import { invalidRequest } from '@hookloom/core';
import { fieldsOf } from '../command/fields-of.ts';
import { operationCommand } from '../command/operation-command.ts';
import { argument, choice, memoryOptions, share, text } from '../command/options.ts';

export const command = operationCommand({
  name: 'memory feedback',
  summary: 'Report whether a remembered fact was useful.',
  description:
    '`used` and `helpful` strengthen the fact. `irrelevant` is recorded and changes nothing. The citation must be from this workspace.',
  arguments: { entityName: argument('ENTITY_NAME', 'the fact, as a checkout names it') },
  options: {
    entityType: text('--entity-type <type>', 'decision, task, … (default: memory)'),
    feedback: choice('--feedback <word>', 'how it helped (default: used)', [
      'used',
      'helpful',
      'irrelevant',
    ]),
    citation: text('--citation <citation>', 'citation (eventloom://…) of the fact'),
    query: text('--query <question>', 'the question it answered'),
    reason: text('--reason <text>', 'why'),
    purpose: text('--purpose <name>', 'the purpose it served'),
    outcome: text(
      '--outcome <word>',
      'what it changed: changed_answer, supported_handoff, failed, …',
    ),
    importance: share('--importance <share>', 'from 0 to 1'),
    actor: text('--actor <name>', 'who reports it (default: user)'),
    ...memoryOptions,
  },
  examples: {
    'hookloom memory feedback "Use JSONL for the log" --entity-type decision': 'it was used',
  },
  session: 'named',
  operation: async () => (await import('@hookloom/worker')).feedback,
  request({ args, options }) {
    if (args.entityName.trim() === '')
      throw invalidRequest('ENTITY_NAME is empty.', 'Copy the name from a checkout.');
    const given = fieldsOf({ ...args, ...options });
    return { entity_type: 'memory', feedback: 'used', actor: 'user', source: 'cli', ...given };
  },
  print({ event_type, seq }, { context }) {
    context.out.line(`Recorded ${event_type} as event ${seq}.`);
  },
});
