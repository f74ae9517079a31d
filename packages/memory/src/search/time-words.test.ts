import { expect, test } from 'vitest';
import { readTime } from './time-words.ts';

/** A Wednesday. */
const NOW = Date.parse('2026-08-19T16:00:00.000Z');

const day = (ms: number | null): string =>
  ms === null ? '' : new Date(ms).toISOString().replace(/T00:00:00.000Z$/, '');

function windowOf(query: string): string | null {
  const window = readTime(query, NOW)?.window;
  return window ? `${day(window.from)}..${day(window.to)}` : null;
}

test.each([
  ['What broke on 2026-08-10?', '2026-08-10..2026-08-11'],
  ['What broke on 2026/08/10?', '2026-08-10..2026-08-11'],
  ['What broke on 10.8.2026?', '2026-08-10..2026-08-11'],
  ['What broke on 10 August?', '2026-08-10..2026-08-11'],
  ['What broke on the 10th of August 2026?', '2026-08-10..2026-08-11'],
  ['What broke on August 10th?', '2026-08-10..2026-08-11'],
  ['What broke on Aug 10, 2026?', '2026-08-10..2026-08-11'],
  ['What broke on 24 December?', '2025-12-24..2025-12-25'],
  ['What broke in July?', '2026-07-01..2026-08-01'],
  ['What broke in October?', '2025-10-01..2025-11-01'],
  ['What broke in May 2025?', '2025-05-01..2025-06-01'],
  ['What broke in 2025?', '2025-01-01..2026-01-01'],
  ['What broke in Q2?', '2026-04-01..2026-07-01'],
  ['What broke today?', '2026-08-19..2026-08-20'],
  ['What broke yesterday?', '2026-08-18..2026-08-19'],
  ['What broke the day before yesterday?', '2026-08-17..2026-08-18'],
  ['What broke two days ago?', '2026-08-17..2026-08-18'],
  ['What broke last week?', '2026-08-10..2026-08-17'],
  ['What broke last month?', '2026-07-01..2026-08-01'],
  ['What broke last Friday?', '2026-08-14..2026-08-15'],
  ['What broke a month ago?', '2026-07-01..2026-08-01'],
  ['What broke before 10 August?', '..2026-08-10'],
  ['What broke until 10 August?', '..2026-08-11'],
  ['What broke after August 10?', '2026-08-11..'],
  ['What broke since 2026-08-10?', '2026-08-10..'],
  ['What broke since Monday?', '2026-08-17..'],
  ['What broke since May?', '2026-05-01..'],
  ['What broke between 3 August and 10 August?', '2026-08-03..2026-08-11'],
  ['What broke on 2026-02-31?', null],
  ['May we deploy on a Friday afternoon?', null],
  ['May I deploy on Friday?', null],
  ['Are we allowed to merge on Sunday?', null],
  ['Which port is it?', null],
])('%s %s', (query, window) => {
  expect(windowOf(query)).toBe(window);
});

test('the last three days end with the newest event', () => {
  expect(windowOf('What broke in the last three days?')).toBe(
    '2026-08-16T16:00:00.000Z..2026-08-19T16:00:00.001Z',
  );
});

test('as of a day is the end of that day, not a window', () => {
  for (const query of ['Which store as of 10 August?', 'Which store as of 2026-08-10?']) {
    const asked = readTime(query, NOW)!;
    expect(asked.window).toBeNull();
    expect(new Date(asked.asOf!).toISOString()).toBe('2026-08-10T23:59:59.999Z');
  }
});

test.each([
  ['When was the search first measured?', 'oldest'],
  ['What was the earliest failure?', 'oldest'],
  ['When did we deploy for the last time?', 'newest'],
  ['What is the latest benchmark?', 'newest'],
  ['What did the most recent run say?', 'newest'],
])('%s asks for the %s', (query, order) => {
  expect(readTime(query, NOW)).toMatchObject({ order, window: null, event: null });
});

test.each([
  ['Why did throughput fall after the spill change?', 'after', 'the spill change'],
  ['What was decided before v2.0.0 was tagged, and why?', 'before', 'v2.0.0 was tagged'],
  ['Who deployed since the canary?', 'after', 'the canary'],
])('%s is about %s %s', (query, relation, words) => {
  expect(readTime(query, NOW)?.event).toEqual({ relation, words });
});
