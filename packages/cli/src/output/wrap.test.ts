import { expect, it } from 'vitest';
import { wrap } from './wrap.ts';

it('lines break between words within the width', () => {
  expect(wrap('one two three four', 8)).toEqual(['one two', 'three', 'four']);
});

it('a word that is wider than the line stays whole', () => {
  expect(wrap('see /a/very/long/path now', 6)).toEqual(['see', '/a/very/long/path', 'now']);
});

it('a command in backquotes stays on one line', () => {
  expect(wrap('then run `a b c`.', 10)).toEqual(['then run', '`a b c`.']);
});

it('a text that fits stays one line, also an empty one', () => {
  expect([wrap('fits', 4), wrap('', 4)]).toEqual([['fits'], ['']]);
});
