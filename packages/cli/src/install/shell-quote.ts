/** One POSIX shell word. Everything but plain path characters is put in single quotes. */
export function shellQuote(word: string): string {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** A command line that a POSIX shell reads as these words. */
export function shellWords(words: readonly string[]): string {
  return words.map(shellQuote).join(' ');
}
