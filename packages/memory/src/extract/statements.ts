/** A person's review of a statement. Only an edit adds a statement: the other reviews change existing rows. */
import { reviewIn } from '../statements/review.ts';
import { slotOf } from '../statements/slot.ts';
import { document, type Extractor } from './extracted.ts';

export const statementReviewed: Extractor = (event) => {
  const edited = reviewIn(event)?.edited ?? null;
  if (edited === null) return {};
  return {
    document: document(edited.text),
    facts: [
      {
        type: edited.kind,
        name: slotOf(edited.text),
        content: edited.text,
        properties: { speaker: 'user', cue: 'edited in the inbox', change: 'correction' },
        authority: 'accepted',
      },
    ],
  };
};
