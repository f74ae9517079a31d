import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime } from './ports/environment.ts';

test('any instant with a four-digit year is formatted like the built-in does', () => {
  const instant = fc.integer({ min: Date.UTC(0, 0), max: Date.UTC(9999, 11, 31, 23, 59, 59, 999) });
  fc.assert(
    fc.property(instant, (ms) => {
      expect(isoTime(ms)).toBe(new Date(ms).toISOString());
    }),
  );
});

test.each([Number.NaN, 8.64e15, -8.64e15, Date.UTC(10_000, 0)])('%d has no ISO form', (ms) => {
  expect(isoTime(ms)).toBe('');
});
