import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { nothingYet } from '../command/nothing-yet.ts';
import { integer, placeOptions } from '../command/options.ts';
import { withNotes } from '../command/with-notes.ts';

export const command = defineCommand({
  name: 'notes retention',
  summary: 'Show how long notes are kept, and how many have expired.',
  description:
    'Changes nothing. Use `settings set HOOKLOOM_RETENTION_NOTES_DAYS 90` to change it. The log keeps everything, and pinned notes never expire.',
  options: {
    days: integer('--days <n>', 'what would expire if all were kept this long', [1, 36_500]),
    ...placeOptions,
  },
  examples: { 'hookloom notes retention --days 90': 'what would expire after 90 days' },
  run: ({ options, context: { out, env }, context }) =>
    withNotes(context, options, async ({ here }) => {
      const { noteRetention, placeOf, retentionHere } = await import('@hookloom/worker');
      const rule = await retentionHere(env);
      const projects = await Promise.all(
        here.map((open) => noteRetention(placeOf(open), rule, options.days)),
      );
      if (options.json) return out.json({ rule, projects });
      const rows = projects.flatMap(({ project, kinds }) =>
        kinds.map(({ kind, days, kept, pinned, retired }) => [
          project,
          kind,
          days === 0 ? 'for ever' : `${days} days`,
          `${kept} kept${pinned === 0 ? '' : `, ${pinned} pinned`}`,
          `${retired} ${options.days === undefined ? 'expired' : 'would expire'}`,
        ]),
      );
      if (rows.length === 0) out.line(nothingYet(workspaceOf(context, options)));
      await out.table(rows);
    }),
});
