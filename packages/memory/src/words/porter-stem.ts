/** Porter's stemmer (M. F. Porter, "An algorithm for suffix stripping", 1980) for lower-case ASCII words. */

const CONSONANTS = '[^aeiou][^aeiouy]*';
const VOWELS = '[aeiouy][aeiou]*';
/** Measure above 0, exactly 1, above 1; a vowel in the stem; consonant-vowel-consonant at the end. */
const MEASURED = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}`);
const ONCE = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}(?:${VOWELS})?$`);
const TWICE = new RegExp(`^(?:${CONSONANTS})?${VOWELS}${CONSONANTS}${VOWELS}${CONSONANTS}`);
const VOWEL = new RegExp(`^(?:${CONSONANTS})?[aeiouy]`);
const SHORT = new RegExp(`^${CONSONANTS}[aeiouy][^aeiouwxy]$`);

type Suffixes = readonly (readonly [suffix: string, replacement: string])[];

/** Longest first if one ends with another. */
const STEP_2: Suffixes = [
  ['ational', 'ate'],
  ['ization', 'ize'],
  ['iveness', 'ive'],
  ['fulness', 'ful'],
  ['ousness', 'ous'],
  ['tional', 'tion'],
  ['biliti', 'ble'],
  ['entli', 'ent'],
  ['ousli', 'ous'],
  ['ation', 'ate'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['iviti', 'ive'],
  ['enci', 'ence'],
  ['anci', 'ance'],
  ['izer', 'ize'],
  ['alli', 'al'],
  ['ator', 'ate'],
  ['logi', 'log'],
  ['bli', 'ble'],
  ['eli', 'e'],
];
const STEP_3: Suffixes = [
  ['icate', 'ic'],
  ['ative', ''],
  ['alize', 'al'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
];
const STEP_4 = 'ement ance ence able ible ment ant ent ism ate iti ous ive ize al er ic ou'.split(
  ' ',
);

const MAX_CACHED = 50_000;
const cache = new Map<string, string>();

/**
 * The stem of a lower-case ASCII word; anything else is returned unchanged.
 *
 * @example porterStem('decisions') === 'decis'
 */
export function porterStem(word: string): string {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  let stem = cache.get(word);
  if (stem === undefined) {
    stem = computeStem(word);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(word, stem);
  }
  return stem;
}

function computeStem(word: string): string {
  // An initial y is a consonant.
  let w = word.startsWith('y') ? `Y${word.slice(1)}` : word;
  w = stripPlural(w);
  w = stripPast(w);
  if (w.endsWith('y') && VOWEL.test(w.slice(0, -1)) && w.length > 1) w = `${w.slice(0, -1)}i`;
  w = replaceSuffix(w, STEP_2);
  w = replaceSuffix(w, STEP_3);
  w = stripLast(w);
  if (w.endsWith('e')) {
    const rest = w.slice(0, -1);
    if (TWICE.test(rest) || (ONCE.test(rest) && !SHORT.test(rest))) w = rest;
  }
  if (w.endsWith('ll') && TWICE.test(w)) w = w.slice(0, -1);
  return w.startsWith('Y') ? `y${w.slice(1)}` : w;
}

function stripPlural(w: string): string {
  if (w.endsWith('sses') || w.endsWith('ies')) return w.slice(0, -2);
  return w.endsWith('s') && !w.endsWith('ss') ? w.slice(0, -1) : w;
}

function stripPast(w: string): string {
  if (w.endsWith('eed')) return MEASURED.test(w.slice(0, -3)) ? w.slice(0, -1) : w;
  const rest = w.endsWith('ed') ? w.slice(0, -2) : w.endsWith('ing') ? w.slice(0, -3) : null;
  if (rest === null || !VOWEL.test(rest)) return w;
  if (/(at|bl|iz)$/.test(rest)) return `${rest}e`;
  if (/([^aeiouylsz])\1$/.test(rest)) return rest.slice(0, -1);
  return SHORT.test(rest) ? `${rest}e` : rest;
}

function replaceSuffix(w: string, suffixes: Suffixes): string {
  for (const [suffix, replacement] of suffixes) {
    if (!w.endsWith(suffix)) continue;
    const rest = w.slice(0, -suffix.length);
    return MEASURED.test(rest) ? rest + replacement : w;
  }
  return w;
}

function stripLast(w: string): string {
  for (const suffix of STEP_4) {
    if (!w.endsWith(suffix)) continue;
    const rest = w.slice(0, -suffix.length);
    return TWICE.test(rest) ? rest : w;
  }
  if (/[st]ion$/.test(w)) {
    const rest = w.slice(0, -3);
    if (TWICE.test(rest)) return rest;
  }
  return w;
}
