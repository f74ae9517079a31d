/** Files of a note that have changed since without an event in the log. */
import type { Notes, ObservationRow } from '@hookloom/memory';
import { fileForms } from './file-forms.ts';
import { fileMarks } from '../notes-queue/file-marks.ts';

interface Place {
  root: string;
  /** The log's session. */
  log: string;
}

/** How many newer notes about a file are checked for its change. */
const ASKED = 20;

/** Paths by the seq of the note. Omits notes without such files. */
export async function staleFiles(
  notes: Notes,
  { root, log }: Place,
  rows: readonly ObservationRow[],
): Promise<Map<number, string[]>> {
  const markOf = fileMarks(root);
  const stale = new Map<number, string[]>();
  const newer = new Map<string, ObservationRow[]>();
  for (const row of rows)
    for (const [path, blob] of Object.entries(row.file_states)) {
      const now = markOf(path);
      if (now === null || now.blob === blob) continue;
      const forms = fileForms(root, [path]);
      let others = newer.get(path);
      if (others === undefined) {
        others = await notes.observations({
          log,
          files: forms,
          limit: ASKED,
          includeSuperseded: true,
        });
        newer.set(path, others);
      }
      const isSeen = others.some(
        ({ seq, file_states: states }) =>
          seq > row.seq && forms.some((form) => states[form] === now.blob),
      );
      if (!isSeen) stale.set(row.seq, [...(stale.get(row.seq) ?? []), path]);
    }
  return stale;
}
