import oracle from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalize } from './canonical-json.ts';
import { MAX_JSON_DEPTH } from './json.ts';

const wellFormed = fc.jsonValue({ maxDepth: 6 });

test('any JSON value has the same canonical form as in the reference implementation', () => {
  fc.assert(
    fc.property(wellFormed, (value) => {
      expect(canonicalize(value)).toBe(oracle(value));
    }),
    { numRuns: 500 },
  );
});

test('any finite number has the same canonical form as in the reference implementation', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(canonicalize(number)).toBe(oracle(number));
    }),
    { numRuns: 1000 },
  );
});

test('the canonical form parses to the same value and is its own canonical form', () => {
  fc.assert(
    fc.property(wellFormed, (value) => {
      const text = canonicalize(value);
      expect(canonicalize(JSON.parse(text))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('the order of keys does not matter', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.integer()), (object) => {
      const reversed = Object.fromEntries(Object.entries(object).reverse());
      expect(canonicalize(reversed)).toBe(canonicalize(object));
    }),
  );
});

describe('RFC 8785', () => {
  test('§3.2.2: literals, numbers and escapes of the sample', () => {
    const sample = JSON.parse(
      String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],` +
        String.raw`"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
    ) as unknown;
    expect(canonicalize(sample)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        String.raw`"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  test('§3.2.3: keys are sorted by UTF-16 code units', () => {
    const keys = ['\u20ac', '\r', '\ufb33', '1', '\u{1F600}', '\u0080', '\u00f6'];
    const object = Object.fromEntries(keys.map((key, i) => [key, i]));
    expect(Object.keys(JSON.parse(canonicalize(object)) as object)).toHaveLength(7);
    const order = [...canonicalize(object).matchAll(/:(\d)/g)].map(([, i]) => keys[Number(i)]);
    expect(order).toEqual(['\r', '1', '\u0080', '\u00f6', '\u20ac', '\u{1F600}', '\ufb33']);
  });

  test.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('appendix B: the double %s is written %s', (bits, text) => {
    expect(canonicalize(Buffer.from(bits, 'hex').readDoubleBE())).toBe(text);
  });
});

describe('canonical text', () => {
  test('escapes only what JSON requires', () => {
    expect(canonicalize('\u0000\b\t\n\f\r\u001f "\\/\u007f\u2028é✓\u{1F600}')).toBe(
      String.raw`"\u0000\b\t\n\f\r\u001f \"\\/` + '\u007f\u2028é✓\u{1F600}"',
    );
  });

  test('keeps look-alike texts in different normal forms unchanged', () => {
    expect(canonicalize({ '\u00e9': 1, 'e\u0301': 2 })).toBe('{"e\u0301":2,"\u00e9":1}');
  });

  test('supports a key named __proto__', () => {
    expect(canonicalize(JSON.parse('{"b":1,"__proto__":{"a":2}}'))).toBe(
      '{"__proto__":{"a":2},"b":1}',
    );
  });
});

describe('a value without a canonical form is refused', () => {
  const nested = (depth: number) => {
    let value: unknown = 1;
    for (let i = 0; i < depth; i++) value = [value];
    return value;
  };

  test.each([
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['minus infinity in a list', [Number.NEGATIVE_INFINITY]],
    ['undefined', undefined],
    ['undefined under a key', { a: undefined }],
    ['a function', () => 1],
    ['a symbol', Symbol('a')],
    ['a bigint', 1n],
    ['a lone high surrogate', '\ud83d'],
    ['a lone low surrogate', 'a\ude00'],
    ['a lone surrogate in a key', { '\ud83d': 1 }],
    ['nesting that is too deep', nested(MAX_JSON_DEPTH + 1)],
    [
      'a list that contains itself',
      (() => {
        const list: unknown[] = [];
        list.push(list);
        return list;
      })(),
    ],
  ])('%s', (_, value) => {
    expect(() => canonicalize(value)).toThrowError(
      expect.objectContaining({ code: 'invalid_request' }),
    );
  });

  test('the deepest accepted nesting', () => {
    expect(canonicalize(nested(MAX_JSON_DEPTH))).toBe(
      `${'['.repeat(MAX_JSON_DEPTH)}1${']'.repeat(MAX_JSON_DEPTH)}`,
    );
  });
});
