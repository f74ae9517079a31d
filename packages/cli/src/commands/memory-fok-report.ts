import { operationCommand } from '../command/operation-command.ts';
import { memoryOptions } from '../command/options.ts';

const SAYS = {
  better_than_base_rate: 'The guesses were better than always saying the base rate.',
  worse_than_base_rate: 'The guesses were worse than always saying the base rate.',
  same_as_base_rate: 'The guesses were no better than always saying the base rate.',
  insufficient_data: 'Not enough data yet: more checkouts are needed.',
} as const;

export const command = operationCommand({
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
