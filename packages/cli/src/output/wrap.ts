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

/**
 * Breaks one line at spaces. It continues below its beginning, or below what follows a short label. A command after `$`
 * stays on one line.
 *
 * @param parts Encoded texts of the line
 * @example fold(['ok   all events are whole'], 16) // ['ok   all events\n     are whole']
 */
export function fold(parts: string[], columns: number): string[] {
  const text = parts.join('');
  if (text.length <= columns || /^ *\$ /.test(text)) return parts;
  const indent = /^ *(?:\S{1,8} {2,})?/.exec(text)![0].length;
  let used = 0;
  const place = (word: string): string => {
    const bare = word.trimStart();
    const fits = bare === word || used <= indent || used + word.length <= columns;
    used = fits ? used + word.length : indent + bare.length;
    return fits ? word : `\n${' '.repeat(indent)}${bare}`;
  };
  return parts.map((part) => part.replace(/ *(?:[^ `]*`[^`]*`[^ ]*|[^ ]+)/g, place));
}
