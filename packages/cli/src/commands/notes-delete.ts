import { callerOf } from '../command/caller.ts';
import { defineCommand } from '../command/definition.ts';
import { deleteAfterAsking, deleteOptions } from '../command/delete-recorded.ts';
import { argument } from '../command/options.ts';
import { noteIdOf, withNotes } from '../command/with-notes.ts';

export const command = defineCommand({
  name: 'notes delete',
  summary: 'Delete one note, summary or prompt. Shows what will be deleted and asks first.',
  description:
    'The content is deleted from the log, the memory and every index, together with everything derived from it. No new note is written for the same work.',
  arguments: { id: argument('ID', 'id shown by a list or a search') },
  options: deleteOptions,
  examples: {
    'hookloom notes delete 57001 --dry-run': 'count what would go',
    'hookloom notes delete 57001 --yes': 'without being asked',
  },
  run: ({ args, options, context }) =>
    withNotes(context, options, async ({ workspaces }) => {
      const { removeRow, rowById } = await import('@hookloom/worker');
      const { id, kinds } = noteIdOf(args.id);
      // `notes delete-session` deletes whole sessions.
      const rows = kinds.filter((kind) => kind !== 'sessions');
      const found = await rowById(workspaces, rows, id);
      return deleteAfterAsking(context, options, (how) => removeRow(found, callerOf(context), how));
    }),
});
