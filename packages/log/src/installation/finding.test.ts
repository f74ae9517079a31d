import { expect, test } from 'vitest';
import { damageAdvice } from './finding.ts';

test('suggests no repair for a log with a missing end, because a repair could not restore it', () => {
  const { advice, command } = damageAdvice('shop', { broken_reason: 'cut_tail' });
  expect(command).toBe('hookloom log acknowledge shop');
  expect(advice).toContain('backup');
});

test('repairs damage before the end, and leaves a torn end to the next event', () => {
  const commandFor = (reason: 'hash_mismatch' | 'torn_tail') =>
    damageAdvice('shop', { broken_reason: reason }).command;
  expect(commandFor('hash_mismatch')).toBe('hookloom log repair shop');
  expect(commandFor('torn_tail')).toBe('hookloom doctor --repair');
});
