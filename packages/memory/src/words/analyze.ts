/** Converts text to index terms. The same analysis is used for documents and questions. */
import { baseForm } from './irregular-forms.ts';
import { porterStem } from './porter-stem.ts';

/** Texts repeat their words, so each word is analysed once. Encoded data is one long word, and rarely repeats. */
const MAX_CACHED = 200_000;
const LONGEST_CACHED = 64;
const cache = new Map<string, readonly string[]>();

/**
 * Terms in the order of the text: words without stop words, English words as stems, identifiers complete and in
 * parts.
 *
 * @example analyze('We decided to use parseConfig') // ['decid', 'us', 'parseconfig', 'pars', 'config']
 */
export function analyze(text: string): string[] {
  const out: string[] = [];
  for (const raw of rawWords(text)) {
    const terms = cache.get(raw) ?? remember(raw);
    for (const term of terms) out.push(term);
  }
  return out;
}

function remember(raw: string): readonly string[] {
  const words: string[] = [];
  // A substring keeps the complete text in memory; a copy does not.
  const copy = Buffer.from(raw, 'utf16le').toString('utf16le');
  addWord(words, copy);
  const terms = words.filter((word) => !STOP_WORDS.has(word)).map(wordStem);
  if (raw.length > LONGEST_CACHED) return terms;
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(copy, terms);
  return terms;
}

/** The distinct content terms of a question; its stop words if it has nothing else. */
export function questionTerms(query: string): string[] {
  const terms = new Set(analyze(query));
  if (terms.size === 0) for (const word of splitWords(query)) terms.add(word);
  return [...terms];
}

// The index form of a word: its base if it is irregular, then its stem.

/** @example wordStem('bought') === wordStem('buying') */
export function wordStem(word: string): string {
  return porterStem(baseForm(word));
}

/** Splits text into words: Unicode words, identifiers and their parts, pairs of CJK characters. */

const WORD = /[\p{L}\p{M}\p{N}_$]+(?:['’]\p{L}+)?/gu;
const CJK =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const ASCII = /^[\x00-\x7f]*$/;
/** Longer runs are data (base64, minified code). Only their beginning counts. */
const MAX_WORD_CHARS = 64;

/**
 * Lower-case words in the order of the text; the parts of an identifier follow the complete one.
 *
 * @example splitWords('getUserName failed') // ['getusername', 'get', 'user', 'name', 'failed']
 */
export function splitWords(text: string): string[] {
  const out: string[] = [];
  for (const raw of rawWords(text)) addWord(out, raw);
  return out;
}

/** The runs of word characters, unchanged. */
export function rawWords(text: string): readonly string[] {
  const normal = ASCII.test(text) ? text : text.normalize('NFKC');
  return normal.match(WORD) ?? [];
}

/** Adds the lower-case words of one run. */
function addWord(out: string[], run: string): void {
  const raw = run.slice(0, MAX_WORD_CHARS);
  const word =
    raw.includes("'") || raw.includes('’') ? raw.replace(/['’]s$/i, '').replace(/['’]/g, '') : raw;
  const lower = word.toLowerCase();
  if (!ASCII.test(lower) && CJK.test(lower)) return addPairs(out, lower);
  out.push(lower);
  if (word.length > 3 && (/[_$\d]/.test(word) || /[a-z][A-Z]|[A-Z]{2}[a-z]/.test(word)))
    addParts(out, word);
}

function addParts(out: string[], word: string): void {
  const parts = word
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u);
  if (parts.length < 2) return;
  for (const part of parts) if (part.length > 1) out.push(part.toLowerCase());
}

/** Scripts without spaces: overlapping pairs, the usual method without a dictionary. */
function addPairs(out: string[], run: string): void {
  const characters = [...run];
  if (characters.length === 1) out.push(run);
  for (let i = 0; i + 1 < characters.length; i++) out.push(characters[i]! + characters[i + 1]!);
}

/** English words that do not identify the subject of a question. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above after again against all am an and any are aren as at be because been before being below between both
   but by can could couldn d did didn do does doesn doing don down during each few for from further had hadn has hasn
   have haven having he her here hers herself him himself his how i if in into is isn it its itself just ll m me more
   most my myself no nor not now of off on once only or other our ours ourselves out over own re s same she should
   shouldn so some such t than that the their theirs them themselves then there these they this those through to too
   under until up ve very was wasn we were weren what when where which while who whom why will with won would wouldn
   you your yours yourself yourselves`
    .trim()
    .split(/\s+/),
);
