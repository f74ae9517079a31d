import type { Notes } from './notes.ts';

/** Replaces the notes if the projection cannot be opened: every request fails with the reason. */
export function refusedNotes(refused: () => Promise<never>): Notes {
  return {
    observations: refused,
    summaries: refused,
    prompts: refused,
    sessions: refused,
    keys: refused,
    byIds: refused,
    around: refused,
    session: refused,
    search: refused,
    counts: refused,
    platforms: refused,
    retention: refused,
  };
}
