import fs from 'node:fs';
import { expect, test } from 'vitest';

const text = fs.readFileSync('docs/explanation/behaviours.md', 'utf8');
const rows = [...text.matchAll(/^\| ([BP]\d+) \|(.*)\|$/gm)].map(
  ([, number, row]) => [number!, row!.split('|').at(-1)!.split('<br>')] as const,
);
const named = rows.flatMap(([number, tests]) =>
  tests.map((one) => {
    const match = /^ ?`([^`]+)`: (.+?) ?$/.exec(one);
    return [number, match?.[1] ?? '', match?.[2] ?? one] as const;
  }),
);

test('the page lists all seventeen behaviours and all seventeen pains', () => {
  const wanted = ['B', 'P'].flatMap((list) =>
    Array.from({ length: 17 }, (_, at) => `${list}${at + 1}`),
  );
  expect(rows.map(([number]) => number)).toEqual(wanted);
});

test.each(named)('%s is covered by a test in %s: %s', (_number, file, title) => {
  expect(fs.readFileSync(file, 'utf8')).toContain(`'${title}'`);
});
