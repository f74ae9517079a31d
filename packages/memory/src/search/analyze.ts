/** Text to index terms. The same analysis serves documents and questions. */
import { porterStem } from './porter-stem.ts';
import { STOP_WORDS } from './stop-words.ts';
import { splitWords } from './words.ts';

/**
 * Terms in the order of the text: words without stop words, English words as stems, identifiers whole and in parts.
 *
 * @example analyze('We decided to use parseConfig') // ['decid', 'us', 'parseconfig', 'pars', 'config']
 */
export function analyze(text: string): string[] {
  const out: string[] = [];
  for (const word of splitWords(text)) if (!STOP_WORDS.has(word)) out.push(porterStem(word));
  return out;
}

/** The distinct content terms of a question; its stop words where it has nothing else. */
export function questionTerms(query: string): string[] {
  const terms = new Set(analyze(query));
  if (terms.size === 0) for (const word of splitWords(query)) terms.add(word);
  return [...terms];
}
