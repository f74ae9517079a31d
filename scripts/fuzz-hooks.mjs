// Damages payloads of every client, in process and delivered to hook processes, and fails if one is dropped without a
// mark, is fatal, or is not answered with silence.
//   npm run fuzz:hooks [-- --payloads 120000] [--processes 2000] [--seed 0]
// `--payloads` are tried in process, shared by the clients. `HOOKLOOM_FUZZ_CORPUS=<folder>` adds recorded payloads,
// `<client>/<event>.json`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { option } from '../bench/lib/load.mjs';

const root = path.dirname(import.meta.dirname);
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const env = {
  ...process.env,
  HOOKLOOM_FUZZ_PAYLOADS: option('payloads', '120000'),
  HOOKLOOM_FUZZ_PROCESSES: option('processes', '2000'),
  HOOKLOOM_FUZZ_SEED: option('seed', '0'),
};
const folder = 'packages/hooks/test/fuzz';
const projects = env.HOOKLOOM_FUZZ_PROCESSES === '0' ? ['unit'] : ['unit', 'int'];
let failed = false;
for (const project of projects) {
  const args = [vitest, 'run', '--project', project, '--testTimeout', '3600000', folder];
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  failed ||= status !== 0;
}
console.log(
  `fuzz: ${env.HOOKLOOM_FUZZ_PAYLOADS} payloads in process, ${env.HOOKLOOM_FUZZ_PROCESSES} hook processes, ` +
    `seed ${env.HOOKLOOM_FUZZ_SEED}: ${failed ? 'FAILED' : 'none dropped without a mark'}`,
);
process.exit(failed ? 1 : 0);
