/** Work notes and session summaries as recalled text. */
import { document, sentence, textOf, textsOf, type Extractor } from './extracted.ts';

/**
 * Text that a person or a model wrote is indexed. Text made by rules repeats its sources: the notes have their own
 * tables, and recall finds the sources.
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
