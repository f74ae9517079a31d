// Breaks syncs, servers, networks, disks and clocks while machines replicate, and has an independent reader judge the
// histories: nothing acknowledged is lost, nothing is doubled, the chain is whole, and readers never go back.
//   npm run verify:faults [-- --rounds 3] [--only "failover,full disk"]
// Needs PostgreSQL. As root it uses a small disk of its own for `full disk`, and with a C compiler it makes the disk of the
// servers slow for `slow disk`; otherwise these are left out and named.
import { spawnSync } from 'node:child_process';
import { load, option } from '../../bench/lib/load.mjs';
import { programsOfPostgres } from '../../scripts/postgres-cluster.mjs';
import { judge } from './check-history.mjs';
import { CLOCKS, FAULTS, kill } from './faults.mjs';
import { openField, SESSION } from './field.mjs';

/** Events that each writer appends before a round, of some 2 KB. */
const EVENTS = 80;

/** Runs rounds of each fault and judges everything at the end. */
export async function runFaults({
  names = Object.keys(FAULTS),
  rounds = 1,
  isSmall = false,
  say = () => {},
} = {}) {
  const { openJsonlStore } = await load(
    'faults',
    "export { openJsonlStore } from '@hookloom/log';",
  );
  const field = await openField({ isSmall });
  const endWatch = field.watch();
  const done = {};
  let appended = 0;
  /** Rounds in which the machines had nothing to send at the time of the fault. */
  let missed = 0;
  try {
    for (let round = 0; round < rounds; round++)
      for (const name of names) {
        if (
          (name === 'failover' && !field.hasReplica) ||
          (name === 'full disk' && !field.hasDisk) ||
          (name === 'slow disk' && field.slowable === null)
        ) {
          done[name] = 'left out: this machine allows no such thing here';
          continue;
        }
        for (const [at, machine] of field.writers.entries())
          await append(openJsonlStore, machine, field.history, CLOCKS[name]?.[at] ?? 0);
        const before = field.interrupted;
        if (name !== 'killed workers') field.startSyncs(CLOCKS[name]);
        field.isHit = true;
        await FAULTS[name](field);
        if (!field.isHit) missed++;
        await field.ended();
        for (const { pid } of field.workers.splice(0)) kill(pid);
        done[name] = (done[name] ?? 0) + 1;
        say(`${name}: round ${done[name]}, ${field.interrupted - before} of 3 syncs interrupted`);
      }
    await settle(field);
  } finally {
    await endWatch();
    await field.close().catch(() => {});
  }
  return { done, appended, missed, interrupted: field.interrupted, ...field.judged };

  async function append(openStore, { name, dir, state }, history, wrongByMs) {
    const before = process.env.HOOKLOOM_STATE_DIR;
    process.env.HOOKLOOM_STATE_DIR = state;
    const clock = { now: () => Date.now() + wrongByMs };
    const log = openStore({ dir, clock });
    try {
      const added = await log.append(
        SESSION,
        Array.from({ length: EVENTS }, (_, at) => ({
          type: 'decision.made',
          actorId: name,
          payload: { title: `Decision ${++appended} of ${name}`, text: `${at} `.repeat(600) },
          origin: { channel: 'user' },
        })),
      );
      for (const { seq, hash } of added)
        history.push({ kind: 'acknowledged', in: 'machine', log: `${name}/${SESSION}`, seq, hash });
    } finally {
      await log.close();
      if (before === undefined) delete process.env.HOOKLOOM_STATE_DIR;
      else process.env.HOOKLOOM_STATE_DIR = before;
    }
  }

  /** Without faults each machine sends everything, and then nothing is left to do. */
  async function settle() {
    for (const { name, run } of Object.values(field.machines)) {
      const ran = await run('sync', '--json');
      if (ran.status !== 0) throw new Error(`${name} cannot sync any more: ${ran.said}`);
    }
    for (const { machine, prompt } of field.prompted)
      if (!machine.text().includes(prompt))
        field.wrong.push(`${machine.name} has not recorded: ${prompt}`);
    field.judged = judge({
      history: field.history,
      machines: field.logs(),
      store: await field.store(),
    });
    field.judged.faults.push(...field.wrong);
  }
}

if (process.argv[1] === import.meta.filename) {
  if (programsOfPostgres() === undefined) {
    console.error('PostgreSQL is not installed.');
    process.exit(1);
  }
  // Mounts of this script end with it.
  if (process.getuid() === 0 && process.env.FAULTS_INSIDE === undefined) {
    const { status } = spawnSync('unshare', ['-m', process.execPath, ...process.argv.slice(1)], {
      stdio: 'inherit',
      env: { ...process.env, FAULTS_INSIDE: '1' },
    });
    if (status !== null) process.exit(status);
  }
  const names = option('only', null)?.split(',');
  const rounds = Number(option('rounds', '3'));
  const result = await runFaults({ ...(names && { names }), rounds, say: console.log });
  for (const fault of result.faults.slice(0, 20)) console.error(fault);
  const which = Object.entries(result.done).map(([name, count]) => `${name} ${count}`);
  console.log(
    `faults: ${which.join(', ')}; ${result.interrupted} syncs interrupted, ${result.missed} rounds without a transfer; ${result.appended} events, ${result.acknowledged} confirmations and ${result.read} reads judged; ${result.faults.length} faults`,
  );
  process.exitCode = result.faults.length === 0 ? 0 : 1;
}
