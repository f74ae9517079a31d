// Measures the cost of a hook, and checks for losses, while the worker is dead, its port is foreign, or the holder of
// the port is silent: 1,000 processes as clients start them, in four states. `node bench/dead-worker.mjs [--runs
// 1000]`; build first.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '1000' } } });
const RUNS = Number(values.runs);
const AT_ONCE = 4;

const root = path.resolve(import.meta.dirname, '..');
const hookFile = path.join(root, 'packages/cli/dist/hook.cjs');
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-bench-'));
const shop = path.join(work, 'shop');
const stateDir = path.join(work, 'state');
fs.mkdirSync(path.join(shop, '.eventloom'), { recursive: true, mode: 0o700 });
fs.mkdirSync(stateDir, { mode: 0o700 });
const env = { PATH: process.env.PATH, HOME: work, HOOKLOOM_STATE_DIR: stateDir };

const foreign = http.createServer((_request, response) => response.end('hello'));
const silent = net.createServer(() => {});
const listen = (server) =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server.address().port)));
const STATES = {
  'no worker': null,
  'a port nobody answers': 1,
  'a foreign program on the port': await listen(foreign),
  'a silent program on the port': await listen(silent),
};

function publish(port) {
  const file = path.join(stateDir, 'worker.json');
  if (port === null) return fs.rmSync(file, { force: true });
  const told = { port, pid: 1, startedAt: 0, version: '9.9.9', secretDigest: '0'.repeat(16) };
  fs.writeFileSync(file, JSON.stringify(told), { mode: 0o600 });
}

function hook(at) {
  const begun = performance.now();
  const child = spawn(process.execPath, [hookFile, 'hook', 'claude-code'], {
    cwd: shop,
    env,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.end(
    JSON.stringify({
      session_id: 's',
      cwd: shop,
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_use_id: `t${at}`,
      tool_input: { command: `echo ${at}` },
      tool_response: { stdout: String(at) },
    }),
  );
  return new Promise((resolve) =>
    child.on('close', (code) => resolve({ code, ms: performance.now() - begun })),
  );
}

const at = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
let next = 0;
let failed = 0;
for (const [state, port] of Object.entries(STATES)) {
  publish(port);
  const until = next + Math.ceil(RUNS / 4);
  const times = [];
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < Math.min(until, RUNS)) {
        const { code, ms } = await hook(next++);
        if (code !== 0) failed++;
        times.push(ms);
      }
    }),
  );
  times.sort((a, b) => a - b);
  console.log(
    `${state.padEnd(32)} p50 ${at(times, 0.5).toFixed(0)} ms, p99 ${at(times, 0.99).toFixed(0)} ms`,
  );
}
foreign.close();
silent.close();
// Waiting inbox files are drained with the next event.
await hook(RUNS);
const lines = fs.readFileSync(path.join(shop, '.eventloom/shop-default.jsonl'), 'utf8');
const found = lines
  .split('\n')
  .filter((line) => line.includes('"type":"tool.call.completed"'))
  .map((line) => JSON.parse(line).payload.tool_use_id);
const lost = RUNS + 1 - new Set(found).size;
console.log(
  `${RUNS} hooks: ${lost} lost, ${found.length - new Set(found).size} twice, ${failed} failed`,
);
fs.rmSync(work, { recursive: true, force: true });
process.exitCode = lost + failed === 0 ? 0 : 1;
