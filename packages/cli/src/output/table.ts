/** Prints a table for users: columns as wide as their cells, lines cut to the width of the terminal. */
import { encodeFolded, encodeLine } from './terminal-text.ts';

/** The number of columns of encoded text. */
type Measure = (text: string) => number;

const ASCII = /^[\x20-\x7e]*$/;

/**
 * Rows as lines of at most `columns` columns. Encodes the cells. A cell that does not fit ends in `…`.
 *
 * @example await renderTable([['1', 'goal.created'], ['12', 'decision.made']], 80) // ['1 goal.created', '12
 *   decision.made']
 */
export async function renderTable(rows: string[][], columns: number): Promise<string[]> {
  const cells = rows.map((row) => row.map(encodeFolded));
  const measure = await measureFor(cells.flat());
  const count = Math.max(0, ...cells.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, i) =>
    Math.max(0, ...cells.map((row) => measure(row[i] ?? ''))),
  );
  return cells.map((row) => {
    const padded = row.map((cell, i) => cell + ' '.repeat(Math.max(widths[i]! - measure(cell), 0)));
    return cut(padded.join('  ').trimEnd(), columns, measure);
  });
}

/** The complete encoded text of a line, in pieces of at most `columns` columns. */
export async function renderComplete(text: string, columns: number): Promise<string[]> {
  const line = encodeLine(text);
  const measure = await measureFor([line]);
  const pieces = [''];
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(line)) {
    const width = measure(segment);
    if (used + width > columns) {
      pieces.push('');
      used = 0;
    }
    pieces[pieces.length - 1] += segment;
    used += width;
  }
  return pieces;
}

/** One line of at most `columns` columns, folded and encoded. */
export async function renderLine(text: string, columns: number): Promise<string> {
  const line = encodeFolded(text);
  return cut(line, columns, await measureFor([line]));
}

/** Loading the widths of Unicode takes a dozen milliseconds, so plain text avoids it. */
async function measureFor(texts: string[]): Promise<Measure> {
  if (texts.every((text) => ASCII.test(text))) return (text) => text.length;
  const { default: stringWidth } = await import('string-width');
  // The ellipsis of a truncated line is one column wide.
  return (text) => (ASCII.test(text) ? text.length : stringWidth(text));
}

/** Never cuts inside a wide character. */
function cut(text: string, columns: number, measure: Measure): string {
  if (measure(text) <= columns) return text;
  if (ASCII.test(text)) return `${text.slice(0, columns - 1)}…`;
  let out = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const width = measure(segment);
    if (used + width > columns - 1) break;
    out += segment;
    used += width;
  }
  return `${out}…`;
}
