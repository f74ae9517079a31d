/** Work notes and session summaries as recalled text (seeds/003). */
import { document, sentence, textOf, textsOf, type Extractor } from './extracted.ts';

/**
 * What a person or a model wrote is text of its own. What rules made says nothing that its sources do not say: the notes
 * have tables of their own, and the recall finds the sources.
 */
export const noteRecorded: Extractor = ({ payload }) => {
  if (textOf(payload, 'made_by') === 'rules') return {};
  const content = sentence(
    textOf(payload, 'title'),
    textOf(payload, 'subtitle'),
    textOf(payload, 'narrative'),
    ...textsOf(payload, 'facts'),
  );
  return content === '' ? {} : { document: document(content) };
};

export const sessionSummarized: Extractor = ({ payload }) => {
  if (textOf(payload, 'made_by') === 'rules') return {};
  const content = sentence(
    ...['request', 'investigated', 'learned', 'completed', 'next_steps'].map((key) =>
      textOf(payload, key),
    ),
  );
  return content === '' ? {} : { document: document(content) };
};
