import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitWords } from './analyze.ts';

test.each([
  [
    'an identifier is found complete and by its parts',
    'getUserName failed',
    ['getusername', 'get', 'user', 'name', 'failed'],
  ],
  ['parts of snake case', 'max_retry_count', ['max_retry_count', 'max', 'retry', 'count']],
  ['capitals before a word', 'HTTPServer', ['httpserver', 'http', 'server']],
  ['digits end a part', 'utf8Decoder', ['utf8decoder', 'utf', 'decoder']],
  ['a path is its words', 'src/app.ts', ['src', 'app', 'ts']],
  ['a possessive is the name', "Caroline's dog didn’t", ['caroline', 'dog', 'didnt']],
  ['accents and other alphabets stay', 'Größe Привет', ['größe', 'привет']],
  ['wide letters are the same letters', 'Ｌｏｇｉｎ', ['login']],
  ['scripts without spaces give pairs', '東京都', ['東京', '京都']],
  ['a single character stays', '木', ['木']],
  ['only signs give nothing', '-- !! ()', []],
])('%s', (_title, text, words) => {
  expect(splitWords(text)).toEqual(words);
});

test('only the beginning of a run of data counts', () => {
  expect(splitWords('a'.repeat(5000))).toEqual(['a'.repeat(64)]);
});

test('no text makes it fail, and no word contains a blank or the prefix of our own terms', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      expect(splitWords(text).filter((word) => /[\s@]/.test(word) || word === '')).toEqual([]);
    }),
  );
});
