/**
 * Our own terms besides the words of a text: marks, and dates as terms. The analysis never produces `@`, so a text cannot
 * forge one.
 */
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

/** Dates as terms, so that "in May 2023" finds what happened then: `d@2023-05-07`, `d@2023-05`, `d@2023`, `d@m05`, `d@d05-07`. */

const NAMES =
  'january february march april may june july august september october november december'.split(
    ' ',
  );
const MONTH_NUMBERS = new Map(
  NAMES.flatMap((name, i) => [[name, i + 1] as const, [name.slice(0, 3), i + 1] as const]),
);

const MONTH = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

/**
 * The terms of every date in the text.
 *
 * @example dateTerms('since 7 May 2023') // ['d@m05', 'd@2023', 'd@2023-05', 'd@d05-07', 'd@2023-05-07']
 */
export function dateTerms(text: string): string[] {
  const out = new Set<string>();
  for (const m of text.matchAll(/\b(\d{4})-(\d{2})-(\d{2})/g))
    add(out, m[1], Number(m[2]), Number(m[3]));
  if (MONTH.test(text)) monthTerms(out, text.toLowerCase());
  for (const m of text.matchAll(/\b(20\d{2})\b/g)) out.add(`d@${m[1]}`);
  return [...out];
}

function monthTerms(out: Set<string>, lower: string): void {
  for (const m of lower.matchAll(
    /\b(\d{1,2})(?:st|nd|rd|th)?\s{1,3}(?:of\s)?([a-z]{3,9})\.?,?\s{0,3}(\d{4})?/g,
  )) {
    add(out, m[3], MONTH_NUMBERS.get(m[2]!), Number(m[1]));
  }
  for (const m of lower.matchAll(
    /\b([a-z]{3,9})\.?\s{1,3}(\d{1,2})(?:st|nd|rd|th)?\b,?\s{0,3}(\d{4})?/g,
  )) {
    add(out, m[3], MONTH_NUMBERS.get(m[1]!), Number(m[2]));
  }
  for (const m of lower.matchAll(/\b([a-z]{3,9}),?\s{1,3}(\d{4})\b/g))
    add(out, m[2], MONTH_NUMBERS.get(m[1]!));
  for (const m of lower.matchAll(/\b(?:in|on|of|during|since|by|last|this)\s([a-z]{3,9})\b/g)) {
    add(out, undefined, MONTH_NUMBERS.get(m[1]!));
  }
}

let lastDay = '';
let lastTerms: string[] = [];

/** The terms of the day of an event. Caches the last day, because events arrive in order of time. */
export function dayTerms(timestamp: string): string[] {
  if (timestamp.slice(0, 10) === lastDay) return lastTerms;
  const out = new Set<string>();
  const m = /^(\d{4})-(\d{2})-(\d{2})/.exec(timestamp);
  if (m !== null) add(out, m[1], Number(m[2]), Number(m[3]));
  lastDay = timestamp.slice(0, 10);
  lastTerms = [...out];
  return lastTerms;
}

function add(
  out: Set<string>,
  year: string | undefined,
  month: number | undefined,
  day?: number,
): void {
  if (month === undefined || month < 1 || month > 12) return;
  const mm = String(month).padStart(2, '0');
  out.add(`d@m${mm}`);
  if (year !== undefined) {
    out.add(`d@${year}`);
    out.add(`d@${year}-${mm}`);
  }
  if (day === undefined || day < 1 || day > 31) return;
  const dd = String(day).padStart(2, '0');
  out.add(`d@d${mm}-${dd}`);
  if (year !== undefined) out.add(`d@${year}-${mm}-${dd}`);
}
