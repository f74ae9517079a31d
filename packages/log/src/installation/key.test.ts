import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hmac } from './key.ts';

test('the seal is an HMAC-SHA-256 as the system makes it', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), fc.string(), (bytes, text) => {
      const key = Buffer.from(bytes);
      expect(hmac(text, key)).toBe(createHmac('sha256', key).update(text).digest('hex'));
    }),
  );
});
