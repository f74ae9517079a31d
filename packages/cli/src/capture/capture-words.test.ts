/** The values that the capture commands accept, and how an import shows its progress. */
import { expect, test } from 'vitest';
import { secondsOr } from './capture-options.ts';
import { barLine, progressBar } from './progress-bar.ts';
import { parseSince } from '../commands/capture-import.ts';

test.each([
  ['all', null],
  ['2026-11-01', new Date(2026, 10, 1).getTime()],
  ['2026-11-01T12:30', new Date(2026, 10, 1, 12, 30).getTime()],
  ['2026-11-01T12:30:00Z', Date.UTC(2026, 10, 1, 12, 30)],
  ['2026-11-01T12:30:00.500+02:00', Date.UTC(2026, 10, 1, 10, 30, 0, 500)],
])('--since %s', (text, ms) => {
  expect(parseSince(text)).toBe(ms);
});

test.each([
  '',
  'yesterday',
  '7d',
  'ALL',
  '2026',
  '2026-11',
  '2026-13-01',
  '2026-11-32',
  '2026-02-29',
  '2026-04-31T10:00',
  '01.11.2026',
  '11/01/2026',
  '2026-11-01 12:30',
  '2026-11-01T25:00',
  '2026-11-01T12:30:00Zjunk',
  '1793487600',
  ' 2026-11-01',
])('rejects --since %j and says what it expects', (text) => {
  expect(() => parseSince(text)).toThrow('Give a date such as 2026-11-01, or all.');
});

test('the number of seconds between passes is at least 0.25', () => {
  const { parse } = secondsOr('--interval-seconds <n>', 'x', 2);
  expect(['0.25', '1', '2.5', '99999', '99999.999'].map((text) => parse!(text))).toEqual([
    0.25, 1, 2.5, 99_999, 99_999.999,
  ]);
  for (const text of ['0', '0.2', '-1', '1e3', '', 'NaN', 'Infinity', '100000', '1.', '1,5', '2s'])
    expect(() => parse!(text), text).toThrow('Give a number of seconds from 0.25.');
});

test('a progress bar has a constant width, and is full only at the end', () => {
  expect(barLine(0, 0)).toBe('[........................]   0 %  0 records');
  expect(barLine(0.5, 1200)).toBe('[############............]  50 %  1,200 records');
  expect(barLine(1, 1_000_000)).toBe('[########################] 100 %  1,000,000 records');
  for (let share = 0; share < 1; share += 0.01) expect(barLine(share, 1)).not.toContain('100 %');
});

test('the progress bar counts bytes over all files, redraws at most ten times a second, and is cleared at the end', () => {
  const shown: (string | null)[] = [];
  let now = 0;
  const bar = progressBar({ progress: (text: string | null) => void shown.push(text) }, () => now);
  bar.total(600);
  bar.total(400);
  bar.at('one', 100, 10);
  now += 50;
  bar.at('one', 600, 20);
  now += 50;
  bar.at('two', 200, 30);
  now += 200;
  // A file that has grown since it was measured is not more than all.
  bar.at('two', 4_000, 40);
  bar.close();
  expect(shown).toEqual([barLine(0.1, 10), barLine(0.8, 30), barLine(1, 40), null]);
});

test('the progress bar is full if there is nothing to read', () => {
  const shown: (string | null)[] = [];
  const bar = progressBar({ progress: (text: string | null) => void shown.push(text) }, () => 0);
  bar.at('one', 0, 0);
  expect(shown).toEqual([barLine(1, 0)]);
});
