import { expect, test } from 'vitest';
import { meaningOf } from '../statements/meaning.ts';
import { stanceOf } from './stance.ts';

const stance = (claim: string, said: string) => stanceOf(meaningOf(claim), meaningOf(said));

test.each([
  ['The API listens on port 9000.', 'The API listens on port 9000 in staging.', 'supports'],
  ['The API listens on port 8080.', 'The API listens on port 9000.', 'conflicts'],
  ['We use Redis for the sessions.', 'We do not use Redis for the sessions.', 'conflicts'],
  [
    'We use Redis for the sessions.',
    'No, we use Memcached instead of Redis for the sessions.',
    'conflicts',
  ],
  ['We use Redis for the sessions.', 'We dropped Redis.', null],
  ['The API listens on port 9000.', 'The dashboard is not reachable.', null],
  ['Rule number 1 holds.', 'Rule number 2 holds.', null],
  ['Die API läuft auf Port 9000.', 'Die API läuft auf Port 9000.', 'supports'],
  ['Die API läuft auf Port 8080.', 'Die API läuft auf Port 9000.', 'conflicts'],
] as const)('for "%s", "%s" is %s', (claim, said, expected) => {
  expect(stance(claim, said)).toBe(expected);
});
