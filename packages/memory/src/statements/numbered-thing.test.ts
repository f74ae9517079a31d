import { expect, it } from 'vitest';
import { meaningOf } from './meaning.ts';
import { numberedThing } from './numbered-thing.ts';
import { relationOf } from './relation.ts';

it.each([
  ['Rule number 2 holds.', 'rule number 2'],
  ['Decision: The rule number 2 holds.', 'rule number 2'],
  ['We decided that step 3 uses Redis.', 'step 3'],
  ['Bug #12 is in the parser.', 'bug 12'],
  ['Schritt 4 nutzt Redis.', 'schritt 4'],
  ['The limit is 100.', null],
  ['The API listens on port 8080 in staging.', null],
  ['We follow rule 2.', null],
  ['We are in phase 2 now.', null],
  ['Version number 3 is current.', null],
])('in "%s" the number names %s', (text, thing) => {
  expect(numberedThing(text)).toBe(thing);
});

it.each([
  ['Rule number 1 holds.', 'Rule number 2 holds until Friday.', null],
  ['Step 1 uses Redis.', 'No, step 2 uses Redis.', null],
  ['Rule number 1 holds.', 'Rule number 1 does not hold.', 'replaces'],
  ['The limit is 100.', 'The limit is 250 until Friday.', 'replaces'],
  ['We follow rule 1.', 'No, we follow rule 2.', 'replaces'],
])('after "%s", "%s" is %s', (older, newer, relation) => {
  expect(relationOf(meaningOf(newer), meaningOf(older), true)).toBe(relation);
});
