// `npm run check`: everything that runs no test: format, lint with types, types, architecture rules, dead code, generated
// files. `npm test` runs the tests.
import { runSteps } from './run-steps.mjs';

const node = process.execPath;
const bin = (name) => `node_modules/.bin/${name}`;
const sources = ['packages', 'apps', 'scripts', 'bench', 'test', 'vitest.config.ts'];

/** Checks only what changed since the last run, which the cache remembers. */
function types(name, project) {
  const cache = `node_modules/.cache/tsc/${project === '.' ? 'root' : project.replace('/', '-')}.tsbuildinfo`;
  const args = ['-p', project, '--incremental', '--tsBuildInfoFile', cache];
  return { name, command: node, args: ['node_modules/typescript-7/bin/tsc', ...args] };
}

const failures = await runSteps(
  [
    types('types', '.'),
    types('types of the viewer', 'apps/viewer'),
    { name: 'lint', command: bin('oxlint'), args: ['--type-aware', '--deny-warnings', ...sources] },
    { name: 'format', command: bin('oxfmt'), args: ['--check', ...sources] },
    { name: 'architecture', command: node, args: ['scripts/structure.mjs'] },
    { name: 'dead code', command: bin('knip'), args: ['--no-progress'] },
    { name: 'package shape', command: bin('publint'), args: ['packages/cli', '--strict'] },
    { name: 'figures', command: node, args: ['scripts/figures.mjs', '--check'] },
    { name: 'generated files', command: node, args: ['scripts/generate.mjs', '--check'] },
  ],
  2,
);
if (failures > 0) {
  console.error(`${failures} of the checks failed.`);
  process.exit(1);
}
