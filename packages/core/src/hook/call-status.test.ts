import { expect, test } from 'vitest';
import { callStatus } from './call-status.ts';

test('clients’ own words for how a call ended become the few of the log', () => {
  const words = [
    'success',
    'Completed',
    'failed',
    'timed out',
    'declined',
    'cancelled',
    'called',
    7,
  ];
  expect(words.map(callStatus)).toEqual([
    'ok',
    'ok',
    'error',
    'error',
    'blocked',
    'interrupted',
    'unknown',
    'unknown',
  ]);
});
