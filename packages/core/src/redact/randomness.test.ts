import { expect, test } from 'vitest';
import { fill, seeded } from './corpus.fixture.ts';
import { isRandom } from './randomness.ts';

const random = seeded(3);

test.each(['[hex32]', '[an20]', '[low24]', '[b6440]', '[uuid]', '[let34]', '[b3226]'])(
  'random text of the kind %s looks random',
  (shape) => {
    const drawn = Array.from({ length: 200 }, () => fill(shape, random));
    expect(drawn.filter((text) => !isRandom(text)).length).toBeLessThanOrEqual(2);
  },
);

test.each([
  'getUserProfileById',
  'sk-learn-pipelines',
  '2026-11-21T06:00:00.000Z',
  'node_modules/typescript/lib/lib.es5.d.ts',
  'v20.20.2-beta.1',
  '1234567890123456',
  'correct horse battery staple',
  'MAX_RETRY_COUNT',
  '0.0.0.0:8080',
])('%j does not look random', (text) => {
  expect(isRandom(text)).toBe(false);
});
