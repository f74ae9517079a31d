/** The projection on PostgreSQL: the server that TEST_POSTGRES_URL names, or one inside the thread (PGlite). */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, vi } from 'vitest';
import { postgresProjection } from '../src/store/postgres/index.ts';
import type { ProjectionStore } from '../src/store/port.ts';
import { projectionStoreContract } from './projection-store-contract.ts';

const server = process.env['TEST_POSTGRES_URL'] ?? '';
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-pglite-'));
const made: ProjectionStore[] = [];
let count = 0;

afterAll(async () => {
  if (server !== '') for (const projection of made) await projection.remove();
  fs.rmSync(dir, { recursive: true, force: true });
});

function place() {
  const schema = `hookloom_projection_${randomBytes(6).toString('hex')}`;
  const url = server === '' ? `pglite://${path.join(dir, `${count++}`)}` : server;
  const projection = (): ProjectionStore =>
    postgresProjection({
      url,
      schema,
      setting: 'TEST_POSTGRES_URL',
      timeoutMs: 30_000,
      ...(server === '' && { thread: new URL('./pglite-thread.cjs', import.meta.url) }),
    });
  made.push(projection());
  return { projection };
}

// A database per test takes seconds on an idle machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

projectionStoreContract(server === '' ? 'PostgreSQL (PGlite)' : 'PostgreSQL', {
  place,
  // Only one process may use the folder of PGlite.
  isShared: server !== '',
});
