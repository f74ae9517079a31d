import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { renderLine, renderTable } from './table.ts';

test('aligns columns, including wide characters', async () => {
  const rows = [
    ['1', 'goal.created', 'Ship it'],
    ['12', '日本語', 'x'],
  ];
  expect(await renderTable(rows, 80)).toEqual(['1   goal.created  Ship it', '12  日本語        x']);
});

test('keeps every line within the width of the terminal', async () => {
  const rows = [
    ['1', 'x'.repeat(60), '日本語'.repeat(30)],
    ['2', 'y', 'z'.repeat(300)],
  ];
  for (const columns of [20, 40, 80, 120]) {
    for (const line of await renderTable(rows, columns)) {
      expect(stringWidth(line)).toBeLessThanOrEqual(columns);
    }
  }
});

test('marks a truncated line, and never cuts inside a character', async () => {
  expect(await renderLine('日本語日本語', 7)).toBe('日本語…');
  expect(await renderLine('a plain sentence', 7)).toBe('a plai…');
  expect(await renderLine('short', 7)).toBe('short');
});

test('keeps line breaks and escapes inside their cell', async () => {
  const hostile = `c${String.fromCharCode(27)}[2J`;
  expect(await renderTable([['a\nb', hostile]], 80)).toEqual(['a b  c\\u{1b}[2J']);
});
