/** Words of the names that an event adds, as far as the event itself shows. */
import type { StoredEvent } from '@hookloom/core/events';
import { roleAndText } from '../extract/agent-work.ts';
import { extract } from '../extract/index.ts';
import { termsOf } from '../salience/name-words.ts';
import { extractStatements } from '../statements/extract-statements.ts';
import { slotOf } from '../statements/slot.ts';

/** Null if the event ends or forgets something, because then only the projection knows which names are left. */
export function addedNameWords(event: StoredEvent): string[] | null {
  const { facts = [], forget = [], invalidate = [] } = extract(event);
  const isEnd = forget.length + invalidate.length > 0 || 'supersedes' in event.payload;
  if (isEnd) return null;
  const { role, text } = roleAndText(event);
  const said = text === '' ? [] : extractStatements({ role, text });
  const names = [
    ...facts.map(({ name }) => name),
    ...said.map(({ text: stated }) => slotOf(stated)),
  ];
  return names.flatMap(termsOf);
}
