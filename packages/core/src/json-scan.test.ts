import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonScan, MAX_COST, MAX_NESTING, PART_COST } from './json-scan.ts';

function scanned(text: string | Buffer, wanted: string[] = [], pieceBytes = Infinity): JsonScan {
  const bytes = Buffer.from(text as string);
  const scan = new JsonScan(wanted);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    scan.feed(bytes.subarray(at, Math.min(bytes.length, at + pieceBytes)));
  }
  return scan;
}

describe('an object is complete', () => {
  it('at its last brace, for any split of the input', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.integer({ min: 1, max: 9 }),
        (object, pieceBytes) => {
          const text = JSON.stringify(object);
          expect(scanned(text, [], pieceBytes).isComplete).toBe(true);
          expect(scanned(` \n${text}\r\n`, [], pieceBytes).isComplete).toBe(true);
          const half = Buffer.from(text).subarray(0, -1);
          expect(scanned(half, [], pieceBytes).isComplete).toBe(false);
        },
      ),
    );
  });

  it('even after long texts full of backslashes and quotes', () => {
    const text = fc.string({
      unit: fc.constantFrom('\\', '"', 'x'.repeat(30), '\n'),
      maxLength: 300,
    });
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 200 }), (content, pieceBytes) => {
        const json = JSON.stringify({ content, tool_name: 'Bash' });
        const { isComplete, fields } = scanned(json, ['tool_name'], pieceBytes);
        expect([isComplete, fields['tool_name']]).toEqual([true, 'Bash']);
      }),
    );
  });

  it('even with a byte order mark before it, as Windows programs write it', () => {
    const { isComplete, fields } = scanned('\ufeff{"tool_name":"Bash"}', ['tool_name'], 2);
    expect([isComplete, fields['tool_name']]).toEqual([true, 'Bash']);
  });

  it.each(['', '[]', '"{}"', '{} {}', '{}x', '[{}', '}', '{"a":"}'])('unlike %j', (text) => {
    expect(scanned(text).isComplete).toBe(false);
  });
});

describe('the texts of fields', () => {
  it('equal those that parsing finds, for any split of the input', () => {
    const value = fc.oneof(fc.string({ maxLength: 60 }), fc.jsonValue());
    const keys = ['session_id', 'tool_name', 'schlüssel'];
    fc.assert(
      fc.property(
        fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string()), value),
        fc.integer({ min: 1, max: 9 }),
        (object, pieceBytes) => {
          const { fields } = scanned(JSON.stringify(object), keys, pieceBytes);
          for (const key of keys) {
            const expected = Object.hasOwn(object, key) ? object[key] : undefined;
            const isText = typeof expected === 'string';
            expect(fields[key]).toBe(isText ? expected.toWellFormed() : undefined);
          }
        },
      ),
    );
  });

  it('exclude nested values, and the last one of equal keys counts', () => {
    const text = '{"a":{"tool_name":"x"},"b":["tool_name"],"tool_name":"y","tool_name":"Bash"';
    expect(scanned(text, ['tool_name']).fields).toEqual({ tool_name: 'Bash' });
  });

  it('exclude long texts', () => {
    const text = JSON.stringify({ session_id: 'x'.repeat(10_000), tool_name: 'Bash' });
    expect(scanned(text, ['session_id', 'tool_name'], 64).fields).toEqual({ tool_name: 'Bash' });
  });
});

describe('input that takes long to parse', () => {
  const MOST = MAX_COST / PART_COST;

  it('is distinguished from input that does not', () => {
    expect(scanned('['.repeat(MAX_NESTING)).isBounded).toBe(true);
    expect(scanned('['.repeat(MAX_NESTING + 1)).isBounded).toBe(false);
    expect(scanned(`{"a":[${'{},'.repeat(MOST)}0]}`).isBounded).toBe(false);
    expect(scanned(`{"a":[${'0,'.repeat(MAX_COST)}0]}`).isBounded).toBe(false);
    expect(scanned(`{"a":"${'{['.repeat(MOST)}"}`).isBounded).toBe(true);
  });
});
