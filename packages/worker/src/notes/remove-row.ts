/** Deletes a row by its id: a whole session, otherwise the event of the row. */
import type { NoteKind } from '@hookloom/memory';
import type { Caller } from '../operations/context.ts';
import {
  deleteRow,
  deleteSession,
  type DeleteAnswer,
  type DeleteOptions,
} from '../operations/delete-recorded.ts';
import type { RowKey, rowById } from './pages.ts';
import { notesOf } from './place.ts';

export async function removeRow(
  { kind, row, key }: Awaited<ReturnType<typeof rowById>>,
  caller: Caller,
  options: DeleteOptions,
): Promise<DeleteAnswer> {
  const { context, log } = key.place;
  if (kind === 'sessions') return deleteSession(context, row.content_session_id, caller, options);
  const target = { session: log, seq: key.seq, covers: await coversOf(kind, key) };
  return deleteRow(context, target, caller, options);
}

async function coversOf(kind: NoteKind, { place, seq }: RowKey): Promise<string[]> {
  const { observations, summaries } = await (await notesOf(place)).byIds(place.log, [seq]);
  const rows = kind === 'observations' ? observations : kind === 'summaries' ? summaries : [];
  return rows.flatMap(({ covers }) => covers);
}
