/**
 * A note that names the earlier events it is about. A search for its words finds them, as `payload.note` does for the
 * event itself.
 */
import { stringsAt } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { bound, textOf, type Extracted, document, sentence, type Extractor } from './extracted.ts';

const MAX_COVERED = 50;
const MAX_CHARS = 1000;

function attached({ payload }: StoredEvent): Pick<Partial<Extracted>, 'attach'> {
  const events = [...new Set(stringsAt(payload, 'covers'))].slice(0, MAX_COVERED);
  const parts = [
    textOf(payload, 'title'),
    textOf(payload, 'narrative'),
    ...stringsAt(payload, 'facts'),
  ];
  const text = bound(parts.filter((part) => part !== '').join('\n'), MAX_CHARS);
  return events.length === 0 || text === '' ? {} : { attach: { events, text } };
}

// Work notes and session summaries as recalled text.

/**
 * Text that a person or a model wrote is indexed. Text made by rules repeats its sources and would only make their
 * events longer: the notes have their own tables, and recall finds the sources.
 */
export const noteRecorded: Extractor = (event) => {
  const { payload } = event;
  if (textOf(payload, 'made_by') === 'rules') return {};
  const content = sentence(
    textOf(payload, 'title'),
    textOf(payload, 'subtitle'),
    textOf(payload, 'narrative'),
    ...stringsAt(payload, 'facts'),
  );
  return content === '' ? {} : { document: document(content), ...attached(event) };
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

// Additional words that find an event: an agent's note on it, and questions that it answers.

const MAX_NOTE_CHARS = 1000;

/**
 * An agent's note on its event, in other words than the event's own. It is searched with the event and shown beside it.
 */
export function noted({ payload }: StoredEvent, extracted: Partial<Extracted>): Partial<Extracted> {
  const note = payload['note'];
  const { document: held } = extracted;
  if (held === undefined || held === null || typeof note !== 'string' || note.trim() === '')
    return extracted;
  const { searched = held.content } = held;
  const line = bound(note.trim(), MAX_NOTE_CHARS);
  if (searched.includes(line)) return extracted;
  return {
    ...extracted,
    document: {
      ...held,
      searched: `${searched}\n${line}`,
      metadata: { ...held.metadata, note: line },
    },
  };
}

const MAX_ASKED = 5;
const MAX_ASKED_CHARS = 200;

/**
 * Questions that the event answers, in words that it does not have. A search finds the event by them, but never shows
 * them.
 */
export function askedAs(
  { payload }: StoredEvent,
  extracted: Partial<Extracted>,
): Partial<Extracted> {
  const asked = stringsAt(payload, 'asked_as').filter((text) => text.trim() !== '');
  const { document: held } = extracted;
  if (asked.length === 0 || held === undefined || held === null) return extracted;
  const questions = asked.slice(0, MAX_ASKED).map((text) => bound(text.trim(), MAX_ASKED_CHARS));
  return { ...extracted, document: { ...held, asked: questions } };
}
