import { expect, it } from 'vitest';
import { bareValue, withValue } from './bare-value.ts';

it.each([
  ['No, 9000.', '9000'],
  ['no 9000', '9000'],
  ['Actually, make it 30 please.', '30'],
  ['Nein, 9000.', '9000'],
  ['No, `src/api`.', '`src/api`'],
  ['No, v2.1', 'v2.1'],
])('"%s" names the value %s', (turn, value) => {
  expect(bareValue(turn)).toBe(value);
});

it.each([
  'No.',
  'No, thanks.',
  'No, run the tests.',
  '9000',
  'No, the port is 9000.',
  'Yes, 9000.',
])('"%s" names no value alone', (turn) => {
  expect(bareValue(turn)).toBe(null);
});

it.each([
  [['The API listens on port 8080.'], '9000', 'The API listens on port 9000.'],
  [
    ['The limit is 100 requests a minute.', 'Fix it.'],
    '250',
    'The limit is 250 requests a minute.',
  ],
  [['We pin Node v20.1 here.'], 'v22.3', 'We pin Node v22.3 here.'],
  [['Pages are in `src/web`.'], '`src/api`', 'Pages are in `src/api`.'],
])('%j with the value %s becomes "%s"', (sentences, value, text) => {
  expect(withValue(sentences, value)?.text).toBe(text);
});

it('leaves a sentence with two values, one of another form, or none', () => {
  for (const said of ['Keep 10 of 50 rows.', 'Pages are in src/web.', 'Deploy it on Friday.'])
    expect(withValue([said], '9000')).toBe(null);
});
