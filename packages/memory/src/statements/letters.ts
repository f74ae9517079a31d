/** Properties of a text that its characters show. Cheap per character, because this runs over every line of a log. */

/** 1: a letter of any script, or another character beyond Latin-1. -1: a mark. 0: a blank or a digit. */
const WEIGHTS = new Int8Array(0x1_0000).fill(1);
WEIGHTS.fill(-1, 0, 192).fill(-1, 0x2000, 0x2c00);
WEIGHTS.fill(1, 65, 91)
  .fill(1, 97, 123)
  .fill(0, 48, 58)
  .fill(0, 9, 14)
  .fill(0, 32, 33)
  .fill(0, 160, 161);

const CAPITALS = /^(?:[^A-Z]*[A-Z]){12}/;
const BLANK = ' \\t-\\r\\xa0';
const wordsOf = (least: number): RegExp =>
  new RegExp(`^[${BLANK}]*(?:[^${BLANK}]+[${BLANK}]+){${least - 1}}[^${BLANK}]`);
const TWO_WORDS = wordsOf(2);
const FOUR_WORDS = wordsOf(4);
const FIVE_HAN = /^(?:[^\u4e00-\u9fff]*[\u4e00-\u9fff]){5}/;

/** Fewer letters than marks. */
export function isMostlyMarks(text: string): boolean {
  let balance = 0;
  for (let at = 0; at < text.length; at++) balance += WEIGHTS[text.charCodeAt(at)]!;
  return balance < 0;
}

/** Whether the text is in capitals, except for a name or two. */
export function isShouted(text: string): boolean {
  if (!CAPITALS.test(text)) return false;
  return text.replace(/[^A-Z]/g, '').length > 2 * text.replace(/[^a-z]/g, '').length;
}

/** Whether the text has more than one or two words, which could only announce the next line. */
export function isPhrase(text: string): boolean {
  return (text.endsWith(':') ? TWO_WORDS : FOUR_WORDS).test(text) || FIVE_HAN.test(text);
}
