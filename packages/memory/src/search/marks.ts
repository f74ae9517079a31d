/** Terms of our own beside the words of a text. `@` cannot come out of the analysis, so none can be forged by a text. */
import type { Channel } from '@hookloom/core';
import { isUntrusted } from '../channels.ts';
import type { Authority } from '../rows.ts';
import { splitWords } from './words.ts';

/** The actor of an event as one term. */
export function actorTerm(actor: string): string {
  return `a@${actor.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}`;
}

/** Marks documents that carry a fact. */
export const AUTHORITY_TERMS: Readonly<Record<Authority, string>> = {
  accepted: 'f@accepted',
  observed: 'f@observed',
  non_authoritative: 'f@generated',
  imported: 'f@imported',
};

/** How the text came in: a flood through one channel must not hide what came through another. */
export function channelTerm(channel: Channel): string {
  return isUntrusted(channel) ? `c@${channel}` : RELIED_TERM;
}

/** A person, an agent or the product itself stands for it. */
export const RELIED_TERM = 'c@relied';

/** The words of a name, for finding it in a question. */
export function nameWords(name: string): string {
  return splitWords(name).join(' ');
}
