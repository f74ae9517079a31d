// The cost of the user's own hooks: complete processes from start to exit as a client sees them, medians of interleaved
// rounds (40, or HOOKLOOM_BENCH_ROUNDS). `node bench/engine.mjs`; build first. HOOKLOOM_BENCH_NODE names another Node.
// HOOKLOOM_BENCH_AGAINST names the hook.cjs of another build: then both run in turn, each in separate folders, and the
// ratios of the pairs are printed: CPU of the processes and of everything they started, and wall time.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { processCost, quoted } from './lib/process-cost.mjs';

const ROUNDS = Number(process.env.HOOKLOOM_BENCH_ROUNDS ?? 40);
/** Runs in one measurement of a pair. */
const RUNS = 4;
/** Milliseconds that one `true` handler may cost above the start of a shell. */
const TARGET_MS = 10;

const root = path.resolve(import.meta.dirname, '..');
const hook = process.env.HOOKLOOM_BENCH_HOOK ?? path.join(root, 'packages/cli/dist/hook.cjs');
const against = process.env.HOOKLOOM_BENCH_AGAINST;
const node = process.env.HOOKLOOM_BENCH_NODE ?? process.execPath;
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-bench-'));
const empty = path.join(work, 'empty.cjs');
fs.writeFileSync(empty, '');

/** A separate project and home with these hooks. */
function place(name, hooks) {
  const project = path.join(work, name);
  fs.mkdirSync(path.join(project, 'home', '.hookloom'), { recursive: true });
  // A hook records only in a project.
  fs.mkdirSync(path.join(project, '.eventloom'), { mode: 0o700 });
  if (hooks !== null)
    fs.writeFileSync(path.join(project, 'home', '.hookloom', 'hooks.toml'), hooks);
  return project;
}

const ONE = '[[hooks.pre_tool_use]]\ncommand = "true"\n';
/** The guard's record is made when it is first seen, and the files it executes are compared with it at every event. */
const guard = `[[hooks.pre_tool_use]]\ncommand = ["bash", ${JSON.stringify(path.join(work, 'check.sh'))}]\ncritical = true\n`;
fs.writeFileSync(path.join(work, 'check.sh'), "grep -q 'rm -rf' && exit 2\nexit 0\n");

let calls = 0;
const payload = (client = 'codex') =>
  JSON.stringify({
    session_id: 'bench',
    ...(client === 'codex' ? { turn_id: 't' } : {}),
    cwd: work,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
    tool_use_id: `call_${calls++}`,
  });

const hooked = (project) => ({
  file: node,
  args: [hook, 'hook', 'codex'],
  cwd: project,
  input: payload,
});
const subjects = () => ({
  'empty script': { file: node, args: [empty], cwd: work, input: () => '' },
  'sh -c true': { file: '/bin/sh', args: ['-c', 'true'], cwd: work, input: () => '' },
  'no hook file': hooked(place('none', null)),
  'hooks for other events': hooked(place('other', '[[hooks.session_end]]\ncommand = "true"\n')),
  'one `true` hook': hooked(place('one', ONE)),
  'three `true` hooks': hooked(place('three', ONE.repeat(3))),
  'one critical guard': hooked(place('guard', guard)),
});

function measure({ file, args, cwd, input }) {
  const env = { PATH: process.env.PATH, HOME: path.join(cwd, 'home') };
  const start = performance.now();
  const run = spawnSync(file, args, { cwd, env, input: input(), stdio: ['pipe', 'pipe', 'pipe'] });
  const took = performance.now() - start;
  if (run.status !== 0)
    throw new Error(`${args.join(' ')} ended with ${run.status}: ${run.stderr.toString('utf8')}`);
  return took;
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
}

function compareAlone() {
  const all = subjects();
  const times = Object.fromEntries(Object.keys(all).map((name) => [name, []]));
  for (const subject of Object.values(all)) measure(subject);
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, subject] of Object.entries(all)) times[name].push(measure(subject));
  const medians = Object.fromEntries(
    Object.entries(times).map(([name, values]) => [name, median(values)]),
  );
  const base = medians['empty script'];
  console.log(`wall time, Node ${version()}, medians of ${ROUNDS}`);
  for (const [name, value] of Object.entries(medians))
    console.log(
      `${name.padEnd(24)} ${value.toFixed(1).padStart(6)} ms  ${(value / base).toFixed(2)} x empty`,
    );
  const above = medians['one `true` hook'] - medians['no hook file'] - medians['sh -c true'];
  console.log(
    `one \`true\` hook above \`sh -c true\` and no hook: ${above.toFixed(1)} ms (aim ${TARGET_MS})`,
  );
}

/** Two builds in turn; the one that begins changes each round. */
function comparePairs() {
  const cases = Object.entries({ none: null, one: ONE, three: ONE.repeat(3), guard }).flatMap(
    ([name, hooks]) =>
      ['codex', 'claude-code'].map((client) => ({
        name: `${name}, ${client}`,
        runs: [hook, against].map((file, at) =>
          pairRun(file, client, `${name}-${client}-${at}`, hooks),
        ),
        ratios: { cpuMs: [], wallMs: [] },
      })),
  );
  for (const { runs } of cases) for (const run of runs) run();
  for (let round = 0; round < ROUNDS; round++)
    for (const { runs, ratios } of cases) {
      const costs = [];
      for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) costs[at] = runs[at]();
      for (const kind of ['cpuMs', 'wallMs']) ratios[kind].push(costs[0][kind] / costs[1][kind]);
    }
  console.log(`ratios to the other build, Node ${version()}, ${ROUNDS} pairs of ${RUNS} runs`);
  console.log(
    `load of the machine: ${os
      .loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
  );
  for (const { name, ratios } of cases)
    console.log(`${name.padEnd(20)} CPU ${spread(ratios.cpuMs)}  wall ${spread(ratios.wallMs)}`);
}

function pairRun(file, client, name, hooks) {
  const cwd = place(name, hooks);
  const env = { PATH: process.env.PATH, HOME: path.join(cwd, 'home') };
  // As `init` installs it: the command names the log.
  const log = `--eventloom-path ${quoted(path.join(cwd, '.eventloom'))} --session-id bench-default`;
  const command = `${quoted(node)} ${quoted(file)} hook ${client} ${log}`;
  return () =>
    processCost(command, { cwd, env, inputs: Array.from({ length: RUNS }, () => payload(client)) });
}

/** The median and the middle half. */
function spread(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.round(share * (sorted.length - 1))].toFixed(3);
  return `${median(values).toFixed(3)} (${at(0.25)} to ${at(0.75)})`;
}

function version() {
  return spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
}

try {
  if (against === undefined) compareAlone();
  else comparePairs();
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}
