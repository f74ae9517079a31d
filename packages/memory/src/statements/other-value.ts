/**
 * The values that a sentence gives: numbers with a unit, times and days. A newer sentence may give another value for
 * what an older one is about, in other words.
 */
import { wordStem } from '../words/analyze.ts';

const COUNTS = words(
  '- - two three four five six seven eight nine ten eleven twelve',
  '- - zwei drei vier fünf sechs sieben acht neun zehn elf zwölf',
);
const DAYS = words(
  'sunday monday tuesday wednesday thursday friday saturday',
  'sonntag montag dienstag mittwoch donnerstag freitag samstag',
);
/** A number, with the word after it. Parts of names, versions and paths are not numbers. */
const NUMBER = new RegExp(
  `(?<![\\p{L}\\p{N}_.:/#-])(\\d[\\d.,]*\\d|\\d|${[...COUNTS.keys()].join('|')})(?:(st|nd|rd|th|%)(?!\\p{L})|[ -]?([\\p{L}]{1,20}))?(?![\\p{N}/])`,
  'giu',
);
const TIME =
  /(?<![\p{N}:.])(\d{1,2}:\d\d|\d{1,2} ?[ap]m|noon|midnight|mittags?|mitternacht)(?![\p{L}\p{N}:])/giu;
/** The sentence says that something is different now. */
const CHANGED =
  /^(?:(?:ok(?:ay)?|so|no|please|also|bitte|nein)[,.]? )*(?:let['’]?s|set|make|raise|lower|increase|reduce|extend|shorten|bump|give|use|switch|move|change|we (?:give|raise|lower|moved|changed|switched|left)|setz|erhöh|senk|nimm)\p{L}*(?!\p{L})|(?<!\p{L})(?:now|from (?:now|today|here) on|from today|as of|no longer|any ?more|instead|rather than|moved|switched|changed|replaced|gone|jetzt|nun|ab (?:sofort|jetzt|heute)|künftig|nicht mehr|statt|stattdessen|abgeschaltet|umgestellt|gewechselt)(?!\p{L})/iu;
/** Words between a number and its unit that do not name the unit. */
const NO_UNIT = /^(?:and|or|to|of|in|at|on|for|from|is|are|und|oder|bis|in|am|um|von)$/iu;

/** @example hasOtherValue(valuesOf('We keep 30 days of logs.'), valuesOf('Logs stay for 90 days now.')) // true */
export function hasOtherValue(older: Values, newer: Values): boolean {
  for (const [unit, values] of newer) {
    const held = older.get(unit);
    if (held !== undefined && ![...values].some((value) => held.has(value))) return true;
  }
  return false;
}

/** @example isCount('three') // true */
export const isCount = (word: string): boolean => COUNTS.has(word);

/** Whether a sentence says that something is different now. */
export function saysChange(text: string): boolean {
  return CHANGED.test(text);
}

/** The numbers, times and days of a sentence by their unit, as it names it. */
export type Values = ReadonlyMap<string, ReadonlySet<string>>;

export function valuesOf(text: string): Values {
  const found = new Map<string, Set<string>>();
  const add = (unit: string, value: string): void => {
    const values = found.get(unit) ?? new Set();
    found.set(unit, values.add(value));
  };
  const rest = text.replace(TIME, (time) => {
    add('time', time.toLowerCase());
    return ' ';
  });
  for (const { 1: number, 2: mark, 3: after, index } of rest.matchAll(NUMBER)) {
    const before = /(\p{L}{2,20}) $/u.exec(rest.slice(0, index))?.[1];
    const unit = [after, before].find((word) => word !== undefined && !NO_UNIT.test(word));
    const named = mark ?? (unit === undefined ? '' : wordStem(unit.toLowerCase()));
    const value = number!.toLowerCase();
    if (named !== '') add(named, String(COUNTS.get(value) ?? value));
  }
  for (const word of rest.toLowerCase().match(/\p{L}+/gu) ?? []) {
    const day = DAYS.get(word.replace(/s$/, ''));
    if (day !== undefined) add('day', String(day));
  }
  return found;
}

function words(...lists: string[]): ReadonlyMap<string, number> {
  const numbered = lists.flatMap((list) => list.split(' ').map((word, at) => [word, at] as const));
  return new Map(numbered.filter(([word]) => word !== '-'));
}
