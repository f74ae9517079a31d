import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hmac } from './key.ts';

test("the seal equals the HMAC-SHA-256 of the system's crypto library", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), fc.string(), (bytes, text) => {
      const key = Buffer.from(bytes);
      expect(hmac(text, key)).toBe(createHmac('sha256', key).update(text).digest('hex'));
    }),
  );
});
