// Runs a command with its own PostgreSQL, whose address is in TEST_POSTGRES_URL. Without PostgreSQL on this machine the
// command still runs, and its tests use PGlite.
//
//   node scripts/with-postgres.mjs npx vitest run --project int packages/log/src/stores/postgres
import { spawn, spawnSync } from 'node:child_process';
import { programsOfPostgres, startCluster } from './postgres-cluster.mjs';

const [command, ...args] = process.argv.slice(2);
if (command === undefined) {
  console.error('usage: node scripts/with-postgres.mjs COMMAND [ARGUMENTS]');
  process.exit(2);
}
if (programsOfPostgres() === undefined) {
  console.log('PostgreSQL is not installed: tests of the team store use PGlite.');
  process.exit(spawnSync(command, args, { stdio: 'inherit' }).status ?? 1);
}
const cluster = await startCluster();
console.log(`Tests of the team store use ${cluster.version}.`);
const env = { ...process.env, TEST_POSTGRES_URL: cluster.url };
const child = spawn(command, args, { stdio: 'inherit', env });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
const status = await new Promise((resolve) => child.on('close', (code) => resolve(code ?? 1)));
await cluster.stop();
process.exit(status);
