import type { DeleteAnswer } from '@hookloom/worker';
import { callerOf } from '../command/caller.ts';
import { defineCommand } from '../command/definition.ts';
import { argument, flag, jsonOption, workspaceOptions } from '../command/options.ts';
import { noteIdOf, withNotes } from '../command/with-notes.ts';
import { plural } from '../output/format.ts';
import { isConfirmed } from '../command/confirm.ts';
import type { CommandContext } from '../command/context.ts';

const deleteOptions = {
  dryRun: flag('--dry-run', 'show how much would be deleted and stop'),
  yes: flag('--yes', 'do not ask'),
  ...workspaceOptions,
  ...jsonOption,
};
const ASKED = { asks: 'Delete it?', denies: 'nothing was deleted' };

export const notesDelete = defineCommand({
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

export const notesDeleteSession = defineCommand({
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

/** Previews the deletion, asks for confirmation and deletes. Returns the exit status. */
async function deleteAfterAsking(
  context: CommandContext,
  { dryRun, yes, json }: { dryRun: boolean; yes: boolean; json: boolean },
  remove: (options: { dryRun: boolean }) => Promise<DeleteAnswer>,
): Promise<number | undefined> {
  const { out } = context;
  const plan = await remove({ dryRun: true });
  if (dryRun && json) out.json(plan);
  if (!json) out.line(`${plural(plan.events, 'event')} would be deleted, in all logs.`);
  if (dryRun) return undefined;
  if (!yes && !(await isConfirmed(context, ASKED))) {
    out.line('Nothing was deleted.');
    return undefined;
  }
  const answer = await remove({ dryRun: false });
  if (json) out.json(answer);
  else {
    out.bold(`Deleted ${plural(answer.events, 'event')}.`);
    for (const path of answer.left) out.line(`May still contain it: ${path}`);
  }
  return answer.left.length > 0 ? 1 : undefined;
}
