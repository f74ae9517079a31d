// How soon the MCP server answers `initialize`: wall time from starting the process to the answer, and its CPU time, each
// paired with an empty script in the same round. `node bench/serve.mjs`; build first. HOOKLOOM_BENCH_NODE names another Node.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const ROUNDS = 40;
const TARGET = 3;

const root = path.resolve(import.meta.dirname, '..');
const node = process.env.HOOKLOOM_BENCH_NODE ?? process.execPath;
const bin = path.join(root, 'packages/cli/bin/hookloom.cjs');
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-bench-'));
const empty = path.join(work, 'empty.cjs');
fs.writeFileSync(empty, '');
const env = { PATH: process.env.PATH, HOME: work };
const hello = `${JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  },
})}\n`;

/** Milliseconds until the process has ended. */
function emptyScript() {
  const start = performance.now();
  const child = spawn(node, [empty], { cwd: work, env, stdio: 'ignore' });
  return new Promise((resolve) => child.on('close', () => resolve(since(start))));
}

/** Milliseconds until the answer to `initialize` arrives. The request waits in the pipe, as a client's does. */
function server() {
  const start = performance.now();
  const child = spawn(node, [bin, 'serve'], { cwd: work, env, stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.write(hello);
  return new Promise((resolve, reject) => {
    let answered;
    child.stdout.once('data', (chunk) => {
      answered = since(start);
      if (!String(chunk).includes('"protocolVersion"')) reject(new Error(`No answer: ${chunk}`));
      child.stdin.end();
    });
    child.on('close', () => resolve(answered));
  });
}

function since(start) {
  return performance.now() - start;
}

function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

try {
  const rounds = [];
  for (let round = 0; round < ROUNDS + 2; round++) {
    const pair = { base: await emptyScript(), served: await server() };
    // The first two warm the disk.
    if (round > 1) rounds.push(pair);
  }
  const base = median(rounds.map((pair) => pair.base));
  const served = median(rounds.map((pair) => pair.served));
  const ratio = median(rounds.map((pair) => pair.served / pair.base));
  console.log(`Node ${process.version}, ${ROUNDS} paired rounds`);
  console.log(`empty script           ${base.toFixed(1).padStart(7)} ms`);
  console.log(`serve, initialize      ${served.toFixed(1).padStart(7)} ms  ${ratio.toFixed(2)} x`);
  console.log(`target: ${TARGET} x`);
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}
