// Runs the long test batteries one after another and prints a line of figures for each; exit status 1 if one failed.
//   npm run verify:nightly [-- --share 0.01] [--seed 20261122] [--only secrets,fuzz,power,served,states,team,lanes,mutants]
// `--share` runs that part of each. The default seed is the day's, so that every night tries other cases.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { option } from '../bench/lib/load.mjs';

const root = path.dirname(import.meta.dirname);
const share = Number(option('share', '1'));
const seed = option('seed', new Date().toISOString().slice(0, 10).replaceAll('-', ''));
const only = option('only', null)?.split(',');
const part = (count) => String(Math.max(1, Math.round(count * share)));
const script = (name, ...args) => [path.join('scripts', `${name}.mjs`), ...args];
const powerTest = 'packages/log/test/power-loss.int.test.ts';

/** Each with the command, its other environment variables, and how its line of figures begins. */
const batteries = {
  secrets: {
    args: script('verify-secrets', '--values', part(40), '--seed', seed),
    says: 'secrets:',
  },
  fuzz: {
    args: script(
      'fuzz-hooks',
      '--payloads',
      part(1_000_000),
      '--processes',
      part(2000),
      '--seed',
      seed,
    ),
    says: 'fuzz:',
  },
  power: {
    args: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'int', powerTest],
    env: { HOOKLOOM_POWER_SCHEDULES: part(100_000), HOOKLOOM_POWER_SEED: seed },
    says: 'power loss:',
  },
  served: {
    args: script('verify-served', '--stride', String(Math.round(1 / share))),
    says: 'served:',
  },
  states: {
    args: [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'unit',
      'packages/memory/src/consolidation/proposals.test.ts',
      'packages/memory/src/metacognition/open-items.test.ts',
      'packages/worker/src/missions/histories.test.ts',
    ],
    env: { NIGHTLY_HISTORIES: part(10_000) },
    says: 'states:',
  },
  team: {
    args: [path.join('test', 'faults', 'main.mjs'), '--rounds', part(40)],
    says: 'faults:',
  },
  lanes: { args: script('verify-lanes'), says: 'lanes:' },
  mutants: {
    args: script('verify-mutants', '--lines', part(60), '--seed', seed),
    says: 'mutants:',
  },
};
let isFailed = false;
for (const [name, { args, env, says }] of Object.entries(batteries)) {
  if (only !== undefined && !only.includes(name)) continue;
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env, NO_COLOR: '1' },
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  const figures = stdout.split('\n').findLast((line) => line.startsWith(says)) ?? `${name}:`;
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${figures} (${minutes} min)`);
  if (status === 0) continue;
  isFailed = true;
  console.log(stdout + stderr);
}
process.exitCode = isFailed ? 1 : 0;
