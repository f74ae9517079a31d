import { describe, expect, it } from 'vitest';
import { integerFlag, parseFlags, quote, UsageError, triggerName } from './flags.ts';

const KNOWN = ['source', 'turn-count', 'summary'];

describe('flags', () => {
  it('come in both spellings, accept any value, and the last one wins', () => {
    const args = ['--source', 'a', '--summary=x=y\nz', '--turn-count=7', '--source=--b'];
    expect(parseFlags(args, KNOWN)).toEqual({
      source: '--b',
      summary: 'x=y\nz',
      'turn-count': '7',
    });
    expect(parseFlags(['--summary', '--source'], KNOWN)).toEqual({ summary: '--source' });
  });

  it('without a value count as not given', () => {
    expect(parseFlags(['--source', 'a', '--source', '', '--summary='], KNOWN)).toEqual({});
  });

  it.each([['--nope', 'x'], ['word'], ['-s', 'x'], ['--source'], ['--__proto__', 'x']])(
    '%j is refused',
    (...args) => {
      expect(() => parseFlags(args, KNOWN)).toThrow(UsageError);
    },
  );

  it('for numbers accept integers', () => {
    const count = (text: string) => integerFlag({ 'turn-count': text }, 'turn-count');
    expect([count('7'), count('-1'), count(' 12 ')]).toEqual([7, -1, 12]);
    for (const text of ['7.5', 'x', '1e3', '99999999999999999'])
      expect(() => count(text)).toThrow(UsageError);
  });

  it('are shown without control characters', () => {
    expect(quote('\u001b[31m\u202e\u009bx\ud800')).toBe(String.raw`"\u001b[31m??x` + '\ufffd"');
  });
});

it('accepts a trigger in any case and with either separator', () => {
  expect(
    ['Session_Start', 'start', 'PRECOMPACT', 'user_prompt_submit', 'toString', 'session'].map(
      triggerName,
    ),
  ).toEqual(['session-start', 'session-start', 'precompact', 'user-prompt-submit', null, null]);
});
