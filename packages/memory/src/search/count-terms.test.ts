import { expect, test } from 'vitest';
import { weigh } from './bm25.ts';
import { countTerms } from './count-terms.ts';

const count = (lines: string[], ...asked: string[]) =>
  countTerms(
    lines.join('\n'),
    weigh(asked, (terms) => terms.map(() => 1), 10),
  );

test('counts each text separately, and marks a text without any of the words as silent', () => {
  expect(count(['fire barn fire', 'barn', 'snow', ''], 'fire', 'barn')).toEqual([
    { exact: [2, 1], counts: [2, 1], reached: [2, 1], isSilent: false },
    { exact: [0, 1], counts: [0, 1], reached: [0, 1], isSilent: false },
    { exact: [0, 0], counts: [0, 0], reached: [0, 0], isSilent: true },
    { exact: [0, 0], counts: [0, 0], reached: [0, 0], isSilent: true },
  ]);
});

test('does not count a word inside another word', () => {
  expect(count(['barnfire firebarn fire', 'fire'], 'barn').map(({ counts }) => counts)).toEqual([
    [0],
    [0],
  ]);
});

test('counts a repeated word twice', () => {
  expect(count(['aa aa aa aaa'], 'aa')[0]).toEqual({
    exact: [3],
    counts: [3],
    reached: [3],
    isSilent: false,
  });
});

test('counts a related word for less, and never as exact', () => {
  const [pet] = count(['dog'], 'pet');
  expect(pet!.exact).toEqual([0]);
  expect(pet!.counts[0]).toBeGreaterThan(0);
  expect(pet!.counts[0]).toBeLessThan(1);
});

test('counts a word of a question that the text answers for less, and never as exact', () => {
  const [asked] = count(['dog ?barn'], 'barn');
  expect(asked).toMatchObject({ exact: [0], reached: [1], isSilent: false });
  expect(asked!.counts[0]).toBeLessThan(1);
});
