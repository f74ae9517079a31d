import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerpt } from './draft.ts';

// Built here, so that no file of the repository seems to contain a secret.
const SECRET = ['sk-ant', 'api03', `${'Zq7Xw9Lm2Rt5Yp8Kb4Vc6Nd1'.repeat(3)}AA`].join('-');

describe('an excerpt', () => {
  it('of a short text is the text', () => {
    expect(excerpt('npm test', 240)).toEqual({ text: 'npm test', masked: false, truncated: false });
  });

  it('collapses white space on request', () => {
    expect(excerpt(' 557 passed\r\n\tin 3 s \n', 240, { folded: true }).text).toBe(
      '557 passed in 3 s',
    );
  });

  it('of long output keeps the beginning and the end', () => {
    const { text, truncated } = excerpt(`begin ${'middle '.repeat(200)}557 passed`, 40, {
      folded: true,
    });
    expect({ text, truncated }).toEqual({
      text: 'begin middle middl … e middle 557 passed',
      truncated: true,
    });
  });

  it('masks a secret before it cuts, wherever the cut falls', () => {
    for (let before = 0; before < 280; before += 7) {
      const { text, masked } = excerpt(
        `${'a '.repeat(before / 2)}${SECRET} ${'b '.repeat(200)}`,
        240,
        { folded: true },
      );
      expect(masked).toBe(true);
      expect(text).not.toMatch(/Zq7Xw9|Vc6Nd1/);
    }
  });

  it('masks a secret that the window cuts', () => {
    const window = 65_536;
    for (const offset of [-100, -50, -10, 0]) {
      const raw = 'a '.repeat((window + offset) / 2) + SECRET + ' b'.repeat(60_000);
      expect(excerpt(raw, 65_536).text.includes('Zq7Xw9')).toBe(false);
    }
  });

  it('removes private spans before it cuts', () => {
    expect(
      excerpt(`said <private>Jane ${'x'.repeat(500)} Roe</private> that`, 40).text,
    ).not.toMatch(/Jane|Roe|xxx/);
    expect(excerpt('<private>Jane Roe', 240)).toEqual({ text: '', masked: true, truncated: false });
  });

  it('of the beginning of a text may end in half a secret, which is dropped', () => {
    expect(excerpt(`key ${SECRET.slice(0, 20)}`, 240, { beginning: true }).text).toBe('');
  });

  it('never exceeds its limit and is always well formed', () => {
    const anything = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(
        anything,
        fc.integer({ min: 10, max: 60 }),
        fc.boolean(),
        (raw, limit, folded) => {
          const { text } = excerpt(raw, limit, { folded });
          expect(text.length).toBeLessThanOrEqual(limit);
          expect(text.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});
