/** Our own terms besides the words of a text. The analysis never produces `@`, so a text cannot forge one. */
import type { Channel } from '@hookloom/core/events';
import { isUntrusted } from '../channels.ts';
import type { Authority } from '../rows.ts';
import { questionTerms } from './analyze.ts';
import { splitWords } from './split-words.ts';

/** The actor of an event as one term. */
export function actorTerm(actor: string): string {
  return `a@${actor.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-')}`;
}

/** Marks documents that contain a fact. */
export const AUTHORITY_TERMS: Readonly<Record<Authority, string>> = {
  accepted: 'f@accepted',
  observed: 'f@observed',
  non_authoritative: 'f@generated',
  imported: 'f@imported',
};

/** The channel of the text: many texts from one channel must not hide those from another. */
export function channelTerm(channel: Channel): string {
  return isUntrusted(channel) ? `c@${channel}` : RELIED_TERM;
}

/** A person, an agent or the product itself is its source. */
export const RELIED_TERM = 'c@relied';

/** Precedes a word of the questions that a text answers. The analysis never produces it, and the index drops it. */
export const QUESTION_MARK = '?';

/** The terms of the questions, without those of the text itself. */
export function addedQuestionTerms(
  questions: readonly string[],
  held: readonly string[],
): string[] {
  const known = new Set(held);
  const asked = new Set(questionTerms(questions.join('\n')));
  return [...asked].filter((term) => !known.has(term));
}

/** The words of a name, for finding it in a question. */
export function nameWords(name: string): string {
  return splitWords(name).join(' ');
}
