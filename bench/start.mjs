// Measures the cost of a session start: `npm run bench:start -- [--rounds 15] [--client NAME …] [--starts 5]`; build
// first. Complete processes, each round in turn beside an empty start of Node: processor time and wall time, medians of
// the pairs, with an idle worker and with one that answers requests all the time. With --client, real clients of
// CLIENTS_DIR start against a stand-in model, with and without a context.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { median } from './lib/load.mjs';
import { processCost, quoted } from './lib/process-cost.mjs';
import { startWorkerProcess } from './lib/worker-process.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    client: { type: 'string', multiple: true, default: [] },
    starts: { type: 'string', default: '5' },
  },
});
const RUNS = 3;
const CPU_TARGET = 1.8;
const WALL_TARGET_MS = 150;
const SAID = [
  'Never push to the release branch.',
  'We use Redis for the sessions.',
  'Invoices are always rendered as PDF files.',
  'We still need to rotate the signing key.',
];

const root = path.resolve(import.meta.dirname, '..');
const hook = path.join(root, 'packages/cli/dist/hook.cjs');

function makeProject() {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-bench-'));
  const shop = path.join(work, 'shop');
  fs.mkdirSync(path.join(shop, '.eventloom'), { recursive: true, mode: 0o700 });
  const stateDir = path.join(work, 'state');
  const env = { PATH: process.env.PATH, HOME: work, HOOKLOOM_STATE_DIR: stateDir };
  return { work, shop, env };
}

async function measureHook() {
  const { work, shop, env } = makeProject();
  const flags = ['--eventloom-path', path.join(shop, '.eventloom'), '--session-id', 'shop-default'];
  const words = [process.execPath, hook, 'hook', 'claude-code', ...flags];
  let calls = 0;
  const start = () =>
    JSON.stringify({
      session_id: `bench-${calls++}`,
      cwd: shop,
      hook_event_name: 'SessionStart',
      source: 'startup',
    });
  const send = (payload, ...more) =>
    spawnSync(words[0], [...words.slice(1), ...more], { cwd: shop, env, input: payload }).stdout;
  for (const prompt of SAID)
    send(JSON.stringify({ session_id: 's', hook_event_name: 'UserPromptSubmit', prompt }));
  send(start(), '--inject=session');
  const worker = await startWorkerProcess({ cwd: shop, home: work });
  try {
    const command = words.map(quoted).join(' ');
    const subjects = {
      'empty start of Node': { line: `${quoted(process.execPath)} -e 0`, input: () => '' },
      'hook without a context': { line: command, input: start },
      'hook with a context': { line: `${command} --inject=session`, input: start },
    };
    for (const state of ['idle', 'busy']) {
      const load = new AbortController();
      if (state === 'idle') load.abort();
      const work = (async () => {
        const target = `/api/context/explain?cwd=${encodeURIComponent(shop)}&prompt=invoices`;
        while (!load.signal.aborted) await worker.call('GET', target);
      })();
      const samples = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
      for (let round = 0; round < Number(values.rounds); round++) {
        for (const [name, { line, input }] of Object.entries(subjects)) {
          const inputs = Array.from({ length: RUNS }, input);
          samples[name].push(processCost(`${line} > /dev/null`, { cwd: shop, env, inputs }));
          // The worker follows the recorded events.
          await sleep(400);
        }
      }
      const isGiven = String(send(start(), '--inject=session')).includes(SAID[0]);
      load.abort();
      await work;
      print(state, samples, isGiven);
    }
  } finally {
    await worker.stop();
    fs.rmSync(work, { recursive: true, force: true });
  }
}

function print(state, samples, isGiven) {
  console.log(
    `worker ${state}, ${values.rounds} rounds of ${RUNS} runs; context given: ${isGiven}`,
  );
  const [empty] = Object.values(samples);
  for (const [name, costs] of Object.entries(samples)) {
    const ratio = median(costs.map(({ cpuMs }, at) => cpuMs / empty[at].cpuMs));
    const longer = median(costs.map(({ wallMs }, at) => wallMs - empty[at].wallMs));
    const cpu = median(costs.map(({ cpuMs }) => cpuMs));
    console.log(
      `  ${name.padEnd(24)} ${cpu.toFixed(1).padStart(6)} ms CPU  ${ratio.toFixed(2)} x  ${longer >= 0 ? '+' : ''}${longer.toFixed(0)} ms`,
    );
  }
  console.log(`  target: ${CPU_TARGET} x`);
}

async function measureClients() {
  const { clientsHere } = await import('../test/clients/lab/clients-here.mjs');
  const { CLIENTS } = await import('../test/clients/clients/index.mjs');
  const { openLab } = await import('../test/clients/lab/lab.mjs');
  const { kitOf } = await import('../test/clients/lab/scenario.mjs');
  const chosen = CLIENTS.filter(({ label }) => values.client.includes(label));
  const { here, notices } = clientsHere(chosen);
  for (const notice of notices) console.log(`not measured: ${notice}`);
  for (const { label, client } of here) {
    const kits = {};
    for (const inject of ['off', 'session']) {
      const lab = await openLab(client.name);
      client.prepare(lab);
      kits[inject] = kitOf(client, lab);
      await kits[inject].connect(['--inject', inject]);
      await lab.hookloom(['up', '--detach', '--port', '0']);
      for (const prompt of SAID) await kits[inject].run({ prompt, turns: [{ text: 'Noted.' }] });
    }
    const more = [];
    let given = 0;
    for (let at = 0; at < Number(values.starts); at++) {
      const ms = {};
      for (const [inject, kit] of Object.entries(kits)) {
        await sleep(1_500);
        const run = await kit.run({ prompt: 'Say hi.', turns: [{ text: 'hi' }] });
        ms[inject] = run.ms;
        if (inject === 'session' && run.told[0]?.includes('hookloom-context')) given++;
      }
      more.push(ms.session - ms.off);
    }
    console.log(
      `${label}: with a context ${median(more).toFixed(0)} ms longer (${more.map((ms) => ms.toFixed(0)).join(', ')}); given in ${given} of ${more.length}; target ${WALL_TARGET_MS} ms`,
    );
    for (const { lab } of Object.values(kits)) await lab.close();
  }
}

await measureHook();
if (values.client.length > 0) await measureClients();
