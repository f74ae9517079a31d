/** What happened around a note, a summary or an instant, in all requested workspaces. */
import { notesOf, type NotePlace } from './place.ts';
import { entriesOf, type FoundRows } from './search-places.ts';

export interface TimelineRequest {
  /** In milliseconds. */
  at: number;
  /** The requested row, by its label. */
  anchor?: string;
  before: number;
  after: number;
}

export async function timelineOf(
  places: readonly NotePlace[],
  { at, anchor, before, after }: TimelineRequest,
) {
  const found: FoundRows = { observations: [], sessions: [], prompts: [] };
  for (const place of places) {
    const notes = await notesOf(place);
    // One more before, because the requested row has exactly that time.
    const near = await notes.around({ log: place.log, at, before: before + 1, after });
    for (const row of near.observations)
      found.observations.push({ place, row: { ...row, score: 0 } });
    for (const row of near.summaries) found.sessions.push({ place, row: { ...row, score: 0 } });
    for (const row of near.prompts) found.prompts.push({ place, row: { ...row, score: 0 } });
  }
  const { entries, withheld } = await entriesOf(found);
  const sorted = entries.toSorted((a, b) => a.epoch - b.epoch || a.seq - b.seq || a.id - b.id);
  const own = sorted.findIndex(({ label }) => label === anchor);
  const last = sorted.findLastIndex(({ epoch }) => epoch <= at);
  const middle = own >= 0 ? own : last;
  const from = Math.max(0, middle - before + (own >= 0 ? 0 : 1));
  return {
    /** Oldest first, at most `before` + 1 + `after`. */
    entries: sorted
      .slice(from, middle + 1 + after)
      .map((entry) => ({ ...entry, isAnchor: entry.label === anchor })),
    withheld,
  };
}
