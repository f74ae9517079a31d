import { expect, test } from 'vitest';
import { dateTerms, dayTerms } from './marks.ts';

const SEVENTH_OF_MAY = ['d@2023', 'd@2023-05', 'd@2023-05-07', 'd@d05-07', 'd@m05'];

test.each([
  ['2023-05-07', SEVENTH_OF_MAY],
  ['on 7 May 2023', SEVENTH_OF_MAY],
  ['the 7th of May, 2023', SEVENTH_OF_MAY],
  ['May 7th, 2023', SEVENTH_OF_MAY],
  ['may 7 2023', SEVENTH_OF_MAY],
  ['May 2023', ['d@2023', 'd@2023-05', 'd@m05']],
  ['what happened in September?', ['d@m09']],
  ['back in 2021', ['d@2021']],
  ['we may need them', []],
  ['port 8080, line 12', []],
  ['2023-13-45', ['d@2023']],
])('%s', (text, terms) => {
  expect(dateTerms(text).toSorted()).toEqual(terms);
});

test('an event has the terms of its day', () => {
  expect(dayTerms('2023-05-07T09:00:00.000Z').toSorted()).toEqual(SEVENTH_OF_MAY);
  expect(dayTerms('2023-05-08T09:00:00.000Z')).toContain('d@2023-05-08');
  expect(dayTerms('no time')).toEqual([]);
});
