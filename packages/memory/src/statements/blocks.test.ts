import { expect, test } from 'vitest';
import { proseOf } from './blocks.ts';

const lines = (text: string, isPrompt = false) => proseOf(text, isPrompt).map(({ text }) => text);

test.each([
  ['code between fences', 'Ship it.\n```sh\nnpm test\n~~~\nnpm run build\n```\nThen rest.'],
  ['an element', 'Ship it.\n<log>\nnpm test\n</log>\nThen rest.'],
  ['an element on one line', 'Ship it.\n<log>npm test</log>\nThen rest.'],
  ['quotes and tables', 'Ship it.\n> npm test\n| npm | test |\nThen rest.'],
  [
    'what programs print',
    'Ship it.\n    at run (a.js:1)\n$ npm test\nError: no test\n2026-04-20 ok\nThen rest.',
  ],
  ['a line that is too long for prose', `Ship it.\n${'npm test '.repeat(500)}\nThen rest.`],
  ['empty lines', '\n\nShip it.\n \n\t\nThen rest.\n'],
])('the prose of a text has no %s', (_, text) => {
  expect(lines(text)).toEqual(['Ship it.', 'Then rest.']);
});

test('the prose of a text has its items, numbers and headings without their marks', () => {
  expect(proseOf('## Plan\n- [x] **Ship** it\n2. See [docs](http://x.y)  now', false)).toEqual([
    { text: 'Plan', isItem: false, number: null, isHeading: true },
    { text: 'Ship it', isItem: true, number: null, isHeading: false },
    { text: 'See docs now', isItem: true, number: 2, isHeading: false },
  ]);
});

test('a prompt ends where something was pasted', () => {
  const prompt = 'Ship it.\nI get the following error:\nit is broken';
  expect(lines(prompt, true)).toEqual(['Ship it.', 'I get the following error:']);
  expect(lines(prompt)).toHaveLength(3);
  expect(lines('Ship it when you see:\nthe green light', true)).toHaveLength(2);
});

test('a prompt that is a document has no prose', () => {
  expect(lines('## Plan\nShip it.', true)).toEqual([]);
  expect(lines('Read this.\n## One\n### Two\n## Three\nShip it.', true)).toEqual([]);
  expect(lines('## One\n### Two\n## Three\nShip it.')).toHaveLength(4);
  expect(lines('## Plan\nShip it.')).toEqual(['Plan', 'Ship it.']);
});

test('only the first lines and characters of a very long text are read', () => {
  expect(lines('Ship it.\n'.repeat(1_000))).toHaveLength(400);
  expect(lines(`${'Ship it now. '.repeat(20)}\n`.repeat(1_000)).length).toBeLessThan(100);
});
