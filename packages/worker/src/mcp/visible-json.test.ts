import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderVisibleJson } from './visible-json.ts';

describe('an answer as visible JSON', () => {
  it('writes overrides, zero-width, tag and line separator characters as escapes', () => {
    expect(
      renderVisibleJson({
        text: 'a\u202eb\u200bc\u{e0041}d\u2028e\u0085f\u00adg\u{e0100}\u001b[31m',
      }),
    ).toBe(
      '{"text":"a\\u202eb\\u200bc\\udb40\\udc41d\\u2028e\\u0085f\\u00adg\\udb40\\udd00\\u001b[31m"}',
    );
  });

  it('leaves joined letters and emoji unchanged', () => {
    const ordinary = { text: 'می‌خواهم 👩‍💻 ❤️ क्‍ष' };
    expect(renderVisibleJson(ordinary)).toBe(JSON.stringify(ordinary));
  });

  it('does not let a run of joiners hide between letters', () => {
    expect(renderVisibleJson('a\u200d\u200c\u200db')).toBe('"a\\u200d\\u200c\\u200db"');
  });

  it('is restored exactly by a parser and shows no hidden character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const json = renderVisibleJson({ text });
        expect(JSON.parse(json)).toEqual({ text });
        expect(/[\u202a-\u202e\u2066-\u2069\u200b\u{e0000}-\u{e007f}]/u.test(json)).toBe(false);
      }),
    );
  });
});
