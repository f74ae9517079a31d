import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { embeddingTurn } from '../memory-options.ts';

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-turn-'));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

it('gives one holder the turn at a time, passes it on, and leaves no file behind', () => {
  const [first, second] = [embeddingTurn(dir), embeddingTurn(dir)];
  expect([first.take(), second.take(), second.take()]).toEqual([true, false, false]);
  first.give();
  expect([second.take(), first.take()]).toEqual([true, false]);
  second.give();
  expect(fs.readdirSync(path.join(dir, 'runtime'))).toEqual([]);
});
