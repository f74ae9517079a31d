import { expect, it } from 'vitest';
import { validityOf } from './validity.ts';

/** A Monday. */
const SAID = '2026-03-02T09:00:00.000Z';

it.each([
  ['Until Friday, deploys are frozen.', undefined, '2026-03-07', 'deploys are frozen.'],
  ['Use the test key until March 6.', undefined, '2026-03-07', 'Use the test key.'],
  ['We use it until 2026-03-10.', undefined, '2026-03-11', 'We use it.'],
  ['Bis Freitag deployen wir nicht.', undefined, '2026-03-07', 'deployen wir nicht.'],
  ['Bis 10. März nutzen wir Wien.', undefined, '2026-03-11', 'nutzen wir Wien.'],
  ['This week Paul is on call.', undefined, '2026-03-09', 'Paul is on call.'],
  ['For the next 3 days, ask Anna.', undefined, '2026-03-06', 'ask Anna.'],
  ['Until the end of the week, ask Anna.', undefined, '2026-03-09', 'ask Anna.'],
  ['From June we use Node 24.', '2026-06-01', undefined, 'we use Node 24.'],
  ['Ab April erscheint er donnerstags.', '2026-04-01', undefined, 'erscheint er donnerstags.'],
  ['Starting March 9 we use Node 24.', '2026-03-09', undefined, 'we use Node 24.'],
])('reads the validity of "%s"', (text, from, until, rest) => {
  const day = (at?: string): string | undefined => at?.slice(0, 10);
  const found = validityOf(text, SAID);
  expect([day(found.from), day(found.until), found.rest]).toEqual([from, until, rest]);
});

it.each([
  'From now on we squash commits.',
  'Wait until the tests pass.',
  'We read it from the cache.',
  'Das ist ab jetzt die Regel.',
])('reads none from "%s"', (text) => {
  expect(validityOf(text, SAID)).toEqual({ rest: text });
});
