import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { saidNothingYet } from '../command/nothing-yet.ts';
import { memoryOptions } from '../command/options.ts';
import { withRuntime } from '../command/with-runtime.ts';

const SAYS = {
  better_than_base_rate: 'The guesses were better than always saying the base rate.',
  worse_than_base_rate: 'The guesses were worse than always saying the base rate.',
  same_as_base_rate: 'The guesses were no better than always saying the base rate.',
  insufficient_data: 'Too little to judge by: more checkouts after guesses are needed.',
} as const;

export const command = defineCommand({
  name: 'memory fok-report',
  summary: 'Compare guesses of memory_feeling_of_knowing with what checkouts found.',
  description:
    'Joins every prediction with the next checkout of the same question and compares its Brier score (0 is perfect) with that of someone who always says how often checkouts find something. Under 20 pairs, or with one outcome only, it says that there is too little to judge by.',
  arguments: {},
  options: memoryOptions,
  examples: [
    { command: 'hookloom memory fok-report', does: 'how good the guesses are' },
    { command: 'hookloom memory fok-report --json', does: 'all figures' },
  ],
  async run({ options, context }) {
    const workspace = workspaceOf(context, { ...options, sessionId: undefined });
    if (await saidNothingYet(context, workspace, options)) return;
    const { feelingOfKnowingReport } =
      await import('@hookloom/worker/operations/feeling-of-knowing');
    const report = await withRuntime(context, workspace, (runtime) =>
      feelingOfKnowingReport(runtime.context, { session_id: options.sessionId }),
    );
    if (options.json) {
      context.out.json(report);
      return;
    }
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
