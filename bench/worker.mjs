// How soon the worker is ready, and its memory when idle: wall time from starting the process to the first proven answer,
// and its memory, alone and with a hundred sessions in ten workspaces. `node bench/worker.mjs`; build first.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const ROUNDS = 12;
const TARGETS = { readyMs: 400, rssMb: 90 };

const root = path.resolve(import.meta.dirname, '..');
const node = process.env.HOOKLOOM_BENCH_NODE ?? process.execPath;
const bin = path.join(root, 'packages/cli/bin/hookloom.cjs');
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-bench-'));
const stateDir = path.join(work, 'state');
const env = { PATH: process.env.PATH, HOME: work, HOOKLOOM_STATE_DIR: stateDir };

async function start() {
  const begun = performance.now();
  const child = spawn(node, [bin, 'up', '--background', '--port', '0'], {
    cwd: work,
    env,
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  for (;;) {
    const port = published();
    if (port !== null && (await answers(port))) {
      return { child, ended, port, ms: performance.now() - begun, cpuMs: cpuMs(child) };
    }
    await pause(3);
  }
}

function published() {
  try {
    return JSON.parse(fs.readFileSync(path.join(stateDir, 'worker.json'), 'utf8')).port;
  } catch {
    return null;
  }
}

async function answers(port) {
  try {
    return (await fetch(`http://127.0.0.1:${port}/api/readiness`)).ok;
  } catch {
    return false;
  }
}

/** Its CPU time so far, in ticks of 10 ms: a busy machine changes it less than the clock. */
function cpuMs({ pid }) {
  const text = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

async function stop({ child, ended }) {
  child.kill('SIGTERM');
  await ended;
}

/** Milliseconds of each call. */
async function post({ port }, count) {
  const token = fs.readFileSync(path.join(stateDir, 'worker-token'), 'utf8').trim();
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const times = [];
  for (let at = 0; at < count; at++) {
    const cwd = path.join(work, `project${at % 10}`);
    fs.mkdirSync(cwd, { recursive: true });
    const body = JSON.stringify({
      hook_event_name: 'UserPromptSubmit',
      session_id: `session-${at % 100}`,
      cwd,
      prompt: `What does part ${at} do?`,
    });
    const begun = performance.now();
    const answer = await fetch(`http://127.0.0.1:${port}/hooks/claude-code`, {
      method: 'POST',
      headers,
      body,
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    times.push(performance.now() - begun);
  }
  return times;
}

function rssMb({ child }) {
  const status = fs.readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)[1]) / 1024;
}

function quantile(values, share) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

try {
  const ready = [];
  const cpu = [];
  for (let round = 0; round < ROUNDS + 2; round++) {
    const worker = await start();
    // The first two warm the disk.
    if (round > 1) {
      ready.push(worker.ms);
      cpu.push(worker.cpuMs);
    }
    await stop(worker);
  }
  const worker = await start();
  await pause(2000);
  const alone = rssMb(worker);
  const times = (await post(worker, 600)).slice(100);
  await pause(5000);
  const busy = rssMb(worker);
  await stop(worker);
  const line = (name, value, unit) =>
    console.log(`${name.padEnd(44)} ${value.toFixed(1).padStart(7)} ${unit}`);
  console.log(`Node ${process.version}, ${ROUNDS} starts`);
  line('start to ready, median', quantile(ready, 0.5), `ms  (aim ${TARGETS.readyMs})`);
  line('start to ready, 95 of 100', quantile(ready, 0.95), 'ms');
  line('the same, CPU', quantile(cpu, 0.5), 'ms');
  line('memory at rest', alone, `MB  (aim ${TARGETS.rssMb})`);
  line('memory after 100 sessions in 10 workspaces', busy, `MB  (aim ${TARGETS.rssMb})`);
  line('one prompt over HTTP, median', quantile(times, 0.5), 'ms');
  line('one prompt over HTTP, 99 of 100', quantile(times, 0.99), 'ms');
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}
