import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analyze } from './analyze.ts';
import { actorTerm, AUTHORITY_TERMS, nameWords } from './marks.ts';

test('an actor is one term, and a name is found by its words', () => {
  expect(actorTerm('Zaxy Observer/1')).toBe('a@zaxy-observer-1');
  expect(nameWords('Zaxy-Observer')).toBe('zaxy observer');
});

test('no text can forge a mark', () => {
  const marks = new Set([...Object.values(AUTHORITY_TERMS), actorTerm('user')]);
  const part = fc.constantFrom(...marks, '@', 'f', 'a@', ' ', '"', 'd@2023');
  fc.assert(
    fc.property(
      fc.array(part).map((parts) => parts.join('')),
      (text) => {
        expect(analyze(text).filter((term) => marks.has(term) || term.includes('@'))).toEqual([]);
      },
    ),
  );
});
