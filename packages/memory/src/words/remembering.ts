/** Memoises a function of a word: texts repeat their words. */

const MAX_KEPT = 50_000;
/** Longer ones are not repeated words and would fill the memory. */
const MAX_CHARS = 64;

/** @example const stemOf = remembering(porterStem); */
export function remembering<T>(find: (word: string) => T): (word: string) => T {
  const kept = new Map<string, T>();
  return (word) => {
    let found = kept.get(word);
    if (found === undefined) {
      found = find(word);
      if (kept.size >= MAX_KEPT) kept.clear();
      if (word.length <= MAX_CHARS) kept.set(word, found);
    }
    return found;
  };
}
