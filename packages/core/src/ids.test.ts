import { expect, test } from 'vitest';
import { createIds, eventIdFrom, weakRandomHex } from './ids.ts';

test('ids sort in order of creation, even if the clock goes backwards', () => {
  const ids = createIds(weakRandomHex);
  const clock = [5, 5, 6, 3, 1, 6, 2_000_000_000_000, 7];
  const made = clock.map((ms) => ids.eventId(ms));
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
});

test('an id is evt_ and 32 hex characters', () => {
  expect(createIds(weakRandomHex).eventId(Date.UTC(2026, 10, 21))).toMatch(/^evt_[0-9a-f]{32}$/);
  expect(eventIdFrom(0x0193, 'ab'.repeat(10))).toBe('evt_000000000193abababababababababab');
});
