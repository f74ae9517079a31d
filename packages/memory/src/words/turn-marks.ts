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
