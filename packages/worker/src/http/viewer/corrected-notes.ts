/** Finds notes by their current text, so that a list and its filter agree after corrections. */
import { isHookloomError } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { notesOf, placeOf } from '../../notes/place.ts';
import type { OpenWorkspace } from '../../workspaces/workspaces.ts';

/** @param corrected Seqs of the notes in this log whose current text matches, whatever the original text was. */
export type Filter = (event: StoredEvent, corrected: ReadonlySet<number>) => boolean;

const FOUND = 500;

/** Empty without a text filter or without a memory. */
export async function correctedNotes(
  open: OpenWorkspace,
  log: string,
  text: string | undefined,
): Promise<ReadonlySet<number>> {
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
