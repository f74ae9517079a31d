// Whether a hook costs more while its project is in a team whose store is slow or unavailable, beside a project without
// a team. Both have a running worker. Complete processes in pairs, medians of CPU (user and system) and wall time.
//   npm run bench:team-hook [-- --pairs 40]
// Needs PostgreSQL and bash; build first.
import { spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openField, SESSION } from '../test/faults/field.mjs';
import { median, option } from './lib/load.mjs';
import { quoted } from './lib/process-cost.mjs';

const pairs = Number(option('pairs', '40'));
const HOOK = path.resolve(import.meta.dirname, '../packages/cli/dist/hook.cjs');
let calls = 0;

async function cost({ dir, env }) {
  const command = [process.execPath, HOOK, 'hook', 'claude-code', '--eventloom-path', dir];
  const text = [...command, '--session-id', SESSION].map(quoted).join(' ');
  const child = spawn('bash', ['-c', `TIMEFORMAT='%3R %3U %3S'; time ${text}`], {
    cwd: path.dirname(dir),
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin.end(
    JSON.stringify({
      session_id: 'c-1',
      cwd: path.dirname(dir),
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_use_id: `toolu_bench_${calls++}`,
      tool_input: { command: 'npm test' },
      tool_response: { stdout: 'all green '.repeat(50), stderr: '', interrupted: false },
    }),
  );
  let said = '';
  child.stderr.on('data', (bytes) => (said += bytes));
  const status = await new Promise((resolve) => child.on('close', resolve));
  if (status !== 0) throw new Error(`a hook ended with ${status}: ${said}`);
  const [wall, user, system] = said.trim().split('\n').at(-1).split(' ').map(Number);
  return { wall: wall * 1000, cpu: (user + system) * 1000 };
}

async function compare(name, team, alone) {
  const found = [];
  for (let at = 0; at <= pairs; at++) {
    const pair = { team: await cost(team), alone: await cost(alone) };
    if (at > 0) found.push(pair);
  }
  const of = (side, what) => median(found.map((pair) => pair[side][what])).toFixed(0);
  const ratio = (what) =>
    median(found.map((pair) => pair.team[what] / pair.alone[what])).toFixed(2);
  console.log(
    `${name}: CPU ${of('team', 'cpu')} ms, ${ratio('cpu')} of a hook without a team; wall ${of('team', 'wall')} ms, ${ratio('wall')}`,
  );
}

const field = await openField({ isSmall: true });
const workers = [];
try {
  const { proxy, machines } = field;
  const [team, alone] = [machines.ann, machines.cal];
  await alone.run('sync', '--disable');
  for (const machine of [team, alone])
    workers.push(machine.start('up', '--port', '0', '--idle-minutes', '0'));
  await sleep(5000);
  await compare('store answers at once', team, alone);
  proxy.slow(30_000);
  await compare('each answer takes 30 s', team, alone);
  proxy.heal();
  proxy.cut();
  await compare('store away', team, alone);
  console.log(`${pairs} pairs each, load ${os.loadavg()[0].toFixed(1)}`);
} finally {
  for (const worker of workers) worker.kill('SIGKILL');
  await field.close().catch(() => {});
}
