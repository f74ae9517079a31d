import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startsInAscii } from './directives.ts';
import * as tables from './directive-words.ts';

const patterns = Object.values(tables).flatMap((words) =>
  Array.isArray(words) ? [] : Object.values<string>(words as Record<string, string>),
);

/** Texts that the pattern matches, and near misses: accents are lost, and gaps are filled with ordinary characters. */
function textsLike(pattern: string): fc.Arbitrary<string> {
  const plain = pattern
    .replace(/\(\?<?!(?:\\.|[^)\\])*\)/gu, '')
    .replace(/\[\^[^\]]*\]/gu, '[a-z ,]')
    .replaceAll('\\p{L}', '[a-z]')
    .replaceAll('\\b', '');
  return fc
    .tuple(
      fc.stringMatching(new RegExp(`^(?:${plain})$`)),
      fc.boolean(),
      fc.constantFrom('', 'x ', 'A.'),
    )
    .map(([text, isLoud, lead]) => {
      const ascii = text.normalize('NFKD').replace(/[^\t-~]/gu, '');
      return lead + (isLoud ? ascii.toUpperCase() : ascii);
    });
}

test('every pattern is written in lower case', () => {
  for (const pattern of patterns.map((one) => one.replaceAll('\\p{L}', '')))
    expect(pattern).toBe(pattern.toLowerCase());
});

test('the start of an alternative matches wherever the full pattern does', () => {
  let matches = 0;
  for (const pattern of patterns) {
    const whole = new RegExp(pattern, 'iu');
    const starts = new RegExp(startsInAscii(pattern).join('|'), 'u');
    expect(starts.test('')).toBe(false);
    fc.assert(
      fc.property(textsLike(pattern), (text) => {
        if (!whole.test(text)) return;
        matches++;
        expect(starts.test(text.toLowerCase())).toBe(true);
      }),
      { numRuns: 50 },
    );
  }
  expect(matches).toBeGreaterThan(1_000);
});
