/** A forgotten sentence is refused in other words; ordinary sentences are not. */
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { entriesOf } from './forget-events.ts';
import { entryLine, parseEntry } from '../gate/gate-entry.ts';
import { distinctValues, otherWordsOf, valuesOfEvent } from '../gate/gate-values.ts';
import { createGate, type Gate } from '../gate/gate.ts';

const SALT = `sha256:${'ab'.repeat(32)}`;
function gateOf(text: string): Gate {
  const event = { type: 'decision.made', payload: { text } };
  const values = distinctValues([...valuesOfEvent(event), ...otherWordsOf(event, 500)]);
  return createGate(entriesOf(values, SALT).map((entry) => parseEntry(entryLine(entry))!));
}

describe('refuses a forgotten sentence in other words', () => {
  test.each([
    ['The door code of the garden house is 4821.', 'Garden house: type 48-21 at the door'],
    ['Our database listens on port 5433.', 'postgres? port 5433, I think'],
    ['The landlord can be called at 0664 123 45 67.', 'ring him on 06641234567'],
    ['Mail invoices to huber@example.org first.', 'huber@example.org gets them'],
    ['Backups lie in /srv/vault/keys on the old server.', 'backups go to /srv/vault/keys'],
    [
      'We release with `npm run ship --force` at night.',
      'at night someone runs `npm run ship --force`',
    ],
    ['The account of the client is AB12CD3456.', 'write AB12CD3456 there'],
    ['Feature flag enableShadowBilling is on for Contoso.', 'Contoso has enableShadowBilling'],
    ['The surgery left a scar of 12 stitches.', '12 stitches, after the surgery'],
    ['The company was nearly insolvent in 2019.', 'In 2019 our company: almost insolvent'],
    ['Payroll sits in room 417.', 'find payroll at 417'],
    ['Anna was diagnosed with diabetes in spring.', 'In spring a diabetes diagnosis: Anna'],
  ])('%s', (forgotten, again) => {
    const masked = gateOf(forgotten).maskText(`Hello there. ${again}. Bye now.`);
    expect(masked).toContain('[FORGOTTEN]');
    expect(masked).toMatch(/^Hello there\. .*Bye now\.$/);
  });
});

/** What people and agents commonly write. */
const ORDINARY = [
  'The door of the garden house needs paint.',
  'Our database has 5433 rows now.',
  'The tests of the invoice module pass on Node 24.',
  'We decided to release on Friday at 14:00.',
  'Run `npm test` before you push.',
  'Anna reviewed the pull request 1204.',
  'The server listens on port 8080.',
  'Fix the off-by-one error in src/invoice/due-date.ts.',
  'In spring we move to the new office.',
  'The client asked for a dark theme.',
  'Invoice numbers have six digits.',
  'Contoso pays on the first of the month.',
  'The landlord wants the rent by Monday.',
  'Use calendar days for due dates.',
  'The build takes 42 seconds on the old server.',
  'Version 2.1.0 of the parser drops Python 3.8.',
  'See https://example.org/docs for the format.',
  'The flag --verbose prints every request.',
  'Commit 9f2c1ab broke the nightly build.',
  'The old machine was replaced in March 2025.',
  'We call the customer back tomorrow.',
  'Backups run every night at 3.',
  'The type InvoiceLine has a new field dueDate.',
  'Set LOG_LEVEL to debug when a hook fails.',
];

it('refuses no ordinary sentence because another one was forgotten', () => {
  const refused = ORDINARY.flatMap((forgotten) => {
    const gate = gateOf(forgotten);
    return ORDINARY.filter((other) => other !== forgotten && gate.maskText(other) !== other).map(
      (other) => [forgotten, other],
    );
  });
  expect(refused).toEqual([]);
});

const word = fc.constantFrom(
  ...new Set(ORDINARY.flatMap((text) => text.match(/\b[a-z]{3,}\b/g) ?? [])),
);
it('never refuses sentences of common words, whatever numbers they contain', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ORDINARY),
      fc.array(word, { minLength: 3, maxLength: 14 }),
      fc.integer({ min: 100_000, max: 999_999 }),
      (forgotten, words, number) => {
        const text = `${words.join(' ')} ${number}`;
        fc.pre(!forgotten.includes(words.join(' ')));
        // A flag or path is also reduced to its letters, so that a sequence of its words matches it.
        expect(gateOf(forgotten).maskText(text)).toBe(text);
      },
    ),
    { numRuns: 500 },
  );
});

it('refuses no sentence that shares a year or a small number and one word', () => {
  expect(gateOf('The surgery left a scar of 12 stitches.').maskText('Knit 12 stitches.')).toBe(
    'Knit 12 stitches.',
  );
  const founded = 'The company was founded in 2019.';
  expect(gateOf('The company was nearly insolvent in 2019.').maskText(founded)).toBe(founded);
});

it('makes no digest of a short number alone', () => {
  const event = { payload: { text: 'The door code of the garden house is 4821.' } };
  const gate = createGate(entriesOf(otherWordsOf(event, 500), SALT));
  expect(gate.maskText('We sold 4821 pieces.')).toBe('We sold 4821 pieces.');
});
