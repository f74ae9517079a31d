import { expect, test } from 'vitest';
import { rank } from './rank.ts';
import type { Scored } from './windows.ts';

const row = (sid: number, seq: number, more: Partial<Scored>): Scored => ({
  id: sid * 1000 + seq,
  sid,
  seq,
  actor: 'a',
  channel: 'user',
  own: 0,
  window1: 0,
  window3: 0,
  window5: 0,
  answers: 0,
  told: 0,
  asks: 0,
  named: 0,
  date: 0,
  vector: 0,
  vectorWindow: 0,
  coverage: 0,
  windowCoverage: 0,
  also: 0,
  reach: 0,
  ...more,
});

test('divides each part by its maximum, counts dates twice, and the parts add up to the score', () => {
  const ranked = rank([row(1, 1, { own: 2, window1: 3 }), row(1, 2, { own: 4, date: 2 })]);
  expect(ranked.map(({ seq, score, parts }) => ({ seq, score, parts: parts() }))).toEqual([
    { seq: 2, score: 3, parts: { own: 1, date: 2 } },
    { seq: 1, score: 1.5, parts: { own: 0.5, window1: 1 } },
  ]);
});

test('leaves out rows with no score', () => {
  expect(rank([row(1, 1, {})])).toEqual([]);
});

test('orders equal rows by session name and log position, whatever their ids in the store', () => {
  const rows = [row(1, 2, { own: 1 }), row(2, 1, { own: 1 }), row(1, 1, { own: 1 })];
  const names = new Map([
    [1, 'z'],
    [2, 'a'],
  ]);
  expect(rank(rows, (sid) => names.get(sid)!).map(({ sid, seq }) => [sid, seq])).toEqual([
    [2, 1],
    [1, 1],
    [1, 2],
  ]);
});

test('ranks a question after a matching statement, and never drops it for being a question', () => {
  const ranked = rank([
    row(1, 1, { own: 1, asks: 1 }),
    row(1, 2, { own: 1 }),
    row(1, 3, { own: 0.1, asks: 1 }),
  ]);
  expect(ranked.map(({ seq, score, parts }) => ({ seq, score, parts: parts() }))).toEqual([
    { seq: 2, score: 1, parts: { own: 1 } },
    { seq: 1, score: 0.85, parts: { own: 1, asks: -0.15 } },
    { seq: 3, score: 0.05, parts: { own: 0.1, asks: -0.05 } },
  ]);
});
