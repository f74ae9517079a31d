/** A table for people: columns as wide as their cells, the last one cut to the width of the terminal. */
import stringWidth from 'string-width';
import { encodeFolded } from './terminal-text.ts';

/**
 * Rows as lines of at most `columns` columns. Cells are encoded here; what does not fit ends in `…`.
 *
 * @example renderTable([['1', 'goal.created'], ['12', 'decision.made']], 80) // ['1   goal.created', '12  decision.made']
 */
export function renderTable(rows: string[][], columns: number): string[] {
  const cells = rows.map((row) => row.map(encodeFolded));
  const count = Math.max(0, ...cells.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, i) =>
    Math.max(0, ...cells.map((row) => stringWidth(row[i] ?? ''))),
  );
  return cells.map((row) => {
    let line = '';
    let used = 0;
    for (const [i, cell] of row.entries()) {
      const room = Math.max(columns - used, 1);
      const text = cutToWidth(cell, room);
      line += text;
      if (i === row.length - 1) break;
      const padding = Math.max(widths[i]! - stringWidth(cell), 0) + 2;
      line += ' '.repeat(padding);
      used += Math.max(widths[i]!, stringWidth(cell)) + 2;
    }
    return cutToWidth(line.trimEnd(), columns);
  });
}

/** Encoded text cut to a number of columns; never inside a wide character. */
export function cutToWidth(text: string, columns: number): string {
  if (text.length <= columns && /^[\x20-\x7e]*$/.test(text)) return text;
  if (stringWidth(text) <= columns) return text;
  let out = '';
  let used = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const width = stringWidth(segment);
    if (used + width > columns - 1) break;
    out += segment;
    used += width;
  }
  return `${out}…`;
}
