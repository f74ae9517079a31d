/**
 * Lines of notes, prompts and summaries in their current state: merged, corrected, pinned, replaced. The events never
 * change.
 */
import { isHookloomError } from '@hookloom/core';
import { notesOf, placeOf } from '../../notes/place.ts';
import { publicId } from '../../workspaces/ids.ts';
import type { OpenWorkspace } from '../../workspaces/workspaces.ts';
import type { EventLine, RowState } from './event-row.ts';

type Notes = Awaited<ReturnType<typeof notesOf>>;
type Found = Awaited<ReturnType<Notes['byIds']>>;

const ROWS = new Set(['note.recorded', 'session.summarized', 'transcript.turn']);

/** @param log The session of the log of these lines. */
export async function withCurrentState<Line extends EventLine>(
  open: OpenWorkspace,
  log: string,
  lines: Line[],
): Promise<Line[]> {
  const seqs = lines.filter(({ type }) => ROWS.has(type)).map(({ seq }) => seq);
  if (seqs.length === 0) return lines;
  const found = await rowsOf(open, log, seqs);
  if (found === null) return lines;
  const states = statesOf(found, open.slot);
  return lines.map((line) => {
    const state = states.get(line.seq);
    if (state === undefined || line.forgotten) return line;
    const { words, ...row } = state;
    const corrected = words !== null && words.slice(0, 200) !== line.summary.slice(0, 200);
    return { ...line, summary: corrected ? words : line.summary, row: { ...row, corrected } };
  });
}

/** Without a memory, the events are shown unchanged. */
async function rowsOf(open: OpenWorkspace, log: string, seqs: number[]): Promise<Found | null> {
  try {
    return await (await notesOf(placeOf(open))).byIds(log, seqs);
  } catch (error) {
    if (isHookloomError(error)) return null;
    throw error;
  }
}

/** `words` is the current text of the row, if a correction may have changed it. */
type State = RowState & { words: string | null };

function statesOf({ observations, summaries, prompts }: Found, slot: number): Map<number, State> {
  const plain = { pinned: false, covers: 0, corrected: false, superseded: false, words: null };
  const states = new Map<number, State>();
  for (const { seq } of prompts)
    states.set(seq, { ...plain, id: publicId(seq, slot), kind: 'prompt' });
  for (const { seq, covers } of summaries)
    states.set(seq, {
      ...plain,
      id: publicId(seq, slot),
      kind: 'summary',
      covers: covers.length,
    });
  for (const row of observations)
    states.set(row.seq, {
      ...plain,
      id: publicId(row.seq, slot),
      kind: 'observation',
      pinned: row.pinned,
      covers: row.relevance_count,
      superseded: row.superseded_by !== null,
      words: row.title.replace(/\s+/g, ' ').trim(),
    });
  return states;
}
