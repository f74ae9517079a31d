// `npm run check`: format, lint with types, types, architecture rules, dead code, generated files, unit tests
// (`--without-tests` leaves these out, for who has just run them).
import { runSteps } from './run-steps.mjs';

const node = process.execPath;
const bin = (name) => `node_modules/.bin/${name}`;
const sources = ['packages', 'apps', 'scripts', 'bench', 'test', 'vitest.config.ts'];

const withTests = !process.argv.includes('--without-tests');
const failures = await runSteps(
  [
    { name: 'types', command: bin('tsc'), args: ['-p', '.'] },
    { name: 'types of the viewer', command: bin('tsc'), args: ['-p', 'apps/viewer'] },
    withTests && {
      name: 'unit tests',
      command: node,
      args: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--reporter=default'],
    },
    { name: 'lint', command: bin('oxlint'), args: ['--type-aware', '--deny-warnings', ...sources] },
    { name: 'format', command: bin('oxfmt'), args: ['--check', ...sources] },
    { name: 'architecture', command: node, args: ['scripts/structure.mjs'] },
    { name: 'dead code', command: bin('knip'), args: ['--no-progress'] },
    { name: 'package shape', command: bin('publint'), args: ['packages/cli', '--strict'] },
    { name: 'figures', command: node, args: ['scripts/figures.mjs', '--check'] },
    { name: 'generated files', command: node, args: ['scripts/generate.mjs', '--check'] },
  ].filter(Boolean),
  2,
);
if (failures > 0) {
  console.error(`${failures} of the checks failed.`);
  process.exit(1);
}
