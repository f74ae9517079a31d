import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { viteEntryPoints } from '../../scripts/entry-points.mjs';
import { testsInProcess } from '../../scripts/tests-in-process.mjs';

// The tests of the package that MUTATED names, set up as in the vitest.config.ts of the repository.
const root = path.resolve(import.meta.dirname, '../..');
const home = mkdtempSync(path.join(tmpdir(), 'hookloom-home-'));
process.on('exit', () => rmSync(home, { recursive: true, force: true }));

const resolved = {
  plugins: [viteEntryPoints(root)],
  resolve: {
    conditions: ['source', 'node'],
    alias: { 'fast-check': path.join(root, 'scripts/seeded-fast-check.ts') },
  },
  ssr: { resolve: { conditions: ['source', 'node'] } },
};
const test = {
  env: { HOME: home, XDG_STATE_HOME: '', HOOKLOOM_STATE_DIR: '', RETRIEVAL_FUZZY: 'off' },
  // A busy machine is slow: Stryker's own limit ends a change that never ends.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  setupFiles: [path.join(import.meta.dirname, 'load-mutated.mjs')],
};
const { unit, int } = testsInProcess(root, process.env.MUTATED);

/** A change ends at the first test that fails: first the files that failed last time, then those that took the least time. */
class LikelyFirst extends BaseSequencer {
  sort(files) {
    const order = ({ project, moduleId }) => {
      const last = this.ctx.cache.getFileTestResults(
        `${project.name}:${path.relative(root, moduleId)}`,
      );
      const isInt = project.name === 'int';
      return (isInt ? 1e9 : 0) + (last?.failed === true ? 0 : 1 + (last?.duration ?? 0));
    };
    return Promise.resolve(files.toSorted((a, b) => order(a) - order(b)));
  }
}

export default defineConfig({
  root,
  test: {
    sequence: { sequencer: LikelyFirst },
    projects: [
      { ...resolved, root, test: { ...test, name: 'unit', isolate: false, include: unit } },
      { ...resolved, root, test: { ...test, name: 'int', isolate: false, include: int } },
    ],
  },
});
