/** Terms of our own beside the words of a text. `@` cannot come out of the analysis, so none can be forged by a text. */
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
};

/** The words of a name, for finding it in a question. */
export function nameWords(name: string): string {
  return splitWords(name).join(' ');
}
