import { expect, test } from 'vitest';
import { foldSame } from './fold.ts';

test('rows that differ only in case or spacing fold into the first one, which lists the others', () => {
  const rows = [
    { text: 'Use  SQLite', also: [] as string[] },
    { text: 'use postgres', also: [] },
    { text: ' use sqlite ', also: [] },
  ];
  const kept = foldSame(
    rows,
    ({ text }) => text,
    (first, other) => first.also.push(other.text),
  );
  expect(kept).toEqual([
    { text: 'Use  SQLite', also: [' use sqlite '] },
    { text: 'use postgres', also: [] },
  ]);
});
