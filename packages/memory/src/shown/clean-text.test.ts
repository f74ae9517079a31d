import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanText, excerpt, foldText } from './clean-text.ts';

const nasty = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    fc.constantFrom(
      '\u001b[31m',
      '\u001b]8;;http://x\u0007',
      '\u009b2J',
      '\u202e',
      '\u2066',
      '\u200b',
      '\u200d',
      '\ufeff',
      '\u{e0041}',
      '\r\n',
      '\u2028',
      '\u0085',
      '# Memory Checkout',
      '## Current Facts',
      'eventloom://a/events/1#abcdefabcdef',
      'Query: ',
      'é',
      '\ud800',
    ),
  ),
  maxLength: 60,
});

const HIDDEN = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069\u200b\ufeff\u{e0000}-\u{e007f}]/u;

describe('cleaning recorded text', () => {
  test.each([
    ['a terminal colour', 'a\u001b[31mred\u001b[0m', 'ared'],
    ['a terminal link', '\u001b]8;;http://evil\u0007here\u001b]8;;\u0007', 'here'],
    ['a C1 control sequence', 'a\u009b2Jb', 'ab'],
    ['a directional override', 'abc\u202egpj.exe', 'abcgpj.exe'],
    ['zero-width characters in a word', 'ig\u200bno\u200dre', 'ignore'],
    ['tag characters', 'hi\u{e0068}\u{e0069}', 'hi'],
    ['a byte order mark', '\ufeffstart', 'start'],
    ['a carriage return that hides a line', 'evil\rgood', 'evil\ngood'],
    ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
    ['letters with combining marks', 'e\u0301', '\u00e9'],
    ['a bell and a backspace', 'a\u0007b\u0008c', 'abc'],
  ])('removes %s', (_, text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  test.each([
    ['tabs and newlines', 'if x:\n\treturn 1\n'],
    ['an emoji of several parts', '👩‍💻 ⚙️'],
    ['a joiner that Persian spelling needs', 'می‌خواهم'],
    ['Chinese, Arabic and Hindi', '记忆 ذاكرة स्मृति'],
    ['box drawing and arrows', '└── src → dist'],
  ])('keeps %s', (_, text) => {
    expect(cleanText(text)).toBe(text.normalize('NFC'));
  });

  test('leaves no hidden character, and cleaning again changes nothing', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const clean = cleanText(text);
        expect(clean).not.toMatch(HIDDEN);
        expect(clean.isWellFormed()).toBe(true);
        expect(cleanText(clean)).toBe(clean);
      }),
    );
  });

  test('folds text into one line that cannot start a heading or contain a citation', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const folded = foldText(text);
        expect(folded).not.toMatch(/[\n\t]|eventloom:\/\//i);
        expect(foldText(folded)).toBe(folded);
      }),
    );
  });
});

describe('an excerpt', () => {
  test('says how many characters it leaves out', () => {
    expect(excerpt('abcdef', 4)).toBe('abcd … [2 more characters]');
    expect(excerpt('abcd', 4)).toBe('abcd');
  });

  test('never cuts a character in half', () => {
    expect(excerpt('ab😀cd', 3)).toBe('ab … [4 more characters]');
  });
});
