import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ulid } from './ulid.ts';

it('begins with its time in the documented alphabet', () => {
  expect(ulid(1469918176385, () => 0)).toBe('01ARYZ6S410000000000000000');
  expect(ulid(1469918176385, () => 0.999999)).toBe('01ARYZ6S41ZZZZZZZZZZZZZZZZ');
});

it('has 26 characters, sorts by time, and is not the same twice', () => {
  const time = fc.integer({ min: 0, max: 2 ** 48 - 1 });
  fc.assert(
    fc.property(time, time, (one, other) => {
      expect(ulid(one)).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
      if (one < other) expect(ulid(one, () => 0.9) < ulid(other, () => 0)).toBe(true);
    }),
  );
  expect(new Set(Array.from({ length: 1_000 }, () => ulid(0))).size).toBe(1_000);
});
