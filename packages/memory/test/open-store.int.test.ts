import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../src/store/sqlite/open-store.ts';

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-store-'));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

it('an open projection maps nothing, caches a bounded part of its file, and shares one limit with all others', async () => {
  const db = await openStore(path.join(dir, 'memory.sqlite'));
  const value = (name: string) => Number(Object.values(db.prepare(`PRAGMA ${name}`).get()!)[0]);
  expect(value('mmap_size')).toBe(0);
  expect(value('cache_size')).toBe(-16_384);
  expect(value('soft_heap_limit')).toBe(48 * 1024 * 1024);
  await db.close();
});

it('truncates the journal after a checkpoint', async () => {
  const file = path.join(dir, 'memory.sqlite');
  const db = await openStore(file);
  const write = (count: number) =>
    db.exec(
      `BEGIN; WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
       INSERT OR REPLACE INTO latest SELECT i, 'a.b', i, hex(zeroblob(1000)) FROM n; COMMIT`,
    );
  write(10_000);
  const grown = fs.statSync(`${file}-wal`).size;
  expect(grown).toBeGreaterThan(16 * 1024 * 1024);
  db.prepare('PRAGMA wal_checkpoint(RESTART)').get();
  write(1);
  expect(fs.statSync(`${file}-wal`).size).toBeLessThanOrEqual(8 * 1024 * 1024);
  await db.close();
});
