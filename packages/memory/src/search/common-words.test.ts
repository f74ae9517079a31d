import { beforeAll, expect, test } from 'vitest';
import type { Database, Match, Range } from '../store/port.ts';
import { memoryProjection } from '../store/projection-in.ts';
import { weigh, createDocumentLengths } from './bm25.ts';
import { chooseTerms, createLaneRanking, type Marks } from './candidates.ts';

const DOCUMENTS = 50_400;
const BUDGET = 1000;
let db: Database;

beforeAll(async () => {
  db = await memoryProjection().open();
  db.begin();
  for (let doc = 1; doc <= DOCUMENTS; doc++) {
    const words = ['often', 'usual'];
    if (doc % 10 === 0) words.push('tenth');
    if (doc === 3 || doc === 4) words.push('early');
    if (doc <= 5) words.push('d@2026-01-01');
    db.postings.add(doc, words.join(' '));
  }
  db.commit();
});

/** The documents that the words find, and from where on each query looked. */
function found(df: Record<string, number>, marks: Marks | null = null) {
  const terms = weigh(Object.keys(df), (list) => list.map((term) => df[term]!), DOCUMENTS);
  const froms: number[] = [];
  const find = (match: Match, range: Range, order: 'newest' | 'oldest', most: number) => {
    froms.push(range[0]);
    return db.postings.find(match, range, order, most);
  };
  const findEach = (matches: readonly Match[], range: Range, most: number) =>
    matches.map((match) => find(match, range, 'newest', most));
  const rank = createLaneRanking(
    { ...db, postings: { ...db.postings, find, findEach } },
    createDocumentLengths(db),
  );
  const ids = rank(3)(chooseTerms(terms, BUDGET)!, marks, [1, DOCUMENTS], 1000);
  return { ids, froms };
}

const BOTH = { often: DOCUMENTS, tenth: DOCUMENTS };

test('reads only the newest documents of a word that most documents contain', () => {
  const { ids, froms } = found(BOTH);
  expect(ids).toHaveLength(BUDGET);
  expect(Math.min(...froms)).toBe(DOCUMENTS - 50_000 + 1);
  expect(found(BOTH, { any: ['tenth'], isRare: false }).froms).toEqual(froms.concat(401));
});

test('reads all documents of two common words that rarely occur together', () => {
  expect(found({ often: DOCUMENTS, early: DOCUMENTS }).ids).toEqual([3, 4]);
});

test('reads only the newest documents of words that are too common', () => {
  expect(found({ often: 300_000, early: 300_000 }).ids).toEqual([]);
});

test('reads all documents with a rare mark', () => {
  const { ids } = found(
    { often: DOCUMENTS, usual: DOCUMENTS },
    { any: ['d@2026-01-01'], isRare: true },
  );
  expect(ids.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5]);
});
