import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_LINE_BYTES } from '../envelope/parse.ts';
import { createLineReader } from './open-log.ts';
import { bytesSource } from './byte-source.ts';

function linesOf(bytes: Buffer, from = 0, chunkBytes = 16) {
  const reader = createLineReader(bytesSource(bytes), from, chunkBytes);
  const lines: unknown[] = [];
  while (reader.next()) {
    const { buffer, start, end, offset, nextOffset, terminated, tooLong } = reader;
    lines.push([
      tooLong ? 'too long' : buffer.toString('latin1', start, end),
      offset,
      nextOffset,
      terminated,
    ]);
  }
  return lines;
}

function expected(bytes: Buffer, from: number) {
  const lines: unknown[] = [];
  for (let at = from; at < bytes.length;) {
    const newline = bytes.indexOf(10, at);
    const end = newline === -1 ? bytes.length : newline;
    const next = newline === -1 ? end : end + 1;
    lines.push([bytes.toString('latin1', at, end), at, next, newline !== -1]);
    at = next;
  }
  return lines;
}

test('returns the same lines for every chunk size', () => {
  const text = fc.array(fc.constantFrom('a', 'bc', '\n', '\r', 'é', 'x'.repeat(40)), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 60 }), fc.nat(30), (parts, chunkBytes, from) => {
      const bytes = Buffer.from(parts.join(''));
      expect(linesOf(bytes, from, chunkBytes)).toEqual(expected(bytes, from));
    }),
    { numRuns: 500 },
  );
});

test('skips a line that is too long, but not one at the limit', () => {
  for (const over of [0, 1, 2, 5000]) {
    const length = MAX_LINE_BYTES + over;
    const long = 'x'.repeat(length);
    const lines = linesOf(Buffer.from(`a\n${long}\nb\n`), 0, 4096);
    expect(lines).toHaveLength(3);
    expect((lines[1] as unknown[]).slice(1)).toEqual([2, length + 3, true]);
    expect((lines[1] as unknown[])[0] === 'too long').toBe(over > 0);
    expect(lines[2]).toEqual(['b', length + 3, length + 5, true]);
    const torn = linesOf(Buffer.from(`a\n${long}`), 0, 4096);
    expect((torn[1] as unknown[]).slice(1)).toEqual([2, length + 2, false]);
  }
});
