import { describe, expect, it } from 'vitest';
import { isMostlyMarks, isPhrase, isShouted } from './letters.ts';

describe('the characters of a line', () => {
  it.each([
    ['=> [OK] {"a":1} --- ###', true],
    ['2026-01-02 10:00', true],
    ['Use port 8080, not 9000 (see #12).', false],
    ['以后不要直接修改生产数据库。', false],
    ['Die Größe „XL“ fehlt noch.', false],
    ['✓ → • │', true],
  ])('"%s" has more marks than letters: %s', (text, isLog) => {
    expect(isMostlyMarks(text)).toBe(isLog);
  });

  it.each([
    ['STOP CHANGING THE CONFIG FILE', true],
    ['NEVER TOUCH it', false],
    ['The HTTP API and the JSON schema stay as they are.', false],
  ])('"%s" is shouted: %s', (text, isLoud) => {
    expect(isShouted(text)).toBe(isLoud);
  });

  it.each([
    ['Use Redis now.', false],
    ['Never push to main.', true],
    ['The rule:', true],
    ['我们用缓存', true],
    ['用缓存', false],
  ])('"%s" has enough letters to be read: %s', (text, isEnough) => {
    expect(isPhrase(text)).toBe(isEnough);
  });
});
