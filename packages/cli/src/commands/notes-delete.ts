import { callerOf } from '../command/caller.ts';
import { defineCommand } from '../command/definition.ts';
import { deleteAfterAsking, deleteOptions } from '../command/delete-recorded.ts';
import { argument } from '../command/options.ts';
import { noteIdOf, withNotes } from '../command/with-notes.ts';

export const command = defineCommand({
  name: 'notes delete',
  summary: 'Destroy one note, summary or prompt: counts, asks, and leaves a tombstone.',
  description:
    'Its content is gone from the log and from every table and index, and what was made from it goes, too. The work that a note covers gets no other note.',
  arguments: { id: argument('ID', 'as a list or a search gives it') },
  options: deleteOptions,
  examples: [
    { command: 'hookloom notes delete 57001 --dry-run', does: 'count what would go' },
    { command: 'hookloom notes delete 57001 --yes', does: 'without being asked' },
  ],
  run: ({ args, options, context }) =>
    withNotes(context, options, async ({ workspaces }, notes) => {
      const { id, kinds } = noteIdOf(args.id);
      // A whole session has a command of its own.
      const rows = kinds.filter((kind) => kind !== 'sessions');
      const found = await notes.rowById(workspaces, rows, id);
      return deleteAfterAsking(context, options, (how) =>
        notes.removeRow(found, callerOf(context), how),
      );
    }),
});
