// The cost of the worker's note routes over HTTP, as extensions and hooks call them. Build first.
//   node bench/notes.mjs [--notes 10000] [--calls 300] [--home DIR] [--profile DIR] [--only NAME] [--json FILE]
// --home keeps the filled installation for the next run; --profile writes the worker's CPU profile there.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { load, option, percentile } from './lib/load.mjs';
import { notedWork } from './lib/noted-work.mjs';
import { startWorkerProcess } from './lib/worker-process.mjs';

const notes = Number(option('notes', '10000'));
const calls = Number(option('calls', '300'));
const only = option('only', '');
const profile = option('profile');
const json = option('json');
const kept = option('home');
const WARM_UP = 20;
const BATCH = 1000;
const SESSION = 'bench-session';
let reported = 0;

const home = kept ?? mkdtempSync(path.join(os.tmpdir(), 'hookloom-bench-'));
const shop = path.join(home, 'shop');
try {
  const samples = await fill();
  const report = await measure(samples);
  console.log(table(report));
  if (json !== undefined) writeFileSync(json, `${JSON.stringify(report, null, 1)}\n`);
} finally {
  if (kept === undefined) rmSync(home, { recursive: true, force: true });
}

/** Through the store, not HTTP; the projection exists when the worker starts. Returns the objects to ask for. */
async function fill() {
  const file = path.join(home, 'samples.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'));
  mkdirSync(path.join(shop, '.eventloom/projections'), { recursive: true, mode: 0o700 });
  const { openJsonlStore, openMemory, eventIdFrom, resolveWorkspace } = await load(
    'notes',
    `export { openJsonlStore } from '@hookloom/log'; export { openMemory } from '@hookloom/memory';
     export { eventIdFrom } from '@hookloom/core'; export { resolveWorkspace } from '@hookloom/core/settings';`,
  );
  const { session, eventloomDir: dir } = resolveWorkspace({ cwd: shop, env: {} });
  const store = openJsonlStore({ dir });
  const samples = [];
  const every = Math.max(1, Math.floor(notes / 500));
  let seen = 0;
  let batch = [];
  for (const { marker, file: touched, ...event } of notedWork(notes, eventIdFrom)) {
    if (marker !== undefined && seen++ % every === 0) samples.push({ marker, file: touched });
    batch.push(event);
    if (batch.length === BATCH) await store.append(session, batch.splice(0), { durability: 'os' });
  }
  if (batch.length > 0) await store.append(session, batch, { durability: 'os' });
  const memory = await openMemory({ file: path.join(dir, 'projections/memory.sqlite'), store });
  await memory.sync();
  await memory.close();
  await store.close();
  writeFileSync(file, JSON.stringify(samples));
  return samples;
}

async function measure(samples) {
  const nodeArgs = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const worker = await startWorkerProcess({ cwd: shop, home, nodeArgs });
  const rows = [];
  try {
    await worker.call('POST', '/api/sessions/init', prompt('Make the shop faster'));
    await quiet(worker);
    for (const [name, request] of Object.entries(requestsFor(samples)))
      if (name.includes(only)) rows.push(await timed(worker, name, request));
    if ('append to found'.includes(only)) rows.push(await appendToFound(worker));
    const rss = worker.rssMb();
    return { notes, calls, load: os.loadavg()[0], rss, rows };
  } finally {
    await worker.stop();
  }
}

/** Each a function of the number of the call: method, target, body, whether the connection is new. */
function requestsFor(samples) {
  const of = (at) => samples[(at * 7) % samples.length];
  const get = (target) => (at) => ['GET', target(of(at), at)];
  const fresh = (request) => (at) => {
    const [method, target, body] = request(at);
    return [method, target, body, true];
  };
  const observe = (more) => (at) => ['POST', '/api/sessions/observations', observation(at, more)];
  const text = encodeURIComponent;
  const [here, there] = [observe({ cwd: shop }), observe({})];
  const plain = get(() => '/api/context/inject?project=shop');
  const search = (query) =>
    get((sample) => `/api/search?project=shop&query=${text(query(sample))}`);
  return {
    'observation, cwd': here,
    'observation, cwd, new connection': fresh(here),
    'observation, no cwd': there,
    'inject, project': plain,
    'inject, project, new connection': fresh(plain),
    'inject, cwd': get(() => `/api/context/inject?cwd=${text(shop)}`),
    'inject, prompt and files': get(
      ({ marker, file }) =>
        `/api/context/inject?project=shop&prompt=${text(`Please mend ${marker} again`)}&files=${text(file)}`,
    ),
    'search, words of one note': search(({ marker }) => marker),
    'search, a sentence': search(({ marker }) => `why did we change ${marker} in the other file`),
    'search, a frequent word': search(({ marker }) => marker.split(' ')[0]),
    'search, rows of a type': get(
      ({ marker }) => `/api/search/observations?format=json&obs_type=bugfix&query=${text(marker)}`,
    ),
    'list, first page': get(() => '/api/observations?limit=20'),
    'list, page 100': get(() => '/api/observations?limit=20&offset=2000'),
    'by file': get(({ file }) => `/api/observations/by-file?path=${text(file)}`),
  };
}

function observation(at, more) {
  return {
    contentSessionId: SESSION,
    project: 'shop',
    tool_name: ['Bash', 'Read', 'Edit', 'Grep'][at % 4],
    tool_use_id: `bench-${process.pid}-${reported++}`,
    tool_input: { file_path: path.join(shop, `src/part-${at % 40}.ts`), command: 'npm test' },
    tool_response: { stdout: `ok ${at} of the suite passed`, exit_code: 0 },
    ...more,
  };
}

function prompt(text) {
  return { contentSessionId: SESSION, project: 'shop', cwd: shop, prompt: text };
}

async function timed(worker, name, request) {
  const wall = [];
  let cpu = 0;
  for (let at = -WARM_UP; at < calls; at++) {
    if (at === 0) cpu = -worker.cpuMs();
    const { ms, status, text } = await worker.call(...request(at + WARM_UP));
    if (status !== 200) throw new Error(`${name}: ${status} ${text.slice(0, 200)}`);
    if (at >= 0) wall.push(ms);
  }
  const answered = worker.cpuMs();
  cpu += answered;
  // The background work after the answers: the notes.
  await quiet(worker);
  const behind = (worker.cpuMs() - answered) / calls;
  return { name, ...shares(wall), cpu: cpu / calls, behind };
}

/** A prompt is acknowledged; how soon does the next question find it? */
async function appendToFound(worker) {
  const wall = [];
  const before = worker.cpuMs();
  const rounds = Math.min(calls, 100);
  for (let at = 0; at < rounds; at++) {
    const word = `fresh${process.pid}marker${at}`;
    await worker.call('POST', '/api/sessions/init', prompt(`Look at ${word}`));
    const { ms, text } = await worker.call('GET', `/api/search?project=shop&query=${word}`);
    if (!text.includes(word)) throw new Error(`${word} is not found`);
    wall.push(ms);
  }
  return {
    name: 'append to found',
    ...shares(wall),
    cpu: (worker.cpuMs() - before) / rounds,
    behind: 0,
  };
}

/** Waits until nothing waits to become a note and the processor is idle. */
async function quiet(worker) {
  const until = Date.now() + 60_000;
  for (let last = worker.cpuMs(); Date.now() < until;) {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const now = worker.cpuMs();
    if (now - last < 15) return;
    last = now;
  }
}

function shares(wall) {
  return { p50: percentile(wall, 0.5), p95: percentile(wall, 0.95), p99: percentile(wall, 0.99) };
}

function table({ rows, rss, load: busy }) {
  const cell = (value) => value.toFixed(1).padStart(9);
  return [
    `notes: ${notes} notes, ${calls} calls each, load ${busy.toFixed(1)}, RSS ${rss.toFixed(0)} MB; milliseconds`,
    `${''.padEnd(36)}${['p50', 'p95', 'p99', 'CPU/call', 'CPU after'].map((head) => head.padStart(10)).join('')}`,
    ...rows.map(
      ({ name, p50, p95, p99, cpu, behind }) =>
        `${name.padEnd(36)} ${[p50, p95, p99, cpu, behind].map(cell).join(' ')}`,
    ),
  ].join('\n');
}
