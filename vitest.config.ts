import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const resolve = { conditions: ['source', 'node', 'import', 'default'] };
const ssr = { resolve: { conditions: ['source', 'node', 'import', 'default'] } };

export default defineConfig({
  resolve,
  ssr,
  test: {
    // One core fewer than there are would be one on a small machine, and most files wait for processes of their own.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        resolve,
        ssr,
        test: {
          name: 'unit',
          // Pure tests share what they import: most of the time went into importing the same modules anew.
          isolate: false,
          testTimeout: 30_000,
          include: ['packages/*/{src,test}/**/*.test.ts'],
          exclude: ['**/*.int.test.ts', '**/node_modules/**'],
        },
      },
      {
        resolve,
        ssr,
        test: {
          name: 'int',
          include: ['packages/*/{src,test}/**/*.int.test.ts'],
          globalSetup: ['./scripts/vitest-build.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
