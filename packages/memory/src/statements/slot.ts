/** The subject of a statement, as a key: the same words again, or the same sentence with another last value. */

const MAX_KEY = 160;
/** Words that begin a correction and belong to no slot. */
const OPENING =
  /^(?:(?:no|ok(?:ay)?|actually|so|and|but|please|now|also|well|yes|then|nein|also|bitte|jetzt|doch|non|donc|pues|нет|теперь|пожалуйста|不|不是)[,.!]*\s+)+/iu;
/** A number, a version, a path or a name in backquotes that ends the sentence: the value of the subject before it. */
const LAST_VALUE =
  /(?<=(?:\b(?:is|are|to|on|at|in|uses?|version|port|ist|sind|auf|unter|version|est|sur|es|en)|[:=])\s+)(?:`[^`]{1,80}`|v?\d[\w.:-]{0,40}|[\w./-]*[/\d][\w./-]{0,80})(?=[\s.!]*(?:(?:now|instead|from now on|jetzt|ahora|maintenant)[\s.!]*)?$)/iu;

/** Without the words that begin a correction. */
export function withoutOpening(text: string): string {
  return text.replace(OPENING, '');
}

/** @example slotOf('The server runs on port 8080.') === slotOf('No, the server runs on port 9000 now.') */
export function slotOf(text: string): string {
  const said = withoutOpening(text).replace(LAST_VALUE, '\u0000');
  const words = said
    .toLowerCase()
    .replace(/\b(?:now|instead|from now on)\b(?=[\s.!]*$)/, '')
    .match(/[\p{L}\p{N}\u0000]+/gu);
  return (words ?? []).join(' ').replaceAll('\u0000', '…').slice(0, MAX_KEY).toWellFormed();
}

/** A slot with its own value, whatever kind of sentence names it. */
export function hasValue(slot: string): boolean {
  return slot.endsWith('…');
}
