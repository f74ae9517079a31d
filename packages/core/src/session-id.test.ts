import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assertSessionId, isSessionId } from './session-id.ts';
import { slug } from './slug.ts';

test.each(['demo-default', 'a', 'A.b_c-9', '__refs__', 'x'.repeat(128)])(
  'accepts %s as a session id',
  (id) => {
    expect(assertSessionId(id)).toBe(id);
  },
);

test.each([
  '',
  '.',
  '..',
  '...',
  'a/b',
  'a\\b',
  '../x',
  '/etc/passwd',
  'a\0b',
  'a b',
  'é',
  'con',
  'NUL.txt',
  'a.',
  '%2e%2e',
  'x'.repeat(129),
  'a\n',
])('refuses %j as a session id', (id) => {
  expect(isSessionId(id)).toBe(false);
  expect(() => assertSessionId(id)).toThrow('Not a session id');
});

test('no accepted session id can leave its directory', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      if (isSessionId(text)) expect(text).not.toMatch(/[/\\\0]|^\.+$/);
    }),
  );
});

test('a slug of any text is a session id', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(isSessionId(`${slug(text)}-default`)).toBe(true);
    }),
  );
  expect(slug('My Project! (2026)')).toBe('my-project-2026');
  expect(slug('…')).toBe('workspace');
});
