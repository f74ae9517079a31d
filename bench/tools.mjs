// Latency of every MCP tool on a store of 100,000 events, in a warm server over standard input and output, as a client
// calls it. Another process appends an event of an agent before each call, as hooks do.
//   node bench/tools.mjs [--events 100000] [--calls 40] [--only PREFIX] [--lane] [--alone] [--dir KEPT_FOLDER] [--prof FOLDER]    build first
// --lane: with the encoder on, which makes the vectors of all texts meanwhile, as after an import.
// --alone: no other process appends between two calls, so a call has no new event to project.
// Aims: p95 <= 60 ms; proposing from the log <= 2 s; memory_feeling_of_knowing <= 2 ms. Fails if a call is refused.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';
import { agentEvents } from './lib/agent-log.mjs';
import { load, option, percentile } from './lib/load.mjs';
import { ADMIN_TOKEN, toolCalls } from './lib/tool-calls.mjs';

const count = Number(option('events', '100000'));
const calls = Number(option('calls', '40'));
const isAlone = process.argv.includes('--alone');
const withLane = process.argv.includes('--lane');
const only = option('only', '');
const profile = option('prof');
const WARM_UP = 4;
const AIM = 60;
const AIMS = {
  memory_consolidation_propose_from_log: 2000,
  memory_feeling_of_knowing: 2,
};

const root = path.resolve(import.meta.dirname, '..');
const bin = path.join(root, 'packages/cli/bin/hookloom.cjs');
const kept = option('dir');
const work = kept ?? mkdtempSync(path.join(os.tmpdir(), 'hookloom-bench-'));
const folder = path.join(work, 'project');
const { openJsonlStore } = await load('tools', "export { openJsonlStore } from '@hookloom/log';");

mkdirSync(folder, { recursive: true, mode: 0o700 });
const env = {
  PATH: process.env.PATH,
  HOME: work,
  HOOKLOOM_WORKER_AUTOSTART: 'false',
  ...(!withLane && { RETRIEVAL_FUZZY: 'off' }),
  MCP_ADMIN_TOKEN: ADMIN_TOKEN,
};
// This process appends too, so it must be the same installation: another one's log is not written to.
process.env.HOME = work;
execFileSync(
  process.execPath,
  [
    bin,
    'memory',
    'append',
    'decision.made',
    '--actor',
    'bench',
    '--payload-json',
    '{"decision":"Begin"}',
  ],
  { cwd: folder, env, stdio: 'ignore' },
);
const dir = path.join(folder, '.eventloom');
const { default_session: SESSION } = JSON.parse(
  readFileSync(path.join(dir, 'project.json'), 'utf8'),
);
const store = openJsonlStore({ dir });
const events = agentEvents(count + 100_000);
const nextEvents = (n) =>
  Array.from({ length: n }, () => {
    const { type, actorId, payload, origin, timestamp } = events.next().value;
    return { type, actorId, payload, origin, timestamp };
  });

function serve() {
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const child = spawn(process.execPath, [...profiling, bin, 'serve', '--profile', 'full'], {
    cwd: folder,
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let id = 0;
  return {
    child,
    async ask(method, params) {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })}\n`);
      return JSON.parse((await lines.next()).value).result;
    },
    /** Milliseconds of all threads. */
    cpu: () =>
      readdirSync(`/proc/${child.pid}/task`).reduce(
        (sum, task) =>
          sum +
          Number(readFileSync(`/proc/${child.pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
        0,
      ) / 1e6,
  };
}

async function ask(server, name, args) {
  const { content } = await server.ask('tools/call', { name, arguments: args });
  return accepted(name, content);
}

async function timed(server, name, args) {
  const from = performance.now();
  const { content } = await server.ask('tools/call', { name, arguments: args });
  const ms = performance.now() - from;
  accepted(name, content);
  return ms;
}

/** A refused call measures nothing. */
function accepted(name, content) {
  const answer = JSON.parse(content[0].text);
  if (answer.error === undefined) return answer;
  throw new Error(`${name} was refused: ${answer.error.code}: ${answer.error.message}`);
}

async function measure(server, name, argsOf) {
  const times = [];
  let cpu = 0;
  for (let at = -WARM_UP; at < calls; at++) {
    const args = await argsOf(at + WARM_UP);
    if (!isAlone) await store.append(SESSION, nextEvents(1), { durability: 'os' });
    const before = server.cpu();
    const ms = await timed(server, name, args);
    if (at < 0) continue;
    times.push(ms);
    cpu += server.cpu() - before;
  }
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95), cpu: cpu / calls };
}

function row(name, cells, note = '') {
  console.log(
    `${name.padEnd(40)}${cells.map((cell) => cell.padStart(9)).join('')}  ${note}`.trimEnd(),
  );
}

try {
  const { seq: filled } = await store.head(SESSION);
  if (filled > 1) nextEvents(filled);
  // One event per append, as hooks and agents write them: each event of a batch is read with its complete batch.
  for (let at = Math.floor(filled / 1000) * 1000; at < count; at += 500)
    await Promise.all(
      nextEvents(Math.min(500, count - at)).map((event) =>
        store.append(SESSION, [event], { durability: 'os' }),
      ),
    );
  const server = serve();
  await server.ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  });
  const { tools } = await server.ask('tools/list', {});
  const table = await toolCalls({
    ask: (name, args) => ask(server, name, args),
    store,
    session: SESSION,
    run: Date.now().toString(36),
  });
  const unknown = tools.map(({ name }) => name).filter((name) => table[name] === undefined);
  if (unknown.length > 0) throw new Error(`No arguments for ${unknown.join(', ')}`);
  console.log(`${count} events, ${calls} calls of each tool, milliseconds\n`);
  row('tool', ['p50', 'p95', 'mean CPU', 'aim']);
  const slow = [];
  for (const { name } of tools.filter((tool) =>
    only.split(',').some((name) => tool.name.startsWith(name)),
  )) {
    const { p50, p95, cpu } = await measure(server, name, table[name]);
    const aim = AIMS[name] ?? AIM;
    if (p95 > aim) slow.push(name);
    const cells = [p50, p95, cpu].map((ms) => ms.toFixed(1));
    row(name, [...cells, String(aim)], p95 > aim ? 'slow' : '');
  }
  server.child.stdin.end();
  await new Promise((resolve) => server.child.on('close', resolve));
  console.log(slow.length === 0 ? '\nEvery p95 is within its aim.' : `\nSlow: ${slow.join(', ')}`);
} finally {
  await store.close();
  if (kept === undefined) rmSync(work, { recursive: true, force: true });
}
