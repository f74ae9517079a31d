/** The words of a text that say what it is about. */
import { wordStem } from './analyze.ts';

const COMMON = new Set(
  'the and for with that this from have what when where which into then than them they been were will would could should about please make does did how why are was not you your our can all any out use'.split(
    ' ',
  ),
);

/** Stems of words with at least three letters. Identifiers are split into their parts. */
export function contentWords(text: string): Set<string> {
  const split = text.slice(0, 8000).replace(/([a-z0-9])([A-Z])/g, '$1 $2');
  const words = split.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return new Set(words.filter((word) => !COMMON.has(word)).map(wordStem));
}
