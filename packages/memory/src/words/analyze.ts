/** Converts text to index terms. The same analysis is used for documents and questions. */
import { STOP_WORDS, addWord, rawWords, splitWords } from './split-words.ts';
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
