import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stripPrivate } from './index.ts';

test.each([
  ['a <private>b</private> c', 'a  c'],
  ['a <PRIVATE>b</Private> c', 'a  c'],
  ['a <private reason="x > y">b</private> c', 'a  c'],
  ['a <private\nreason=x>b</private > c', 'a  c'],
  ['a <private>b <private>c</private> d</private> e', 'a  e'],
  ['a <private>b', 'a '],
  ['a <private', 'a '],
  ['a <private/> b', 'a  b'],
  ['<system-reminder>x</system-reminder><claude-mem-context>y</claude-mem-context>z', 'z'],
  ['a <hookloom-context>\n# [shop]\n3 Never push.\n</hookloom-context> b', 'a  b'],
  ['<system_instruction>x</system_instruction><system-instruction>y</system-instruction>z', 'z'],
  ['<persisted-output>x</persisted-output>z', 'z'],
  ['<private>b <system-reminder>c</private> d', ' d'],
  ['<pri<private>x</private>vate>y</private>z', 'z'],
  ['{"a":"\\u003cprivate\\u003eb\\u003c/private\\u003ec"}', '{"a":"c"}'],
  ['a &lt;private&gt;b&lt;/private&gt;c', 'a c'],
])('%j without its private spans is %j', (text, open) => {
  expect(stripPrivate(text)).toEqual({ text: open, stripped: true });
});

test.each([
  'a </private> b <privateer> c',
  'a < private > b',
  'x <private-network> y',
  '1 < 2 && 3 > 2',
])('finds no private span in %j', (text) => {
  expect(stripPrivate(text)).toEqual({ text, stripped: false });
});

test('removes every private span and keeps the text outside, whatever the tags', () => {
  const piece = fc.constantFrom(
    '<private>',
    '</private>',
    '<PRIVATE a="b">',
    '<pri',
    'vate>',
    '<system-reminder>',
    '</system-reminder>',
    'x',
    ' ',
    '<',
    '>',
    '&lt;private&gt;',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const { text } = stripPrivate(pieces.join(''));
      expect(stripPrivate(text)).toEqual({ text, stripped: false });
    }),
  );
});
