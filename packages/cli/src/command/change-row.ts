/** A correction of one note by its id; how it was first written stays in the log. */
import type { PublicRow } from '@hookloom/worker/notes/public-rows';
import { callerOf } from './caller.ts';
import type { CommandContext } from './context.ts';
import { noteIdOf, withNotes } from './with-notes.ts';

export function changeRow(
  context: CommandContext,
  options: Parameters<typeof withNotes>[1],
  given: string,
  change: Record<string, unknown>,
): Promise<PublicRow> {
  return withNotes(context, options, async ({ workspaces }, notes) => {
    const { id } = noteIdOf(given);
    const { row, key } = await notes.rowById(workspaces, ['observations'], id);
    await notes.changeNote(key.place.context, row.event_id, change, callerOf(context));
    return (await notes.rowById(workspaces, ['observations'], id)).row;
  });
}
