import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseCitation, renderCitation } from './session-names.ts';

const HASH = `sha256:${'0464261d6ec0'.padEnd(64, '1')}`;

test('a citation contains the session, the sequence number and twelve characters of the hash', () => {
  expect(renderCitation('demo-default', 2, HASH)).toBe(
    'eventloom://demo-default/events/2#0464261d6ec0',
  );
});

test('a citation with the full hash is accepted too', () => {
  const whole = `eventloom://demo-default/events/2#${HASH.slice(7)}`;
  expect(parseCitation(whole)).toEqual({
    session: 'demo-default',
    seq: 2,
    hashPrefix: HASH.slice(7),
  });
});

test('a rendered citation parses back to the same values', () => {
  const hex = fc.array(fc.constantFrom(...'0123456789abcdef'), { minLength: 64, maxLength: 64 });
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/), fc.nat(), hex, (session, n, digits) => {
      const hash = digits.join('');
      expect(parseCitation(renderCitation(session, n + 1, hash))).toEqual({
        session,
        seq: n + 1,
        hashPrefix: hash.slice(0, 12),
      });
    }),
  );
});

test.each([
  'eventloom://a/events/0#0464261d6ec0',
  'eventloom://a/events/2#0464261d6ec',
  'eventloom://a/../events/2#0464261d6ec0',
  'eventloom://a/events/2#0464261D6EC0',
  'http://a/events/2#0464261d6ec0',
  '',
])('%j is not a citation', (text) => {
  expect(() => parseCitation(text)).toThrow('Not a citation');
});
