import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { memoryProjection } from '../src/store/projection-in.ts';
import { sqliteProjection } from '../src/store/sqlite/open-store.ts';
import { projectionStoreContract } from './projection-store-contract.ts';

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-projections-'));
let count = 0;
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }));

projectionStoreContract('a file of SQLite', {
  place() {
    const file = path.join(dir, `${count++}`, 'memory.sqlite');
    return { projection: () => sqliteProjection(file) };
  },
});

projectionStoreContract('memory alone', {
  place: () => ({ projection: memoryProjection }),
  isKept: false,
});
