import { createHmac, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { sealOf } from './record.ts';

it("computes the same seal as Node's HMAC for any length and characters of the record", () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 1_000, 4_032, 4_033, 10_000]) {
    const key = randomBytes(32);
    const body = 'é{"a":1}'.repeat(length).slice(0, length);
    expect(sealOf(body, key)).toBe(createHmac('sha256', key).update(body).digest('hex'));
  }
});
