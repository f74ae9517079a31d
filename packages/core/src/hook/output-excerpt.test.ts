import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OUTPUT_CHARS, outputExcerpt } from './output-excerpt.ts';

const lines = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `step ${at} compiled module number ${at}`);
const withLines = (output: string[], at: number, ...more: string[]): string =>
  [...output.slice(0, at), ...more, ...output.slice(at)].join('\n');

it.each([
  ['a failing test', 'FAIL test/cart.test.ts:41 keeps items after login'],
  ['an error', 'TypeError: cannot read properties of undefined'],
  ['a panic', "thread 'main' panicked at src/main.rs:7:5:"],
  ['a place in a file', 'src/server/routes.ts:88 unused variable'],
  ['a summary', 'Tests: 1 failed, 399 passed, 400 total'],
])('keeps %s in the middle of a long output', (_name, line) => {
  const { text, truncated } = outputExcerpt(withLines(lines(900), 450, line));
  expect(text.split('\n')).toContain(line);
  expect(text.length).toBeLessThanOrEqual(OUTPUT_CHARS);
  expect(truncated).toBe(true);
});

it('keeps the beginning and the end of a long line', () => {
  const line = `FAIL start ${Array.from({ length: 900 }, (_, at) => at).join(' ')} end`;
  const kept = outputExcerpt(withLines(lines(900), 450, line)).text.split('\n');
  const cut = kept.find((each) => each.startsWith('FAIL start 0 1 2'))!;
  expect(cut).toHaveLength(300);
  expect(cut.slice(0, 199)).toBe(line.slice(0, 199));
  expect(cut.slice(-100)).toBe(line.slice(-100));
});

it('keeps the beginning and the end in their order', () => {
  const text = outputExcerpt(lines(900).join('\n')).text.split('\n');
  expect(text[0]).toBe('step 0 compiled module number 0');
  expect(text.at(-1)).toBe('step 899 compiled module number 899');
  expect(text).toContain('…');
});

it('finds the summary at the end of a one-megabyte output', () => {
  const { text } = outputExcerpt(`${'x'.repeat(80)}\n`.repeat(13_000) + '\n312 passed in 4 s\n');
  expect(text).toContain('312 passed in 4 s');
});

it('keeps an output of 2,000 characters unchanged', () => {
  const output = lines(40).join('\n');
  expect(outputExcerpt(`${output}\n`)).toEqual({ text: output, masked: false, truncated: false });
});

it('masks a secret before it cuts, wherever the secret is', () => {
  const secret = ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_');
  const key = `-----BEGIN PRIVATE KEY-----\n${`${'Qz7'.repeat(21)}\n`.repeat(20)}-----END PRIVATE KEY-----`;
  const place = fc.integer({ min: 0, max: 4000 });
  fc.assert(
    fc.property(place, place, (at, keyAt) => {
      const output = withLines(
        lines(4000),
        at,
        `error: token ${'- '.repeat(at % 150)}${secret} refused`,
      ).split('\n');
      const { text } = outputExcerpt(withLines(output, keyAt, key));
      for (let from = 4; from + 12 <= secret.length; from++)
        expect(text).not.toContain(secret.slice(from, from + 12));
      expect(text).not.toContain('Qz7Qz7');
    }),
    { numRuns: 60 },
  );
});

it('omits private text, even far from its end tag', () => {
  const spoken = `<private>${lines(3000).join('\n')}\nerror: our plan is secret\n</private>`;
  expect(outputExcerpt(`${lines(30).join('\n')}\n${spoken}\ndone`).text).not.toContain('secret');
});
