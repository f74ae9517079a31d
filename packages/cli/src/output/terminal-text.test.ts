import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBlock, encodeFolded, encodeJson, encodeLine } from './terminal-text.ts';

const point = (...codes: number[]): string => String.fromCodePoint(...codes);
const ESC = point(0x1b);

it('a line shows the word "reported" instead of the marks that are for models', () => {
  const marked = 'Claim: <reported-99c5d0fb5c34>312\npassed</reported-99c5d0fb5c34> twice';
  expect(encodeFolded(marked)).toBe('Claim: reported: 312 passed twice');
});

/** One of each way in which text can control a terminal or hide in it. */
const HOSTILE: Record<string, string> = {
  'clipboard write (OSC 52)': `${ESC}]52;c;aGk=${point(7)}`,
  'hyperlink (OSC 8)': `${ESC}]8;;http://evil.example${ESC}\\text${ESC}]8;;${ESC}\\`,
  'title change': `${ESC}]0;root@host${point(7)}`,
  'cursor up and erase': `${ESC}[1A${ESC}[2K`,
  'C1 control sequence introducer': `${point(0x9b)}31m`,
  'C1 operating system command': `${point(0x9d)}52;c;aGk=${point(0x9c)}`,
  'device status query': `${ESC}[6n`,
  'carriage return overwrite': 'rm -rf /\rls',
  backspaces: `safe${point(8).repeat(4)}evil`,
  'null byte': `a${point(0)}b`,
  delete: `a${point(0x7f)}b`,
  'bidi override': `${point(0x202e)}txt.exe`,
  'bidi isolate': `${point(0x2066)}x${point(0x2069)}`,
  'zero width space': `pass${point(0x200b)}word`,
  'zero width joiner': `a${point(0x200d)}b`,
  'byte order mark': `${point(0xfeff)}x`,
  'tag characters': `hi${point(0xe0069, 0xe0067, 0xe006e)}`,
  'variation selectors that carry data': `x${point(0xe0100, 0xe0101)}`,
  'soft hyphen': `a${point(0xad)}b`,
  'line separator': `a${point(0x2028)}b`,
  'lone surrogate': `a${String.fromCharCode(0xd800)}b`,
  'Hangul filler': `a${point(0x3164)}b`,
};

// eslint-disable-next-line no-misleading-character-class
const ACTS = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u200b-\u200d\ufeff\u{e0000}-\u{e0fff}]/u;

describe('the terminal encoder', () => {
  for (const [name, text] of Object.entries(HOSTILE)) {
    it(`shows ${name} instead of sending it`, () => {
      const encoded = encodeLine(text);
      expect(ACTS.test(encoded)).toBe(false);
      expect(encoded).toMatch(/\\u\{[0-9a-f]+\}/);
    });
  }

  it('leaves ordinary text in any script unchanged', () => {
    for (const text of [
      'plain',
      'naïve café',
      '日本語',
      'Привет',
      'مرحبا',
      '👍',
      '☀️',
      'a\\u{1b}b',
    ]) {
      expect(encodeLine(text)).toBe(text);
    }
  });

  it('keeps line breaks and tabs in blocks, and folds them in cells', () => {
    expect(encodeBlock(`a\tb\nc${ESC}`)).toBe('a\tb\nc\\u{1b}');
    expect(encodeFolded(' a\r\n\tb ')).toBe('a b');
    expect(encodeLine('a\nb')).toBe('a\\u{a}b');
  });

  it('never lets a text control the terminal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(ACTS.test(encodeLine(text))).toBe(false);
        expect(ACTS.test(encodeBlock(text).replace(/[\n\t]/g, ''))).toBe(false);
      }),
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(encodeLine(encodeLine(text))).toBe(encodeLine(text));
      }),
    );
  });

  it('keeps the value of JSON but makes its text harmless', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, text) => {
        const json = encodeJson(JSON.stringify({ value, text }, null, 2));
        expect(ACTS.test(json.replaceAll('\n', ''))).toBe(false);
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify({ value, text })));
      }),
    );
  });
});
