import { expect, test } from 'vitest';
import { docId, seqOfDoc, sidOfDoc } from './stored-ids.ts';

test('an id encodes its session and seq, and sorts in log order', () => {
  const ids = [docId(1, 1), docId(1, 4_000_000_000), docId(2, 1), docId(2_000_000, 7)];
  expect(ids.map((id) => [sidOfDoc(id), seqOfDoc(id)])).toEqual([
    [1, 1],
    [1, 4_000_000_000],
    [2, 1],
    [2_000_000, 7],
  ]);
  expect(ids.toSorted((a, b) => a - b)).toEqual(ids);
});

test('a seq beyond the limit is the end of its session, not part of the next', () => {
  expect(sidOfDoc(docId(3, Number.MAX_SAFE_INTEGER))).toBe(3);
});
