/** Current texts of notes for a filter by text: a note is listed and searched in its current state. */
import { isHookloomError } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { notesOf, placeOf } from '../../notes/place.ts';
import type { OpenWorkspace } from '../../workspaces/workspaces.ts';
import { textOf } from './asked.ts';

/** @param corrected Seqs of the notes of this log whose current text matches, whatever it was at first. */
export type Filter = (event: StoredEvent, corrected: ReadonlySet<number>) => boolean;

const FOUND = 500;

/** Empty without a filter by text, and without a memory. */
export async function correctedNotes(
  open: OpenWorkspace,
  log: string,
  query: URLSearchParams,
): Promise<ReadonlySet<number>> {
  const text = textOf(query, 'text');
  if (text === undefined) return new Set();
  try {
    const notes = await notesOf(placeOf(open));
    const { observations } = await notes.search({
      log,
      query: text,
      limit: FOUND,
      kinds: ['observations'],
      includeSuperseded: true,
    });
    const wanted = text.toLowerCase();
    return new Set(
      observations
        .filter(({ title }) => title.toLowerCase().includes(wanted))
        .map(({ seq }) => seq),
    );
  } catch (error) {
    if (isHookloomError(error)) return new Set();
    throw error;
  }
}
