import { expect, it } from 'vitest';
import { normaliseRemote, remoteAddress } from './project-identity.ts';

it.each([
  'https://github.com/Acme/Shop.git',
  'https://me:token@GitHub.com/acme/shop/',
  'git@github.com:acme/shop.git',
  'ssh://git@github.com:22/acme/shop.git',
  'git://github.com/acme/shop',
  'https://github.com/acme/shop.git?x=1#y',
])('%s is one address in every spelling', (url) => {
  expect(normaliseRemote(url)).toBe('github.com/acme/shop');
});

it('keeps case for case-sensitive hosts, and accepts a folder as an address', () => {
  expect(normaliseRemote('https://git.example.org/Acme/Shop')).toBe('git.example.org/Acme/Shop');
  expect(normaliseRemote('/srv/git/shop.git')).toBe('file:/srv/git/shop');
  expect(normaliseRemote('file:///srv/git/shop.git')).toBe('file:/srv/git/shop');
});

it('origin takes precedence, then the first by name', () => {
  const others = 'remote.zeta.url https://z.org/a\nremote.beta.url https://b.org/a\n';
  expect(remoteAddress(others)).toBe('b.org/a');
  expect(remoteAddress(`${others}remote.origin.url https://o.org/a\n`)).toBe('o.org/a');
  expect(remoteAddress('')).toBeNull();
});
