/**
 * A note that names the earlier events it is about. A search for its words finds them, as `payload.note` does for the
 * event itself.
 */
import type { StoredEvent } from '@hookloom/core/events';
import { bound, textOf, textsOf, type Extracted } from './extracted.ts';

const TYPE = 'note.recorded';
const MAX_COVERED = 50;
const MAX_CHARS = 1000;

/** Notes written by rules repeat the content of their events and would only make them longer. */
export function attachedNote({ type, payload }: StoredEvent): Extracted['attach'] | null {
  if (type !== TYPE || textOf(payload, 'made_by') === 'rules') return null;
  const events = [...new Set(textsOf(payload, 'covers'))].slice(0, MAX_COVERED);
  const parts = [
    textOf(payload, 'title'),
    textOf(payload, 'narrative'),
    ...textsOf(payload, 'facts'),
  ];
  const text = bound(parts.filter((part) => part !== '').join('\n'), MAX_CHARS);
  return events.length === 0 || text === '' ? null : { events, text };
}
