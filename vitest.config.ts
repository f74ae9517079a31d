import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { viteEntryPoints } from './scripts/entry-points.mjs';

const resolve = {
  conditions: ['source', 'node'],
  alias: { 'fast-check': path.join(import.meta.dirname, 'scripts/seeded-fast-check.ts') },
};
/** Tests load the files that define what they import, not all that an entry point lists. */
const plugins = [viteEntryPoints(import.meta.dirname)];
const ssr = { resolve: { conditions: ['source', 'node'] } };

/** Whatever a test writes to the state folder of "this user" ends with the run. */
const home = mkdtempSync(path.join(tmpdir(), 'hookloom-home-'));
process.on('exit', () => rmSync(home, { recursive: true, force: true }));
// Tests of the sentence encoder turn it on: others would wait for vectors that they do not look at.
const env = {
  HOME: home,
  XDG_STATE_HOME: '',
  HOOKLOOM_STATE_DIR: '',
  RETRIEVAL_FUZZY: 'off',
};

// These limits, and those of the tests, hold on a machine ten times as busy as an idle one.
const expect = { poll: { timeout: 60_000 } };

export default defineConfig({
  resolve,
  ssr,
  test: {
    // One more than there are cores, because most files wait for processes of their own.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        plugins,
        resolve,
        ssr,
        test: {
          name: 'unit',
          env,
          // Pure tests share what they import: most of the time went into importing the same modules anew.
          isolate: false,
          testTimeout: 120_000,
          expect,
          include: ['packages/*/{src,test}/**/*.test.ts'],
          exclude: ['**/*.int.test.ts', '**/node_modules/**'],
        },
      },
      {
        plugins,
        resolve,
        ssr,
        test: {
          name: 'int',
          env,
          include: ['packages/*/{src,test}/**/*.int.test.ts'],
          globalSetup: ['./scripts/vitest-build.ts'],
          testTimeout: 240_000,
          expect,
          hookTimeout: 240_000,
        },
      },
    ],
  },
});
