import { expect, it } from 'vitest';
import { wrap } from './wrap.ts';

it('breaks lines between words within the width', () => {
  expect(wrap('one two three four', 8)).toEqual(['one two', 'three', 'four']);
});

it('does not break a word that is wider than the line', () => {
  expect(wrap('see /a/very/long/path now', 6)).toEqual(['see', '/a/very/long/path', 'now']);
});

it('keeps a command in backquotes on one line', () => {
  expect(wrap('then run `a b c`.', 10)).toEqual(['then run', '`a b c`.']);
});

it('keeps a text that fits on one line, even an empty one', () => {
  expect([wrap('fits', 4), wrap('', 4)]).toEqual([['fits'], ['']]);
});
