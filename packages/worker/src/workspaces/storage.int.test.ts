import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { storageOf } from './storage.ts';

let dir: string;
beforeEach(() => (dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-storage-'))));
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

function write(file: string, bytes: number): void {
  fs.mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
  fs.writeFileSync(path.join(dir, file), 'x'.repeat(bytes));
}

it('counts files and bytes by purpose', () => {
  write('shop-default.jsonl', 100);
  write('night.jsonl', 20);
  write('shop-default.head', 3);
  write('projections/memory.sqlite', 50);
  write('projections/memory.sqlite-wal', 5);
  write('shop-default.compaction.json', 4);
  write('inbox/01a.json', 7);
  write('inbox/raw/02b.json', 8);
  write('archive/shop-default-1-10.jsonl.gz', 11);
  write('runtime/reminder/shop-default.use.json', 2);
  expect(storageOf(dir)).toEqual({
    log: { files: 2, bytes: 120 },
    projection: { files: 3, bytes: 59 },
    spool: { files: 2, bytes: 15 },
    archives: { files: 1, bytes: 11 },
    other: { files: 2, bytes: 5 },
  });
});

it('follows no link out of the folder', () => {
  const outside = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-outside-'));
  try {
    fs.writeFileSync(path.join(outside, 'big.jsonl'), 'x'.repeat(10_000));
    fs.symlinkSync(outside, path.join(dir, 'projections'));
    fs.symlinkSync(path.join(outside, 'big.jsonl'), path.join(dir, 'shop.jsonl'));
    const stored = Object.values(storageOf(dir)!);
    expect(stored.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(1000);
  } finally {
    fs.rmSync(outside, { recursive: true });
  }
});

it('returns nothing for a folder without a log', () => {
  expect(storageOf(path.join(dir, '.eventloom'))).toBeNull();
});
