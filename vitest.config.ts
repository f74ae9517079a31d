import { defineConfig } from 'vitest/config';

const resolve = { conditions: ['source', 'node', 'import', 'default'] };
const ssr = { resolve: { conditions: ['source', 'node', 'import', 'default'] } };

export default defineConfig({
  resolve,
  ssr,
  test: {
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
