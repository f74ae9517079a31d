import { describe, expect, test } from 'vitest';
import { readCounts, readQuantities } from './quantities.ts';

const measured = (text: string) =>
  readQuantities(text)
    .filter((each) => each.measured)
    .map(({ kind, value, unit }) => `${kind} ${value} ${unit}`);

describe('reads these values from a text', () => {
  test.each([
    ['The build took 12.5 s.', ['duration 12.5 s']],
    ['Tests ran for 2m 13s', ['duration 133 s']],
    ['It ran 1 hour 5 minutes', ['duration 65 min']],
    [
      'It took 5 min, 7 min, then 2 h 30 m',
      ['duration 5 min', 'duration 7 min', 'duration 150 min'],
    ],
    ['The bundle has 1,234.5 kB', ['size 1234.5 kB']],
    ['It cost $4.10 and then 3 euros', ['money 4.1 USD', 'money 3 EUR']],
    ['Coverage is 81.5%', ['percent 81.5 %']],
    ['from 12 s to 9 s', ['duration 12 s', 'duration 9 s']],
    [
      'It took 80 msecs, 1 day, 3 days and 2 weeks',
      ['duration 80 ms', 'duration 1 d', 'duration 3 d', 'duration 2 wk'],
    ],
    ['It has 512 bytes, later 4 KB', ['size 512 B', 'size 4 kB']],
  ])('%s', (text, values) => {
    expect(measured(text)).toEqual(values);
  });
});

describe('reads no measurement from', () => {
  test.each([
    'it takes about 40 s',
    'at most 5 minutes',
    'between 3-5 s',
    'every 250 ms',
    '40 s per run',
    '3 to 5 seconds',
    'within 30 seconds',
    'after 12 hours',
    '30 s timeout',
    'older than 30 days',
    'listens on 127.0.0.1',
    'version 1.2.3s',
    'T-3s is done',
    'at 03:00 s',
    'a street of 5 m',
    '1.234,5 kB',
  ])('%s', (text) => {
    expect(measured(text)).toEqual([]);
  });
});

test('counts things by their noun, in figures and in words', () => {
  const counts = (text: string) =>
    readCounts(text, 'test')
      .filter((each) => each.measured)
      .map(({ value }) => value);
  expect(counts('18 tests passed, tests: 3, two failing tests')).toEqual([18, 3, 2]);
  expect(counts('18 testers, about 9 tests, T-4 tests, 3-5 tests')).toEqual([]);
  expect(readCounts('three bodies', 'body').map(({ value }) => value)).toEqual([3]);
});
