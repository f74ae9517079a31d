import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsOf } from './parts.ts';

test('the parts of a text contain all of it, in order, and none is longer than the embedder reads', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('word', ' ', '\n', '. ', '🦊', 'x'.repeat(30)), { maxLength: 40 }),
      fc.integer({ min: 200, max: 400 }),
      (pieces, chars) => {
        const text = pieces.join('');
        const parts = partsOf(text, chars);
        // A pair of surrogates may be cut.
        expect(parts.join('').replace(/\p{Emoji}|\ufffd+/gu, '')).toBe(
          text.replace(/\p{Emoji}/gu, ''),
        );
        for (const part of parts) expect(part.length).toBeLessThanOrEqual(chars);
      },
    ),
  );
});

test('a part ends with a line, else with a sentence, else with a word', () => {
  expect(partsOf('Use pnpm. Never npm.', 12)).toEqual(['Use pnpm. ', 'Never npm.']);
  expect(partsOf('One. Two.\nThree and four.', 15)).toEqual(['One. Two.\n', 'Three and four.']);
  expect(partsOf('abcdefgh ijkl mnop', 15)).toEqual(['abcdefgh ijkl ', 'mnop']);
  expect(partsOf('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
});

test('a text has at most five parts, and one part for an embedder without a limit', () => {
  expect(partsOf('ab'.repeat(50), 5)).toHaveLength(5);
  expect(partsOf('a long text. '.repeat(500))).toHaveLength(1);
  expect(partsOf('')).toEqual(['']);
});
