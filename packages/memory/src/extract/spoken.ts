/** The words of an event that statements are read from. */
import type { StoredEvent } from '@hookloom/core';
import { isDialogue, ownWords } from './dialogues.ts';
import { textOf } from './extracted.ts';

/** A turn, or what a person said in a dialogue; an empty text for any other event. */
export function spokenIn(event: StoredEvent): { role: string; text: string } {
  const { type, payload, origin } = event;
  if (type === 'transcript.turn')
    return { role: textOf(payload, 'role'), text: textOf(payload, 'content') };
  const isPersons = isDialogue(event) && origin?.channel === 'user';
  return { role: 'user', text: isPersons ? ownWords(event) : '' };
}
