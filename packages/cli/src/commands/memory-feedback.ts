import { invalidRequest, OUTCOMES } from '@hookloom/core';
import { fieldsOf } from '../command/fields-of.ts';
import { operationCommand } from '../command/operation-command.ts';
import { choice, memoryOptions, optionalArgument, share, text } from '../command/options.ts';

export const memoryFeedback = operationCommand({
  name: 'memory feedback',
  summary: 'Report whether a remembered fact was useful.',
  description:
    '`used` and `helpful` strengthen the fact. `irrelevant` is recorded and changes nothing. The citation must be from this workspace.',
  arguments: {
    entityName: optionalArgument(
      'ENTITY_NAME',
      'the fact, as a checkout names it; not needed with --citation',
    ),
  },
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
    outcome: choice('--outcome <word>', 'what it changed', [
      ...OUTCOMES.positive,
      ...OUTCOMES.negative,
    ]),
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
    if (args.entityName?.trim() === '')
      throw invalidRequest('ENTITY_NAME is empty.', 'Copy the name from a checkout.');
    const given = fieldsOf({ ...args, ...options });
    const type = args.entityName === undefined ? {} : { entity_type: 'memory' };
    return { ...type, feedback: 'used' as const, actor: 'user', source: 'cli', ...given };
  },
  print({ event_type, seq }, { context }) {
    context.out.line(`Recorded ${event_type} as event ${seq}.`);
  },
});

const SAYS = {
  better_than_base_rate: 'The guesses were better than always saying the base rate.',
  worse_than_base_rate: 'The guesses were worse than always saying the base rate.',
  same_as_base_rate: 'The guesses were no better than always saying the base rate.',
  insufficient_data: 'Not enough data yet: more checkouts are needed.',
} as const;

export const memoryFokReport = operationCommand({
  name: 'memory fok-report',
  summary: 'Measure how well memory_feeling_of_knowing predicts what a checkout finds.',
  description:
    'Compares each prediction with the next checkout of the same question. Shows the Brier score (0 is perfect) next to the score of always predicting the average. Needs at least 20 pairs with both outcomes.',
  arguments: {},
  options: memoryOptions,
  examples: {
    'hookloom memory fok-report': 'how good the predictions are',
    'hookloom memory fok-report --json': 'all figures',
  },
  session: 'named',
  reportsEmpty: true,
  operation: async () => (await import('@hookloom/worker')).feelingOfKnowingReport,
  print(report, { context }) {
    const figure = (value: number | null): string => (value === null ? '-' : value.toFixed(4));
    for (const line of [
      SAYS[report.status],
      `Predictions          ${report.prediction_count}`,
      `With a checkout      ${report.pair_count} (${report.min_pairs} needed)`,
      `Checkouts that found ${report.found_count}`,
      `Base rate            ${figure(report.base_rate)}`,
      `Brier score          ${figure(report.brier_score)}`,
      `Of the base rate     ${figure(report.base_rate_brier_score)}`,
      `Margin               ${figure(report.margin)}`,
    ])
      context.out.line(line);
  },
});
