import { expect, test } from 'vitest';
import { secrecyOf } from './index.ts';
import { NAMES } from './names.fixture.ts';

test('recognises the names of secrets among 2,000 real names, with few false positives', () => {
  expect(NAMES.length).toBeGreaterThanOrEqual(2000);
  const judged = NAMES.filter(({ half }) => half === 'judged');
  const secret = judged.filter(({ isSecret }) => isSecret);
  const open = judged.filter(({ isSecret }) => !isSecret);
  const missed = secret.filter(({ name }) => secrecyOf(name) === 0);
  const taken = open.filter(({ name }) => secrecyOf(name) > 1);
  console.log(
    `redaction: names ${secret.length - missed.length}/${secret.length} known, ${taken.length}/${open.length} others taken for one`,
  );
  expect(missed.length / secret.length, missed.map(({ name }) => name).join()).toBeLessThan(0.01);
  expect(taken.length / open.length, taken.map(({ name }) => name).join()).toBeLessThan(0.03);
});

test.each([
  'AWS_SESSION_TOKEN',
  'SessionToken',
  'ADMIN_TOKEN',
  'NOTION_TOKEN',
  'AZURE_STORAGE_KEY',
])('%s names a secret', (name) => {
  expect(secrecyOf(name)).toBe(2);
});

test.each(['HMACKey', 'AESKey', 'IMAPPw', 'JWTSigningKey', 'RSAPrivateKey'])(
  'splits %s after the abbreviation, and takes it for the name of a secret',
  (name) => {
    expect(secrecyOf(name)).toBeGreaterThanOrEqual(2);
  },
);
