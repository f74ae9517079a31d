/** Additional words that find an event: an agent's note on it, and questions that it answers. */
import type { StoredEvent } from '@hookloom/core/events';
import { bound, textsOf, type Extracted } from './extracted.ts';

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
  const asked = textsOf(payload, 'asked_as').filter((text) => text.trim() !== '');
  const { document: held } = extracted;
  if (asked.length === 0 || held === undefined || held === null) return extracted;
  const questions = asked.slice(0, MAX_ASKED).map((text) => bound(text.trim(), MAX_ASKED_CHARS));
  return { ...extracted, document: { ...held, asked: questions } };
}
