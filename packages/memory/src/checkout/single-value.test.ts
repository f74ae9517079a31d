import { expect, test } from 'vitest';
import { givesOtherValue } from './single-value.ts';

test.each([
  ['Anna owns the billing module', 'Ben owns the billing module'],
  ['The billing module is owned by Anna.', 'Ben owns billing module'],
  ['The owner of billing is Anna', 'Owner of billing: Ben'],
  ['The default branch is main', 'The default branch is trunk'],
  ['Telemetry is enabled in production', 'Telemetry is disabled in production'],
  ['Strict mode: yes', 'Strict mode: no'],
  ['Reviews are required', 'Reviews are optional'],
])('finds a contradiction about a single value: %s / %s', (a, b) => {
  expect(givesOtherValue(a, b)).toBe(true);
  expect(givesOtherValue(b, a)).toBe(true);
});

test.each([
  ['Anna owns the billing module', 'Anna owns the search module'],
  ['Anna owns the billing module', 'anna owns the billing module.'],
  ['Telemetry is enabled in production', 'Telemetry is disabled in tests'],
  ['The port is 8080 in staging', 'The port is 3000 in production'],
  ['Use Redis for the session cache', 'Use Redis for the page cache'],
  ['The build is slow', 'The build is broken'],
  ['Search is slow: no index', 'Search is slow: yes, on large tables'],
  ['The default editor is whatever each person likes', 'The default editor is vim'],
])('finds no contradiction in the text alone: %s / %s', (a, b) => {
  expect(givesOtherValue(a, b)).toBe(false);
  expect(givesOtherValue(b, a)).toBe(false);
});
