import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { splitSentences } from './sentences.ts';

const CHARS = 300_000;
const filled = (part: string) => part.repeat(Math.ceil(CHARS / part.length)).slice(0, CHARS);

/** Characters that `lastIndexOf` reads during the work. */
function readBackwards(work: () => void): number {
  const calls = vi.spyOn(String.prototype, 'lastIndexOf');
  try {
    work();
    return calls.mock.calls.reduce((read, [, from], at) => {
      const { length } = String(calls.mock.contexts[at]);
      return read + Math.min(from ?? length, length) - Number(calls.mock.results[at]!.value);
    }, 0);
  } finally {
    calls.mockRestore();
  }
}

test.each([
  ['base64', 'aGVsbG8gd29ybGQ'],
  ['minified code', 'function(e,t){return(e.b[1]=t)};'],
  ['a long address', 'https://docs.example/path?q=1&'],
  ['text without blanks', '服务器重试队列'],
])('reads a long text of %s backwards at most once', (_, part) => {
  const text = filled(part);
  expect(readBackwards(() => splitSentences(text, 10_000))).toBeLessThanOrEqual(CHARS);
});

test.each(['.', '!', '…', '.!?'])(
  `a long row of "%s" before a word finishes within the test's time limit`,
  (mark) => {
    const text = `Contents ${filled(mark)}x. The end.`;
    expect(splitSentences(text, 10_000).at(-1)!.text).toBe('The end.');
  },
);

test('the offsets of every sentence match its text, and no sentence is longer than 400 characters', () => {
  const part = fc.constantFrom(
    '.',
    '...',
    '?',
    '"',
    ' ',
    '\n',
    '; ',
    '。',
    '8.3',
    'word ',
    'q'.repeat(250),
  );
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 60 }),
      fc.integer({ min: 1, max: 30 }),
      (parts, max) => {
        const text = parts.join('');
        const found = splitSentences(text, max);
        expect(found.length).toBeLessThanOrEqual(max);
        for (const { start, end, text: said } of found) {
          expect(text.slice(start, end)).toBe(said);
          expect(said.length).toBeLessThanOrEqual(400);
        }
      },
    ),
  );
});

test('splits off no more sentences than requested, even if the text has no end mark', () => {
  const text = 'word '.repeat(500);
  expect([1, 2, 3].map((max) => splitSentences(text, max).length)).toEqual([1, 2, 3]);
});
