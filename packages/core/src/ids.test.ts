import { expect, test } from 'vitest';
import { assertSessionId, createIds, eventIdFrom, isSessionId, weakRandomHex } from './ids.ts';
import fc from 'fast-check';
import { slug } from './session-names.ts';

test('ids sort in order of creation, even if the clock goes backwards', () => {
  const ids = createIds(weakRandomHex);
  const clock = [5, 5, 6, 3, 1, 6, 2_000_000_000_000, 7];
  const made = clock.map((ms) => ids.eventId(ms));
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
});

test('an id is evt_ and 32 hex characters', () => {
  expect(createIds(weakRandomHex).eventId(Date.UTC(2026, 10, 21))).toMatch(/^evt_[0-9a-f]{32}$/);
  expect(eventIdFrom(0x0193, 'ab'.repeat(10))).toBe('evt_000000000193abababababababababab');
});

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
