import { defineCommand } from '../command/definition.ts';
import { placeOptions, text } from '../command/options.ts';
import { withNotes } from '../command/with-notes.ts';

export const command = defineCommand({
  name: 'notes ledger',
  summary: 'Show how often models wrote notes and what it cost, by project and day.',
  arguments: {},
  options: {
    day: text('--day <date>', 'such as 2026-11-21, in UTC (default: every day)'),
    ...placeOptions,
  },
  examples: { 'hookloom notes ledger --day 2026-11-21': 'one day' },
  run: ({ options, context: { out }, context }) =>
    withNotes(context, options, async ({ workspaces }) => {
      const { noteLedger } = await import('@hookloom/worker');
      const asked = options.day === undefined ? {} : { day: options.day };
      const projects = await Promise.all(
        (await workspaces.all()).map(async ({ project, runtime }) => ({
          project: project.alias,
          ...(await noteLedger(runtime.context, asked)),
        })),
      );
      if (options.json) return out.json({ projects });
      const rows = projects.flatMap(({ project, rows: days }) =>
        days.map((row) => [
          row.day,
          project,
          `${row.provider}:${row.model}`,
          `${row.calls} calls`,
          `${row.input_tokens + row.output_tokens} tokens`,
          `$${row.cost_usd.toFixed(4)}`,
        ]),
      );
      if (rows.length === 0) out.line('No model was used.');
      await out.table(rows);
    }),
});
