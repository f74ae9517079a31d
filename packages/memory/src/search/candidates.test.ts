import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../store/port.ts';
import { memoryProjection } from '../store/projection-in.ts';
import { weigh, createDocumentLengths } from './bm25.ts';
import { chooseTerms, createLaneRanking, termsAs } from './candidates.ts';

const TEXTS = [
  'barn fire snow rain wind c@web',
  'barn c@web',
  'barn fire c@relied',
  'snow c@relied',
  `fire ${'hail '.repeat(400)}c@web`,
];
const ALL = [0, 1000] as const;

let db: Database;
beforeAll(async () => {
  db = await memoryProjection().open();
  TEXTS.forEach((text, i) => db.postings.add(i + 1, text));
});

const frequent = (mark: string) => ({ any: [mark], isRare: false });
const weighed = (df: Record<string, number>) =>
  weigh(Object.keys(df), (list) => list.map((term) => df[term] ?? 0), 1000);
const ranking = () => createLaneRanking(db, createDocumentLengths(db))(10);

test('ranks documents with more of the question first, and shorter ones first among equals', () => {
  const choice = chooseTerms(weighed({ barn: 3, fire: 3 }), 100)!;
  expect(ranking()(choice, null, ALL, 10)).toEqual([3, 1, 2, 5]);
  expect(ranking()(choice, null, ALL, 2)).toEqual([3, 1]);
});

test('with a mark, returns only documents that have it', () => {
  const choice = chooseTerms(weighed({ barn: 3, snow: 2 }), 100)!;
  expect(ranking()(choice, frequent('c@relied'), ALL, 10)).toEqual([4, 3]);
  expect(ranking()(choice, frequent('c@web'), ALL, 10)).toEqual([1, 2]);
  // More postings than are read at once.
  const few = { ...choice, most: 2 };
  expect(ranking()(few, frequent('c@web'), ALL, 10)).toEqual([2, 1]);
});

test('ranks only documents in the range of a session', () => {
  expect(ranking()(termsAs(['barn', 'fire']), null, [2, 3], 10)).toEqual([3, 2]);
});

test('reads the rarest words as far as they fit', () => {
  const matches = (df: Record<string, number>, budget: number) =>
    chooseTerms(weighed(df), budget)?.parts.map(({ match }) => match);
  expect(matches({ often: 90, rare: 2, some: 9 }, 20)).toEqual(['rare', 'some']);
  expect(matches({ often: 90, more: 95 }, 20)).toEqual([{ all: ['often', 'more'] }]);
  expect(matches({ often: 90 }, 20)).toEqual(['often']);
  expect(matches({ unseen: 0 }, 20)).toBeUndefined();
});

test('reads only the newest texts of a word that is in every text', () => {
  const [often] = weighed({ barn: 3 });
  const choice = chooseTerms([often!], 2)!;
  expect(choice.most).toBe(2);
  expect(ranking()(choice, null, ALL, 10)).toEqual([2, 3]);
});

test('uses the lengths in the index, including long ones, and reads them again after a change', () => {
  const lengths = createDocumentLengths(db);
  lengths.load([1, 2, 5]);
  expect([1, 2, 5, 4].map((id) => lengths.of(id))).toEqual([6, 2, 402, 0]);
  lengths.clear();
  expect(lengths.of(1)).toBe(0);
});
