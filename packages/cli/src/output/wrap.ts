/**
 * Wraps our sentences to the terminal's width. Never breaks words or commands in backquotes, so that users can copy
 * them.
 */

const WORDS = /[^\s`]*`[^`]*`\S*|\S+/g;

/**
 * @example wrap('a long sentence', 6) // ['a long', 'sentence']
 */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.match(WORDS) ?? ['']) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
