import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inlineSha256Hex, sha256Hex } from './sha256.ts';

test('the inline SHA-256 equals the built-in one for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(inlineSha256Hex(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
    }),
  );
});

test('every block boundary up to 5 KB gives the known digest', () => {
  for (const length of [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 128, 4095, 4096, 4097, 5000]) {
    const bytes = Buffer.alloc(length, 0xa7);
    expect(sha256Hex(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});
