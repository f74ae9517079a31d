// Measures the cost of a hook: complete processes, CPU time (user and system), medians of 30 interleaved rounds, on this
// Node and on the one in HOOKLOOM_BENCH_NODE. `node bench/hook.mjs`; build first. Needs bash, whose `time` counts
// milliseconds. HOOKLOOM_BENCH_AGAINST names the hook.cjs of another build: it is measured in turn, and the ratios of the
// pairs are printed.
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { processCost, quoted } from './lib/process-cost.mjs';

const ROUNDS = 30;
/** Runs in one measurement, because a millisecond is a twentieth of one run. */
const RUNS = 4;
const AT_ONCE = 20;
const TARGET = 1.25;

const root = path.resolve(import.meta.dirname, '..');
const hook = process.env.HOOKLOOM_BENCH_HOOK ?? path.join(root, 'packages/cli/dist/hook.cjs');
const against = process.env.HOOKLOOM_BENCH_AGAINST;
const node = process.env.HOOKLOOM_BENCH_NODE ?? process.execPath;
const recorded = fs
  .readFileSync(
    path.join(root, 'packages/hooks/src/clients/claude-code/fixtures/recorded.jsonl'),
    'utf8',
  )
  .split('\n')
  .filter((line) => line.includes('"name":"PostToolUse.Bash"'))
  .map((line) => JSON.parse(line).payload)[0];

const work = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-bench-'));
fs.mkdirSync(path.join(work, '.eventloom'), { mode: 0o700 });
const env = { PATH: process.env.PATH, HOME: work };
let calls = 0;

const payload = () => JSON.stringify({ ...recorded, tool_use_id: `toolu_bench_${calls++}` });
const empty = path.join(work, 'empty.cjs');
fs.writeFileSync(empty, '');
const script = path.join(work, 'inbox.sh');
fs.writeFileSync(script, await shellTransport());

const hookSubjects = (file) => ({
  'hook-event heartbeat': {
    command: `${quoted(node)} ${quoted(file)} hook-event heartbeat`,
    input: () => '',
  },
  // As `init` installs it: the command names the log.
  'hook claude-code': {
    command: `${quoted(node)} ${quoted(file)} hook claude-code --eventloom-path ${quoted(path.join(work, '.eventloom'))} --session-id bench-default`,
    input: payload,
  },
});
const subjects = {
  'empty script': { command: `${quoted(node)} ${quoted(empty)}`, input: () => '' },
  ...hookSubjects(hook),
  ...(against === undefined
    ? {}
    : Object.fromEntries(
        Object.entries(hookSubjects(against)).map(([name, subject]) => [`other ${name}`, subject]),
      )),
  'sh transport': { command: `sh ${quoted(script)}`, input: payload },
};

/** Milliseconds of CPU of one run. */
function measure({ command, input }) {
  const inputs = Array.from({ length: RUNS }, input);
  return processCost(command, { cwd: work, env, inputs }).cpuMs;
}

function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

async function atOnce() {
  const place = path.join(work, 'at-once');
  fs.mkdirSync(path.join(place, '.eventloom'), { recursive: true, mode: 0o700 });
  const exits = await Promise.all(
    Array.from({ length: AT_ONCE }, () => {
      const child = spawn(node, [hook, 'hook', 'claude-code'], {
        cwd: place,
        env,
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      child.stdin.end(payload());
      return new Promise((resolve) => child.on('close', resolve));
    }),
  );
  const calls = (text) => text.split('"type":"tool.call.completed"').length - 1;
  const files = fs.readdirSync(place, { recursive: true, encoding: 'utf8' });
  const kept = files
    .filter((file) => /\.jsonl$|inbox\/[^/]+\.json$/.test(file))
    .reduce((sum, file) => sum + calls(fs.readFileSync(path.join(place, file), 'utf8')), 0);
  return { failed: exits.filter((code) => code !== 0).length, lost: AT_ONCE - kept };
}

/** The script's text comes from the source; esbuild is available in any clone that has been built. */
async function shellTransport() {
  const { build } = await import('esbuild');
  const out = path.join(work, 'sh-transport.mjs');
  await build({
    absWorkingDir: root,
    entryPoints: ['packages/hooks/src/registration/sh-transport.ts'],
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['source'],
    outfile: out,
    logLevel: 'error',
  });
  const { renderShTransport } = await import(out);
  const inboxDir = path.join(work, '.eventloom/inbox');
  return renderShTransport({ inboxDir, session: 'bench-default', client: 'claude-code' });
}

try {
  const samples = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, subject] of Object.entries(subjects)) samples[name].push(measure(subject));
    // The next hook must not drain the shell's files: it would pay for both.
    fs.rmSync(path.join(work, '.eventloom/inbox/raw'), { recursive: true, force: true });
  }
  const base = median(samples['empty script']);
  const version = spawnSync(node, ['-v'], { encoding: 'utf8' }).stdout.trim();
  console.log(
    `Node ${version}, hook file ${fs.statSync(hook).size} bytes, ${ROUNDS} rounds of ${RUNS} runs`,
  );
  for (const [name, values] of Object.entries(samples)) {
    const ms = median(values);
    console.log(
      `${name.padEnd(22)} ${ms.toFixed(2).padStart(7)} ms CPU  ${(ms / base).toFixed(2).padStart(5)} x`,
    );
  }
  console.log(`target for both hooks: ${TARGET} x`);
  for (const name of against === undefined ? [] : Object.keys(hookSubjects(hook))) {
    const other = samples[`other ${name}`];
    const ratio = median(samples[name].map((ms, round) => ms / other[round]));
    console.log(`${name} against the other build, pair by pair: ${ratio.toFixed(3)}`);
  }
  const { failed, lost } = await atOnce();
  console.log(`${AT_ONCE} hooks at once: ${failed} failed, ${lost} lost`);
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}
