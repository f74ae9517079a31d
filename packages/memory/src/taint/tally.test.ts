import { expect, it } from 'vitest';
import { openTally } from './tally.ts';

it('counts every number separately, however large, and starts again at zero', () => {
  const tally = openTally();
  const counted = [3, 70_000, 3, 2_000_000, 3, 70_000].map((number) => tally.add(number));
  expect(counted).toEqual([1, 1, 2, 1, 3, 2]);
  expect([3, 4, 70_000, 2_000_000, 9_000_000].map(tally.of)).toEqual([3, 0, 2, 1, 0]);
  tally.clear([3, 70_000, 2_000_000]);
  expect(tally.add(3)).toBe(1);
  expect(tally.of(70_000)).toBe(0);
});
