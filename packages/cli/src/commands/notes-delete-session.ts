import { callerOf } from '../command/caller.ts';
import { defineCommand } from '../command/definition.ts';
import { deleteAfterAsking, deleteOptions } from '../command/delete-recorded.ts';
import { argument } from '../command/options.ts';
import { withNotes } from '../command/with-notes.ts';

export const command = defineCommand({
  name: 'notes delete-session',
  summary: 'Delete a session with its prompts, calls, notes and summaries.',
  description:
    'The content is deleted from the log, the memory and every index. Tombstones stay in the log.',
  arguments: { id: argument('ID', 'number of `notes list --kind sessions`, or the client’s id') },
  options: deleteOptions,
  examples: { 'hookloom notes delete-session 1001 --dry-run': 'count what would go' },
  run: ({ args, options, context }) =>
    withNotes(context, options, async ({ workspaces, here }) => {
      const { deleteSession, noRow, rowById } = await import('@hookloom/worker');
      const caller = callerOf(context);
      const isNumber = /^\d{1,15}$/.test(args.id);
      const [row] = isNumber ? [await rowById(workspaces, ['sessions'], args.id)] : [];
      const open = row === undefined ? await workspaces.forSession(args.id) : null;
      const operation = row?.key.place.context ?? (open ?? here[0])?.runtime.context;
      if (operation === undefined) throw noRow();
      const session = row?.row.content_session_id ?? args.id;
      return deleteAfterAsking(context, options, (how) =>
        deleteSession(operation, session, caller, how),
      );
    }),
});
