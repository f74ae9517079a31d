import { expect, test } from 'vitest';
import { callStatus } from './call-status.ts';

test('maps the clients’ words for the outcome of a call to the few words of the log', () => {
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
