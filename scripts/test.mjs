// `npm test`: builds once, runs every suite on this Node, then again on Node 24 if this one is older (`--this-node` omits
// the second run).
import { execFileSync } from 'node:child_process';
import { node24 } from './node24.mjs';

const env = { ...process.env, HOOKLOOM_PREBUILT: '1' };
delete env.NODE_EXTRA_CA_CERTS;

execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit', env });
run(process.execPath);
if (!process.argv.includes('--this-node') && Number(process.versions.node.split('.')[0]) < 24) {
  // The parts that depend on Node: the log, the hook processes, the store, and the server. Of the command line the demo,
  // which uses all of them, and the library.
  env.CRASH_STEP = '5';
  run(node24(), [
    'packages/core',
    'packages/log',
    'packages/hooks/src/record',
    'packages/hooks/src/shim',
    'packages/hooks/src/process',
    'packages/hooks/src/state',
    'packages/hooks/test',
    'packages/memory/src/store',
    'packages/memory/test',
    'packages/worker/src/life',
    'packages/worker/src/mcp',
    'packages/worker/test/serve',
    'packages/cli/test/printed-commands',
    'packages/cli/test/library',
    // They test crashes and ranking, which are the same on every Node.
    '--exclude=packages/memory/test/checkout-laws.int.test.ts',
    '--exclude=packages/memory/test/poisoning/**',
    '--exclude=packages/log/test/power-loss.int.test.ts',
    '--exclude=packages/log/src/{forget,repair}/crash.int.test.ts',
  ]);
}

function run(node, args = []) {
  const version = execFileSync(node, ['-v'], { encoding: 'utf8' }).trim();
  console.log(`\n# Node ${version}`);
  execFileSync(node, ['node_modules/vitest/vitest.mjs', 'run', ...args], { stdio: 'inherit', env });
}
