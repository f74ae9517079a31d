import { invalidRequest } from '../errors.ts';

/** One POSIX shell word. Everything except plain path characters is put in single quotes. */
export function shellQuote(word: string): string {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** A command line that a POSIX shell reads as these words. */
export function shellWords(words: readonly string[]): string {
  return words.map(shellQuote).join(' ');
}

/**
 * One word of a command line on Windows. Clients pass it to cmd.exe, to PowerShell or to Git's bash, so only text that
 * all of them read alike can be written.
 *
 * @throws HookloomError `invalid_request` for a word that one of them would misread.
 * @example windowsQuote(String.raw`C:\a b\hook.cjs`) === String.raw`"C:\a b\hook.cjs"`
 */
export function windowsQuote(word: string): string {
  if (/^[A-Za-z0-9_@+=:,.-]+$/.test(word)) return word;
  if (/["%$`!\r\n]/.test(word))
    throw invalidRequest(
      `${word} cannot be part of a Windows command line.`,
      'Use a path without quotes, %, $, ` or !.',
    );
  // A backslash before the closing quote would escape the quote.
  return `"${word.replace(/\\+$/, '$&$&')}"`;
}

/** A command line for a person to paste, in the shells of their system. */
export function pasteWords(words: readonly string[], platform: NodeJS.Platform): string {
  return platform === 'win32' ? words.map(windowsQuote).join(' ') : shellWords(words);
}
