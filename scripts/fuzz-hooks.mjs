// Tries 20,000 damaged payloads for every client and 2,000 hook processes: `npm run fuzz:hooks`, or another number as
// `HOOKLOOM_FUZZ=1000 npm run fuzz:hooks`. `HOOKLOOM_FUZZ_CORPUS=<folder>` adds recorded payloads, `<client>/<event>.json`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
const env = { HOOKLOOM_FUZZ: '20000', ...process.env };
const folder = 'packages/hooks/test/fuzz';
let failed = false;
for (const project of ['unit', 'int']) {
  const args = [vitest, 'run', '--project', project, '--testTimeout', '3600000', folder];
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);
