import { expect, test } from 'vitest';
import { namesIn, foldSame } from './search.ts';

test.each([
  [
    'why does `parse config` fail in src/app.ts for evt_12?',
    ['parse config', 'src/app.ts', 'evt_12'],
  ],
  ['what is "the due date" of T-12.', ['the due date', 'T-12']],
  ['where is parseConfig', ['parseConfig']],
  ['who decided that', []],
  ['an "unclosed quote and `tick', []],
])('%s', (query, names) => {
  expect(namesIn(query)).toEqual(names);
});

test('looks up only the first dozen names of a question', () => {
  expect(namesIn(Array.from({ length: 50 }, (_, i) => `T-${i}`).join(' '))).toHaveLength(12);
});

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
