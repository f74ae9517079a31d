// How long `doctor` takes in a workspace with a connected Claude Code: wall time of the built command, from start to end,
// with and without the most expensive part. `npm run bench:doctor [-- --rounds 15 --events 100000]`; build first.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    events: { type: 'string', default: '100000' },
  },
});
const ROUNDS = Number(values.rounds);
const TARGET_MS = 1500;

const root = path.resolve(import.meta.dirname, '..');
const bin = path.join(root, 'packages/cli/bin/hookloom.cjs');
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-bench-'));
const shop = path.join(work, 'shop');
fs.mkdirSync(shop);
const env = { PATH: process.env.PATH, HOME: work, HOOKLOOM_STATE_DIR: path.join(work, 'state') };

const hookloom = (args, input = '') => {
  const ran = spawnSync(process.execPath, [bin, ...args], {
    cwd: shop,
    env,
    input,
    encoding: 'utf8',
  });
  if (ran.status !== 0) throw new Error(`${args.join(' ')}: ${ran.stderr}`);
};

function time(args) {
  const begun = performance.now();
  const child = spawn(process.execPath, [bin, ...args], { cwd: shop, env, stdio: 'ignore' });
  return new Promise((resolve) => child.on('close', () => resolve(performance.now() - begun)));
}

async function row(name, args) {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) times.push(await time(args));
  times.sort((a, b) => a - b);
  const at = (share) =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))]);
  console.log(
    `${name.padEnd(52)} p50 ${String(at(0.5)).padStart(6)} ms   p95 ${String(at(0.95)).padStart(6)} ms`,
  );
  return at(0.5);
}

try {
  hookloom(['init', '--preset', 'local-claude']);
  const empty = await row('doctor, fresh workspace', ['doctor', '--json']);
  const lines = Array.from({ length: Number(values.events) }, (_, at) =>
    JSON.stringify({
      event_type: 'command.completed',
      actor: 'zaxy-observer',
      payload: { command: `make step-${at}`, exit_code: 0, outcome: 'passed', source: 'codex' },
    }),
  );
  hookloom(['memory', 'ingest'], lines.join('\n'));
  hookloom(['verify', '--incremental']);
  const many = `${values.events} events`;
  const full = await row(`doctor, ${many}`, ['doctor', '--json']);
  await row(`doctor --client claude-code --live, ${many}`, [
    'doctor',
    '--client',
    'claude-code',
    '--live',
    '--json',
  ]);
  await row(`hook-status, ${many}`, ['hook-status', '--json']);
  console.log(
    `aim: doctor under ${TARGET_MS} ms: ${Math.max(empty, full) < TARGET_MS ? 'met' : 'missed'}`,
  );
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}
