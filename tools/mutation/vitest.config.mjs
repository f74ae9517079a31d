import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { viteEntryPoints } from '../../scripts/entry-points.mjs';

// The unit tests of the package that MUTATED names, set up as in the vitest.config.ts of the repository.
const root = path.resolve(import.meta.dirname, '../..');
const home = mkdtempSync(path.join(tmpdir(), 'hookloom-home-'));
process.on('exit', () => rmSync(home, { recursive: true, force: true }));

export default defineConfig({
  root,
  plugins: [viteEntryPoints(root)],
  resolve: {
    conditions: ['source', 'node'],
    alias: { 'fast-check': path.join(root, 'scripts/seeded-fast-check.ts') },
  },
  ssr: { resolve: { conditions: ['source', 'node'] } },
  test: {
    env: { HOME: home, XDG_STATE_HOME: '', HOOKLOOM_STATE_DIR: '', RETRIEVAL_FUZZY: 'off' },
    isolate: false,
    testTimeout: 30_000,
    include: [
      `packages/${process.env.MUTATED}/{src,test}/**/!(*.int).test.ts`,
      process.env.MUTATED_TESTS,
    ].filter(Boolean),
    exclude: ['**/node_modules/**'],
  },
});
