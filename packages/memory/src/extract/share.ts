/** What a team shares. The store has verified its author, and set its actor and channel. */
import { slotOf } from '../statements/slot.ts';
import { document, sentence, textOf, type EntityKey, type Extractor } from './extracted.ts';

/** A statement of another writer. Its author is shown with it everywhere. */
export const shareSaid: Extractor = (event) => {
  const { payload, actorId } = event;
  const key = keyOf(payload);
  const text = textOf(payload, 'text');
  const why = textOf(payload, 'why');
  const content = why === '' ? text : sentence(text, why);
  const by = textOf(payload, 'by') === 'assistant' ? { said_by: 'assistant' } : {};
  return {
    document: document(content, { author: actorId }),
    facts: [
      {
        ...key,
        content,
        properties: {
          speaker: 'teammate',
          author: actorId,
          ...(why !== '' && { shared_text: text }),
          ...by,
        },
        authority: 'observed',
      },
    ],
  };
};

export const shareEnded: Extractor = ({ payload, timestamp }) => ({
  invalidate: [{ ...keyOf(payload), at: timestamp }],
});

function keyOf(payload: Parameters<typeof textOf>[0]): EntityKey {
  const text = textOf(payload, 'text');
  const kind = textOf(payload, 'kind');
  // It is not a skill of this memory, so it activates nothing and has no version here.
  return { type: kind === 'skill' ? 'procedure' : kind, name: slotOf(text) };
}
