// What the user's own hooks cost: whole processes from start to exit as a client sees them, medians of 40 interleaved
// rounds. `node bench/engine.mjs`; build first. HOOKLOOM_BENCH_NODE names another Node.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const ROUNDS = 40;
/** Milliseconds that one `true` handler may cost above the start of a shell. */
const TARGET_MS = 10;

const root = path.resolve(import.meta.dirname, '..');
const hook = process.env.HOOKLOOM_BENCH_HOOK ?? path.join(root, 'packages/cli/dist/hook.cjs');
const node = process.env.HOOKLOOM_BENCH_NODE ?? process.execPath;
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-bench-'));
const empty = path.join(work, 'empty.cjs');
fs.writeFileSync(empty, '');

/** A project and a home of its own with these hooks. */
function place(name, hooks) {
  const project = path.join(work, name);
  fs.mkdirSync(path.join(project, 'home', '.hookloom'), { recursive: true });
  // A hook records only in a project.
  fs.mkdirSync(path.join(project, '.eventloom'), { mode: 0o700 });
  if (hooks !== null)
    fs.writeFileSync(path.join(project, 'home', '.hookloom', 'hooks.toml'), hooks);
  return project;
}

const none = place('none', null);
const other = place('other', '[[hooks.session_end]]\ncommand = "true"\n');
const one = place('one', '[[hooks.pre_tool_use]]\ncommand = "true"\n');
const three = place('three', '[[hooks.pre_tool_use]]\ncommand = "true"\n'.repeat(3));

let calls = 0;
const payload = () =>
  JSON.stringify({
    session_id: 'bench',
    turn_id: 't',
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
const subjects = {
  'empty script': { file: node, args: [empty], cwd: work, input: () => '' },
  'sh -c true': { file: '/bin/sh', args: ['-c', 'true'], cwd: work, input: () => '' },
  'no hook file': hooked(none),
  'hooks for other events': hooked(other),
  'one `true` hook': hooked(one),
  'three `true` hooks': hooked(three),
};

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

try {
  const times = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
  for (const subject of Object.values(subjects)) measure(subject);
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, subject] of Object.entries(subjects)) times[name].push(measure(subject));
  const medians = Object.fromEntries(
    Object.entries(times).map(([name, values]) => [name, median(values)]),
  );
  const base = medians['empty script'];
  console.log(
    `wall time, Node ${spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()}, medians of ${ROUNDS}`,
  );
  for (const [name, value] of Object.entries(medians))
    console.log(
      `${name.padEnd(24)} ${value.toFixed(1).padStart(6)} ms  ${(value / base).toFixed(2)} x empty`,
    );
  const above = medians['one `true` hook'] - medians['no hook file'] - medians['sh -c true'];
  console.log(
    `one \`true\` hook above \`sh -c true\` and no hook: ${above.toFixed(1)} ms (aim ${TARGET_MS})`,
  );
} finally {
  fs.rmSync(work, { recursive: true, force: true });
}
