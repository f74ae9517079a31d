import { expect, it } from 'vitest';
import { bytesText, durationText } from './amounts.ts';

it('shows a size in the largest unit that fits', () => {
  const sizes = [0, 999, 1000, 48_213, 999_499, 999_500, 1_250_000, 9_960_000, 5e9, 7e15];
  expect(sizes.map(bytesText)).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '48 kB',
    '999 kB',
    '1.0 MB',
    '1.3 MB',
    '10 MB',
    '5.0 GB',
    '7000 TB',
  ]);
});

it('shows a duration in minutes, hours or days', () => {
  expect([59, 1749, 7200, 259_200].map(durationText)).toEqual(['59 s', '29 min', '2 h', '3 days']);
});
