/** Session ids that we generate, in the documented ULID format. A client's own session id is never replaced. */

/** Crockford's base 32: no I, L, O, U. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_DIGITS = 10;
const RANDOM_DIGITS = 16;

/**
 * 26 characters that sort by time: 48 bits of milliseconds, 80 of randomness.
 *
 * @param random Numbers from 0 to below 1. Uniqueness only, never a secret.
 * @example ulid(1469918176385, () => 0) === '01ARYZ6S410000000000000000'
 */
export function ulid(nowMs: number, random: () => number = Math.random): string {
  let time = '';
  let left = Math.trunc(nowMs);
  for (let at = 0; at < TIME_DIGITS; at++) {
    time = DIGITS[left % 32]! + time;
    left = Math.floor(left / 32);
  }
  let rest = '';
  for (let at = 0; at < RANDOM_DIGITS; at++) rest += DIGITS[Math.floor(random() * 32)]!;
  return time + rest;
}
