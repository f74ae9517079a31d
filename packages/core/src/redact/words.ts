/** Where a word begins, in plain text and in text that JSON or a URL has escaped. */

/** An escape before a word ends in a letter or digit that does not belong to the word. */
const ESCAPE = /(?:%[0-9A-F]{2}|\\[nrtbf]|\\u[0-9a-f]{4})$/i;

/** True in the middle of a word; a `strict` word is not part of a path or a sum either. */
export function isInWord(text: string, at: number, from: number, strict = false): boolean {
  if (at === from || !(strict ? /[\w+/.-]/ : /[A-Za-z0-9]/).test(text[at - 1] ?? '')) return false;
  return !ESCAPE.test(text.slice(Math.max(from, at - 6), at));
}

/** Pieces of patterns; short, because there are many. */
export const R = String.raw;
/** An opening quote, also as text inside JSON has it. */
export const OPEN = R`\\{0,7}["'\x60]`;
/** Blanks between signs. */
export const S = '[ \\t]{0,8}';

/** `… as password`, `… as the database password`. */
export function isSaidAs(text: string, nameStart: number): boolean {
  return text[nameStart - 1] === ' ' && text.slice(nameStart - 24, nameStart).includes(' as ');
}
