import { appendFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  appendPlaces,
  countOf,
  followPart,
  indexPart,
  partPath,
  partSession,
  readPlaces,
  removePart,
  replacePlaces,
} from './part-file.ts';
import type { StoredRow } from '../stores/postgres/rows.ts';

const of = { project: 'shop', writer: 'ann@desk', session: 's' };
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'hookloom-part-'));
  file = partPath(folder, partSession(of));
});
afterEach(() => rmSync(folder, { recursive: true }));

const hashOf = (chain: string, seq: number): string => `sha256:${chain.repeat(63)}${seq}`;
function places(from: number, to: number, chain = 'a'): StoredRow[] {
  return Array.from({ length: to - from + 1 }, (_, at) => {
    const seq = from + at;
    const previousHash = seq === 1 ? null : hashOf(chain, seq - 1);
    return { seq, hash: hashOf(chain, seq), previousHash, line: null };
  });
}
const textOf = (index: ReturnType<typeof indexPart>): string =>
  readPlaces(index!, 1, countOf(index!)).join('\n');

it('a process that follows a part sees added, rewritten and refetched lines', () => {
  appendPlaces(folder, of, places(1, 3));
  let followed = followPart(file)!;
  const isAsFresh = (): void => {
    followed = followPart(file)!;
    expect(followed).toEqual(indexPart(file));
    expect(textOf(followed)).toBe(textOf(indexPart(file)));
  };
  expect(followPart(file)).toBe(followed);
  appendPlaces(folder, of, places(4, 5));
  isAsFresh();
  appendFileSync(file, '{"kept":{"seq":6');
  isAsFresh();
  appendPlaces(folder, of, places(6, 6));
  isAsFresh();
  expect(countOf(followed)).toBe(6);
  replacePlaces(followed, new Map([[2, '{"kept":{"seq":2,"hash":"","previousHash":null}}']]));
  isAsFresh();
  removePart(folder, partSession(of));
  appendPlaces(folder, of, places(1, 8, 'b'));
  isAsFresh();
  removePart(folder, partSession(of));
  expect(followPart(file)).toBe(null);
});

it('a part is removed once, and removing it again does nothing', () => {
  appendPlaces(folder, of, places(1, 3));
  for (let time = 0; time < 2; time++) {
    removePart(folder, partSession(of));
    expect(existsSync(file)).toBe(false);
  }
});
