// Which source files a run enters: those of which a function runs, not those that are only loaded. Traces three usual runs of
// a readable build (V8 counts the calls) for `npm run structure -- --traced`. With a name of a run it also lists its files:
// `node scripts/entered-files.mjs hook`.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { writeStarter } from './start-profile.mjs';

const root = path.dirname(import.meta.dirname);
const dist = path.join(root, 'packages/cli/dist.readable');
/** On the signal the counts so far are written, and counting begins anew; so they are when the next answer is sent over HTTP. */
const COUNTER = `
  let isAsked = false;
  const count = () => {
    require('node:v8').takeCoverage();
    require('node:fs').writeFileSync(process.env.COUNTED, '');
  };
  process.on('SIGUSR2', () => { count(); isAsked = true; });
  const { prototype } = require('node:http').ServerResponse;
  const { end } = prototype;
  prototype.end = function (...all) {
    if (isAsked) count();
    isAsked = false;
    return end.apply(this, all);
  };
`;

const RUNS = {
  'files that a hook with one handler enters': hookWithHandler,
  'files that a second checkout over MCP enters': secondCheckout,
  'files that an observation over HTTP enters': observation,
};

/** @returns By name of the run, the source files that it enters. */
export async function enteredFiles(only = '') {
  execBuild();
  const found = {};
  for (const [name, run] of Object.entries(RUNS)) {
    if (!name.includes(only)) continue;
    const place = openPlace();
    try {
      found[name] = await run(place);
    } finally {
      rmSync(place.home, { recursive: true, force: true });
    }
  }
  return found;
}

function execBuild() {
  const args = [path.join(import.meta.dirname, 'build.mjs'), '--readable'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

function openPlace() {
  const home = mkdtempSync(path.join(os.tmpdir(), 'hookloom-entered-'));
  const shop = path.join(home, 'shop');
  const counts = path.join(home, 'counts');
  for (const folder of [path.join(shop, '.eventloom'), path.join(home, '.hookloom'), counts])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  const counter = path.join(home, 'count.cjs');
  writeFileSync(counter, COUNTER);
  writeStarter(cli(home), dist);
  const env = { PATH: process.env.PATH, HOME: home, HOOKLOOM_WORKER_AUTOSTART: 'false' };
  const traced = { ...env, NODE_V8_COVERAGE: counts, COUNTED: path.join(home, 'counted') };
  return { home, shop, counts, counter, env, traced };
}

function hookWithHandler({ home, shop, counts, env, traced }) {
  const deny = '{\\"decision\\":\\"block\\",\\"reason\\":\\"Not now.\\"}';
  writeFileSync(
    path.join(home, '.hookloom/hooks.toml'),
    `[[hooks.pre_tool_use]]\ncommand = "echo '${deny}'"\n`,
  );
  const log = ['--eventloom-path', path.join(shop, '.eventloom'), '--session-id', 'shop-default'];
  const call = (id, env) => {
    const about = { session_id: 's', turn_id: 't', hook_event_name: 'PreToolUse', tool_use_id: id };
    const input = JSON.stringify({ ...about, tool_name: 'Bash', tool_input: { command: 'ls' } });
    const args = [path.join(dist, 'hook.cjs'), 'hook', 'codex', ...log];
    return spawnSync(process.execPath, args, { cwd: shop, env, input, encoding: 'utf8' });
  };
  call('one', env);
  const { status, stdout, stderr } = call('two', traced);
  if (!`${stdout}${stderr}`.includes('Not now.')) throw new Error(`${status} ${stdout} ${stderr}`);
  return entered(counts);
}

async function secondCheckout(place) {
  const { home, shop, env } = place;
  const append = ['memory', 'append', 'decision.made', '--actor', 'me', '--payload-json'];
  for (const decision of ['Use Redis for sessions', 'Use Postgres for invoices'])
    spawnSync(process.execPath, [cli(home), ...append, JSON.stringify({ decision })], {
      cwd: shop,
      env,
    });
  const server = start(place, ['serve']);
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const ask = async (id, method, params) => {
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    for (;;) {
      const { value } = await lines.next();
      if (JSON.parse(value).id === id) return value;
    }
  };
  const question = (query) => ({ name: 'memory_checkout', arguments: { query } });
  const clientInfo = { name: 'trace', version: '1' };
  await ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  await ask(2, 'tools/call', question('What do we use for sessions?'));
  return await counted(place, server, async (at) => {
    const answer = await ask(3 + at, 'tools/call', question('What do we use for invoices?'));
    if (!answer.includes('Postgres')) throw new Error(answer);
  });
}

async function observation(place) {
  const { home, shop } = place;
  const server = start(place, ['up', '--background', '--port', '0']);
  const file = path.join(home, '.local/state/hookloom/worker.json');
  const told = () => {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      return null;
    }
  };
  while (told() === null) await sleep(50);
  const about = { contentSessionId: 's', project: 'shop', cwd: shop, tool_name: 'Bash' };
  const report = async (command) => {
    const tool = { tool_input: { command }, tool_response: { stdout: 'done' } };
    const response = await fetch(`http://127.0.0.1:${told().port}/api/sessions/observations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...about, ...tool }),
    });
    if (!response.ok) throw new Error(await response.text());
  };
  await report('npm test');
  await sleep(2_000);
  return await counted(place, server, (at) => report(`npm run build ${at}`), true);
}

function cli(home) {
  return path.join(home, 'start.mjs');
}

function start({ home, shop, counter, traced }, args) {
  const words = ['--require', counter, cli(home), ...args];
  return spawn(process.execPath, words, {
    cwd: shop,
    env: traced,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

/**
 * What a running process enters while it does one thing: of three times the one with the fewest files, because work in the
 * background may fall into the others. `isAnswered`: until it answers over HTTP.
 */
async function counted({ counts, traced }, server, act, isAnswered = false) {
  const count = async (isSignalled = true) => {
    if (isSignalled) server.kill('SIGUSR2');
    for (;;) {
      await sleep(20);
      try {
        readFileSync(traced.COUNTED);
        return rmSync(traced.COUNTED);
      } catch {
        // Not yet.
      }
    }
  };
  const found = [];
  for (let at = 0; at < 3; at++) {
    await count();
    for (const file of readdirSync(counts)) rmSync(path.join(counts, file));
    await act(at);
    await count(!isAnswered);
    found.push(entered(counts));
    await sleep(2_000);
  }
  const [files] = found.sort((one, other) => one.length - other.length);
  server.kill('SIGKILL');
  await once(server, 'close');
  return files;
}

/** Sorted. esbuild names the file above what comes from it. */
function entered(counts) {
  const base = pathToFileURL(dist).href;
  const files = new Set();
  for (const name of readdirSync(counts)) {
    const { result } = JSON.parse(readFileSync(path.join(counts, name), 'utf8'));
    for (const { url, functions } of result.filter((script) => script.url.startsWith(base))) {
      const text = readFileSync(new URL(url), 'utf8');
      const parts = [...text.matchAll(/^ *\/\/ (\S+\.\w+)$/gm)];
      for (const { functionName, ranges } of functions) {
        const [{ startOffset, count }] = ranges;
        // The whole script, which only runs when it is loaded.
        if (functionName === '' && startOffset === 0) continue;
        const part = parts.findLast(({ index }) => index < startOffset)?.[1];
        if (count > 0 && /^packages\/\w+\/src\//.test(part)) files.add(part);
      }
    }
  }
  return [...files].sort((one, other) => (one < other ? -1 : 1));
}

if (process.argv[1] === import.meta.filename) {
  const found = await enteredFiles(process.argv[2]);
  for (const [name, files] of Object.entries(found))
    console.log(`${name}: ${files.length}\n${files.map((file) => `  ${file}`).join('\n')}`);
}
