import { beforeAll, expect, test } from 'vitest';
import { memoryProjection } from './projection-in.ts';
import type { Database } from './port.ts';
import { openPostings, type Postings, openKeptCounts } from './search-rows.ts';

const DOCUMENTS = 10_500;
let db: Database;
let postings: Postings;
/** The kept count of a word beside that of the search table. */
const counts = (word: string) => [
  openKeptCounts(db)([word]).get(word),
  ...db.postings.frequencies([word]),
];

function say(postings: Postings, doc: number, ...words: string[]): void {
  postings.add(doc, `${words.join(' ')} c@relied`, words);
}

beforeAll(async () => {
  db = await memoryProjection().open();
  postings = openPostings(db);
  db.begin();
  for (let doc = 1; doc <= DOCUMENTS; doc++) {
    const second = doc % 3 === 0 ? ['third', 'third'] : [];
    say(postings, doc, 'everywhere', ...second, `only${doc}`);
    if (doc % 500 === 0) postings.flush();
  }
  db.commit();
});

test('a common word is counted once, and its count is updated when documents are added', () => {
  expect(counts('everywhere')).toEqual([DOCUMENTS, DOCUMENTS]);
  expect(counts('third')).toEqual([DOCUMENTS / 3, DOCUMENTS / 3]);
  expect(counts('only7')).toEqual([undefined, 1]);
});

test('words that a document gets or loses later change the count', () => {
  postings.replace(1, 'everywhere only1 third c@relied', ['third']);
  postings.replace(2, 'everywhere only2');
  postings.remove(3, ['everywhere', 'third', 'third', 'only3']);
  say(postings, DOCUMENTS + 1, 'everywhere', 'everywhere');
  postings.flush();
  expect(counts('everywhere')).toEqual([DOCUMENTS, DOCUMENTS]);
  expect(counts('third')).toEqual([DOCUMENTS / 3, DOCUMENTS / 3]);
});

test('changes that are discarded before they are written are not counted', () => {
  say(postings, DOCUMENTS + 2, 'everywhere');
  postings.drop();
  postings.flush();
  expect(counts('everywhere')).toEqual([DOCUMENTS, DOCUMENTS]);
});

test('a count that another process stores is used after it is read again', () => {
  const other = openPostings(db);
  other.forget();
  say(other, DOCUMENTS + 3, 'everywhere');
  other.flush();
  expect(counts('everywhere')).toEqual([DOCUMENTS + 1, DOCUMENTS + 1]);
});

test('the words are counted again after a range of documents was removed', () => {
  db.exec(`INSERT INTO docs(id, stream, hash, event_id, type, kind, actor, channel, ts, len, terms, dates, content, meta, asked)
    SELECT value, 1, x'00', '', '', '', '', '', '', 1, '', '', '', '{}', '' FROM json_each('[10,11,12]')`);
  postings.removeRange([10, 12]);
  const left = DOCUMENTS + 1 - 3;
  expect(counts('everywhere')).toEqual([left, left]);
});
