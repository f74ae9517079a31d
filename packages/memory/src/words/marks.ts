/** Our own terms besides the words of a text. The analysis never produces `@`, so a text cannot forge one. */
import type { Channel } from '@hookloom/core/events';
import { isUntrusted } from '../channels.ts';
import type { Authority } from '../rows.ts';
import { questionTerms, splitWords } from './analyze.ts';

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

/** Marks for the form of a text: whether it asks, and whether it names a time. Its dates have separate marks. */

const ASKS = 'q@asks';
const ENDS_ASKING = 'q@ends';
const TELLS_TIME = 't@told';

const UNITS = 'day|week|weekend|month|year|night|morning|evening|summer|winter|spring|fall|autumn';
const DAYS = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday';
const MONTHS = 'january|february|march|april|june|july|august|september|october|november|december';
const TIME = new RegExp(
  String.raw`\b(?:yesterday|today|tonight|tomorrow|ago|recently|since|${DAYS}|${MONTHS}|(?:last|next|this|past) (?:${UNITS})|for \w{1,12} (?:years|months|weeks|days))\b`,
  'i',
);
/** An attachment in brackets may follow the question. */
const QUESTION_END = /\?["'”’)\s]{0,8}(?:\[[^\]]{0,300}\]\s{0,8})?$/;
/** Longer texts are output and files. Only their beginning is read. */
const READ_CHARS = 2000;

export function turnMarks(text: string, isTurn: boolean): string[] {
  const marks: string[] = [];
  if (isTurn && text.includes('?')) {
    marks.push(ASKS);
    if (QUESTION_END.test(text.slice(-400))) marks.push(ENDS_ASKING);
  }
  if (TIME.test(text.slice(0, READ_CHARS))) marks.push(TELLS_TIME);
  return marks;
}

/** Reads the marks stored with a document. */
export const asksSomething = (kept: string): boolean => kept.includes(ASKS);
export const endsAsking = (kept: string): boolean => kept.includes(ENDS_ASKING);
export const tellsTime = (kept: string): boolean => kept.includes(TELLS_TIME);

/** Whether a question asks for a time. */
export function asksWhen(query: string): boolean {
  return /\b(?:when|how long|(?:what|which) (?:day|date|month|year|time))\b/i.test(query);
}
