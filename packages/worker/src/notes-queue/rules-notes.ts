/** The default: notes by rules, without any model. */
import type { UnsealedEvent } from '@hookloom/core/events';
import { makeNotes } from '../summarizers/rules/make-notes.ts';
import { summarizeTurn } from '../summarizers/rules/summarize-turn.ts';
import { noteEvent, summaryEvent } from './note-events.ts';
import type { NoteBatch } from './process-queue.ts';

export const BY_RULES = { madeBy: 'rules' };

export function rulesNotes({ work, turn, earlier }: NoteBatch): UnsealedEvent[] {
  const notes = makeNotes(work, earlier).map((action) => noteEvent(action, BY_RULES));
  return turn === null ? notes : [...notes, summaryEvent(turn, summarizeTurn(turn), BY_RULES)];
}
