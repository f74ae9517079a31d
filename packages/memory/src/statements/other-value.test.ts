import { expect, it, test } from 'vitest';
import { meaningOf } from './meaning.ts';
import { hasOtherValue, saysChange, valuesOf } from './other-value.ts';
import { relationOf } from './relation.ts';

it.each([
  [
    'The optimizer runs two passes over the IR.',
    'The optimizer does three passes now, inlining needs one.',
  ],
  [
    'we keep 30 days of raw files in the bucket',
    'raw files are kept for 90 days now, audit asked for it',
  ],
  ['minimum version is android 9', 'raise the minimum version to android 11'],
  [
    'the staging shop is redeployed every evening at 19:00',
    'staging gets redeployed at noon from now on, so that we see it',
  ],
  [
    'The VAT report is due on the 10th of each month.',
    'From now on the VAT report has to be in by the 25th.',
  ],
  ['The team has its demos on Thursdays.', 'We moved the demos of the team to Fridays.'],
  [
    'Die Anzeige wird alle 30 Sekunden aktualisiert.',
    'Aktualisiert wird die Anzeige jetzt alle 10 Sekunden.',
  ],
])('"%s" no longer holds after "%s"', (older, newer) => {
  expect(relationOf(meaningOf(newer), meaningOf(older))).toBe('replaces');
});

it.each([
  [
    'another subject',
    'The staging server runs on port 8080.',
    'The production server runs on port 8443 now.',
  ],
  ['another scope', 'Three retries for the importer.', 'Set five retries for the exporter.'],
  ['no change', 'The importer has three retries.', 'The importer with its five retries is slow.'],
  [
    'the same value',
    'The report has 12 pages now.',
    'The 12 pages of the report are too many now.',
  ],
])('a sentence with %s ends nothing: "%s", "%s"', (_, older, newer) => {
  expect(relationOf(meaningOf(newer), meaningOf(older))).toBeNull();
});

test('an article is not a number, and a number word is the number', () => {
  expect(valuesOf('Ein Server hat zwei Kerne.')).toEqual(new Map([['kern', new Set(['2'])]]));
  expect(hasOtherValue(valuesOf('two cores'), valuesOf('2 cores'))).toBe(false);
  expect(saysChange('Set it to five.')).toBe(true);
  expect(saysChange('The settings are fine.')).toBe(false);
});
