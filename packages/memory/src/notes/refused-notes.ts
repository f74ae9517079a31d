import type { Notes } from './notes.ts';

/** Replaces the notes if no projection can be opened: refuses every request with the reason. */
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
