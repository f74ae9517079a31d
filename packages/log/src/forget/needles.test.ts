import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildLog } from '../read/sealed-lines.fixture.ts';
import { entriesOf, newSalt } from './forget-events.ts';
import { createGate } from './gate.ts';
import { distinctValues, otherWordsOf, valuesOfEvent } from './gate-values.ts';
import { needlesOf } from './needles.ts';

const FORGOTTEN = [
  'The door code of the garden house is 4821.',
  'Backups lie in /srv/vault/keys on the old server.',
  'Feature flag enableShadowBilling is on for Contoso.',
  'We release with `npm run ship --force` at night. Ring 0664 123 45 67 first.',
  'Anna was diagnosed with diabetes in spring 2024.',
].map((text) => ({ type: 'decision.made', payload: { decision: text, port: 48210 } }));
const values = distinctValues([
  ...FORGOTTEN.flatMap(valuesOfEvent),
  ...FORGOTTEN.flatMap((event) => otherWordsOf(event, 500)),
]);
const gate = createGate(entriesOf(values, newSalt()));
const mayHold = needlesOf(values);

const pieces = FORGOTTEN.flatMap(({ payload }) => payload.decision.split(/(?<=[ .])/));
const between = ['', ' ', '\n', '\t', '"', '\\', '\\n', '`', '-', '12', 'é', '\u200b', 'Ａ', '. '];
const text = fc
  .array(
    fc.constantFrom(...pieces, ...FORGOTTEN.map(({ payload }) => payload.decision), ...between),
    {
      maxLength: 9,
    },
  )
  .map((of) => of.join(''));

test('a line is passed over only if the gate finds nothing in it', () => {
  let found = 0;
  fc.assert(
    fc.property(
      text,
      text,
      fc.constantFrom('agent', 'Anna spring diabetes'),
      (one, two, actorId) => {
        const log = buildLog().add({ actorId, payload: { said: one, [two]: [1, { also: two }] } });
        const bytes = log.bytes();
        const event = {
          type: 'transcript.turn',
          actorId,
          payload: JSON.parse(bytes.toString()).payload,
        };
        const isFound = gate.mask(event).paths.length > 0;
        if (isFound) found++;
        if (!mayHold(bytes, 0, bytes.length - 1, 1)) expect(isFound).toBe(false);
      },
    ),
    { numRuns: 1500 },
  );
  expect(found).toBeGreaterThan(100);
});

test('ordinary lines are passed over', () => {
  const ordinary = [
    'The garden needs water.',
    'Port 5433 is open in spring.',
    'npm run build passed',
  ];
  for (const said of ordinary) {
    const bytes = buildLog().add({ payload: { said } }).bytes();
    expect(mayHold(bytes, 0, bytes.length - 1, 1)).toBe(false);
  }
});
