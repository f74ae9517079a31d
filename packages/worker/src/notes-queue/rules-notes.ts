/** The default: notes by rules, without any model. */
import type { CommandWork, UnsealedEvent } from '@hookloom/core/events';
import { makeNotes, type NoteAction } from '../summarizers/rules/make-notes.ts';
import { UNNAMED_FILE } from '../summarizers/rules/described.ts';
import { commandParts } from '../summarizers/rules/split-command.ts';
import { summarizeTurn } from '../summarizers/rules/summarize-turn.ts';
import { noteEvent, summaryEvent } from './note-events.ts';
import type { NoteBatch } from './process-queue.ts';

export const BY_RULES = { madeBy: 'rules' };

/** At the end of a turn, its summary covers the work that a note would say nothing about. */
export function rulesNotes({ work, turn, earlier }: NoteBatch): UnsealedEvent[] {
  const actions = makeNotes(work, earlier);
  const told = turn === null ? actions : actions.filter((action) => !saysNothing(action));
  const notes = told.map((action) => noteEvent(action, BY_RULES));
  if (turn === null) return notes;
  const untold = actions.filter((action) => !told.includes(action));
  const covers = untold.flatMap((action) => action.work.flatMap((each) => each.covers));
  return [...notes, summaryEvent(turn, summarizeTurn(turn), BY_RULES, covers)];
}

/** It names no file, no command and no search. */
function saysNothing(action: NoteAction): boolean {
  if (action.do === 'merge' || action.supersedes !== null) return false;
  const { draft, mark, work } = action;
  if (mark.kind === 'run')
    return work.every(({ command }) => command !== null && !doesMore(command));
  if (mark.kind === 'edit') return draft.filesModified.every((path) => path === UNNAMED_FILE);
  if (mark.kind === 'other') return mark.outcome !== 'failed' && draft.subtitle === null;
  return mark.kind === 'look' && mark.said === '' && draft.filesRead.length === 0;
}

/** Than to print something or to prepare the shell. */
function doesMore({ line, description }: CommandWork): boolean {
  return description !== null || commandParts(line).some(({ isTelling }) => isTelling);
}
