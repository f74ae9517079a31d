// The cost of MCP over HTTP: a checkout beside the same one over standard input and output (paired, alternately), memory after
// 10,000 initialisations, and memory of 500 idle sessions. `node bench/remote.mjs`; build first.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';

const CALLS = 200;
const EVENTS = 100;
const INITIALISATIONS = 10_000;
const IDLE = 500;
const TARGETS = { ratio: 1.3, idleMb: 100 };

const root = path.resolve(import.meta.dirname, '..');
const bin = path.join(root, 'packages/cli/bin/hookloom.cjs');
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-bench-'));
const env = { PATH: process.env.PATH, HOME: work, HOOKLOOM_WORKER_AUTOSTART: 'false' };
const agent = new http.Agent({ keepAlive: true });
const running = [];

function start(folder, args) {
  const cwd = path.join(work, folder);
  fs.mkdirSync(cwd, { recursive: true });
  const child = spawn(process.execPath, [bin, 'serve', ...args], {
    cwd,
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  running.push(child);
  return child;
}

async function overHttp(folder) {
  const child = start(folder, ['--transport', 'http', '--port', '0', '--json']);
  const line = await new Promise((resolve) => child.stdout.once('data', resolve));
  const { port } = new URL(JSON.parse(String(line)).url);
  const post = (body, headers = {}) =>
    new Promise((resolve, reject) => {
      const request = http.request(
        {
          host: '127.0.0.1',
          port,
          path: '/mcp',
          method: 'POST',
          agent,
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            ...headers,
          },
        },
        (response) => {
          let text = '';
          response.on('data', (chunk) => (text += chunk));
          response.on('end', () => resolve({ text, status: response.statusCode, response }));
        },
      );
      request.on('error', reject);
      request.end(JSON.stringify(body));
    });
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return {
    rss: () => rssOf(child.pid),
    initialize: () => post(hello),
    call: async (name, args) => {
      const { text, status } = await post(
        { ...called(name, args), params: { ...called(name, args).params, _meta: meta } },
        { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': name },
      );
      if (status !== 200) throw new Error(`${status} ${text}`);
    },
  };
}

async function overStdio(folder) {
  const child = start(folder, []);
  const lines = readline.createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (message) => {
    child.stdin.write(`${JSON.stringify(message)}\n`);
    return (await lines.next()).value;
  };
  await ask(hello);
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return { call: (name, args) => ask(called(name, args)) };
}

const hello = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  },
};

function called(name, args) {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
}

/** Megabytes. */
function rssOf(pid) {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024;
}

function p95(values) {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.95)];
}

async function timed(work) {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function initialise(server, count) {
  for (let at = 0; at < count; at += 20)
    await Promise.all(Array.from({ length: 20 }, () => server.initialize()));
}

const failures = [];
try {
  const [remote, local] = [await overHttp('remote'), await overStdio('local')];
  for (let at = 0; at < EVENTS; at++)
    for (const server of [remote, local])
      await server.call('memory_append', {
        event_type: 'decision.made',
        actor: 'bench',
        payload: { title: `Decision ${at}: part ${at % 17} uses format ${at % 7}` },
      });
  const times = { http: [], stdio: [] };
  for (let at = 0; at < CALLS + 20; at++) {
    const args = { query: `Which format does part ${at % 17} use?` };
    const pair = [
      ['http', remote],
      ['stdio', local],
    ];
    for (const [name, server] of at % 2 === 0 ? pair : pair.toReversed()) {
      const time = await timed(() => server.call('memory_checkout', args));
      if (at >= 20) times[name].push(time);
    }
  }
  const [http95, stdio95] = [p95(times.http), p95(times.stdio)];
  const ratio = http95 / stdio95;
  console.log(
    `checkout p95: ${http95.toFixed(1)} ms over HTTP, ${stdio95.toFixed(1)} ms over stdio, ratio ${ratio.toFixed(2)} (target ${TARGETS.ratio})`,
  );
  if (ratio > TARGETS.ratio) failures.push('ratio');

  const idle = await overHttp('idle');
  await idle.initialize();
  const empty = idle.rss();
  await initialise(idle, IDLE);
  const grown = idle.rss() - empty;
  console.log(`${IDLE} idle sessions: +${grown.toFixed(0)} MB (target ${TARGETS.idleMb})`);
  if (grown > TARGETS.idleMb) failures.push('idle sessions');

  await initialise(idle, 2500);
  const rounds = [];
  for (let round = 0; round < 4; round++) {
    await initialise(idle, INITIALISATIONS / 4);
    rounds.push(idle.rss());
  }
  console.log(
    `${INITIALISATIONS} initialisations: ${rounds.map((mb) => mb.toFixed(0)).join(', ')} MB after each quarter`,
  );
  if (rounds[3] > rounds[0] * 1.1) failures.push('growth');
} finally {
  for (const child of running) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
  agent.destroy();
  fs.rmSync(work, { recursive: true, force: true });
}
if (failures.length > 0) {
  console.error(`Above the target: ${failures.join(', ')}.`);
  process.exitCode = 1;
}
