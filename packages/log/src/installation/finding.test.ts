import { expect, test } from 'vitest';
import { damageAdvice } from './finding.ts';

test('a log whose end is missing is not sent to a repair, which could do nothing for it', () => {
  const { advice, command } = damageAdvice('shop', { broken_reason: 'cut_tail' });
  expect(command).toBe('hookloom log acknowledge shop');
  expect(advice).toContain('backup');
});

test('damage before the end is repaired, and a torn end by the next event', () => {
  const commandFor = (reason: 'hash_mismatch' | 'torn_tail') =>
    damageAdvice('shop', { broken_reason: reason }).command;
  expect(commandFor('hash_mismatch')).toBe('hookloom log repair shop');
  expect(commandFor('torn_tail')).toBe('hookloom doctor --repair');
});
