// Memory lines for a prompt: the cost of providing them, and how well they are chosen.
//   npm run bench:prompt -- [--rounds 15] [--data DIR [--misses] [--show] [--choice]]
// Build first. Processor time of complete hook processes, in turn beside an empty start of Node, and of the worker
// until it is idle again, for the same prompt with and without a context. --data: a folder of labelled sessions, as for
// bench:statements, whose labels.json also contains questions [{question, answer: {turns} | null}] and whose
// events.jsonl `memory ingest` reads; their statements are queried with these questions and with prompts that name
// nothing of a project; and the prompts of each session with the statements of earlier sessions of its project, in the
// order of the dates in `source`. --choice: only this.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyEncoderThreads, load, median, option } from './lib/load.mjs';
import { processCost, quoted } from './lib/process-cost.mjs';
import { startWorkerProcess } from './lib/worker-process.mjs';

const rounds = Number(option('rounds', '15'));
const data = option('data');
const RUNS = 3;
const TARGET_MS = 60;
const TOOLS = [
  'Redis',
  'Postgres',
  'Kafka',
  'Vault',
  'Grafana',
  'Terraform',
  'Playwright',
  'Sentry',
];
const SUBJECTS = 'invoices refunds sessions exports mailings uploads backups translations'.split(
  ' ',
);
const UNRELATED = [
  'fix the typo',
  'run the tests',
  'thanks',
  'yes',
  'continue please',
  'commit this and push it',
  'looks good, thank you',
  'what is next?',
  'can you explain this function?',
  'add a comment here',
  'undo that',
  'make it faster',
  'why did that fail?',
  'rename the variable',
  'write a unit test for it',
  'show me the diff',
  'update the readme',
  'run the linter and fix all warnings',
  'Please refactor this file into smaller functions',
  'Fix the failing test in the parser',
  'open a pull request',
  'What time is it in Tokyo?',
  'Write a haiku about the sea',
  'How do I bake sourdough bread?',
  'good morning',
  // Written after the rules were.
  'rebase on main',
  'clean up the imports',
  'why is this slow?',
  'do the same for the other file',
  'move this into its own module',
  'what does this regex do?',
  'add some logging here',
  'looks like there is a merge conflict, please resolve it',
  'write a commit message for the staged changes',
  'how many lines did you change?',
  'bump the version and tag it',
  'there is a typo in the second paragraph',
  'try a different approach',
  'the build is red again',
  'can you simplify this condition?',
  'delete the unused variables',
  'sort the list alphabetically',
  'I get a type error on line 12',
  'generate some sample data',
  "ok now let's do step two",
  'Which day of the week is the 4th of July?',
  'Translate this sentence to Italian',
  'Recommend a good book about gardening',
  'convert this to async/await',
  'extract a helper for the duplicated code',
  'please stop, that is wrong',
  'add a docstring to every public function',
  'what would you do next?',
  'squash the last three commits',
  'format the file',
  'is there anything left to do?',
  'make the variable names more descriptive',
  'summarize what you did today',
  'turn this into a class',
  'the screenshot shows an empty page',
  'remove the debug output',
  'open the file I mentioned before',
  'check whether the server is up',
  'use early returns here',
  'let me think about it',
];
const hook = path.resolve(import.meta.dirname, '../packages/cli/dist/hook.cjs');

async function measureCost() {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-bench-'));
  const shop = path.join(work, 'shop');
  fs.mkdirSync(path.join(shop, '.eventloom'), { recursive: true, mode: 0o700 });
  const env = {
    PATH: process.env.PATH,
    HOME: work,
    HOOKLOOM_STATE_DIR: path.join(work, 'state'),
  };
  const flags = ['--eventloom-path', path.join(shop, '.eventloom'), '--session-id', 'shop-default'];
  const words = [process.execPath, hook, 'hook', 'claude-code', ...flags];
  let calls = 0;
  const saying = (prompt) => () =>
    JSON.stringify({
      session_id: `bench-${calls++}`,
      cwd: shop,
      hook_event_name: 'UserPromptSubmit',
      prompt,
    });
  const send = (input, ...more) =>
    spawnSync(words[0], [...words.slice(1), ...more], { cwd: shop, env, input, encoding: 'utf8' });
  for (const [at, subject] of SUBJECTS.entries())
    for (const [by, tool] of TOOLS.entries())
      send(saying(`We use ${tool} for the ${subject} of region ${at * 8 + by + 100}.`)());
  const start = {
    hook_event_name: 'SessionStart',
    source: 'startup',
    session_id: 'first',
    cwd: shop,
  };
  send(JSON.stringify(start), '--inject=session');
  const worker = await startWorkerProcess({ cwd: shop, home: work });
  try {
    await sleep(4_000);
    const command = words.map(quoted).join(' ');
    const related = saying('Which tool do we use for the refunds of region 109?');
    const subjects = {
      'empty start of Node': { line: `${quoted(process.execPath)} -e 0`, input: () => '' },
      'prompt without a context': { line: command, input: related },
      'prompt with a context': { line: `${command} --inject=prompt`, input: related },
      'nothing bears on it': { line: `${command} --inject=prompt`, input: saying('fix the typo') },
    };
    const { stdout } = send(related(), '--inject=prompt');
    const text = stdout === '' ? '' : JSON.parse(stdout).hookSpecificOutput.additionalContext;
    console.log(
      `${SUBJECTS.length * TOOLS.length} statements; given: ${text.includes('We use')}, ${Math.ceil(Buffer.byteLength(text) / 4)} tokens`,
    );
    const samples = Object.fromEntries(Object.keys(subjects).map((name) => [name, []]));
    for (let round = 0; round < rounds; round++)
      for (const [name, { line, input }] of Object.entries(subjects)) {
        await sleep(2_500);
        const before = worker.cpuMs();
        const inputs = Array.from({ length: RUNS }, input);
        const { cpuMs, wallMs } = processCost(`${line} > /dev/null`, { cwd: shop, env, inputs });
        // The worker follows the recorded events.
        await sleep(2_500);
        samples[name].push({ cpuMs, wallMs, workerMs: (worker.cpuMs() - before) / RUNS });
      }
    const of = (name, key) => median(samples[name].map((sample) => sample[key]));
    for (const name of Object.keys(subjects))
      console.log(
        `  ${name.padEnd(26)} hook ${of(name, 'cpuMs').toFixed(1)} ms CPU, ${of(name, 'wallMs').toFixed(0)} ms; worker ${of(name, 'workerMs').toFixed(1)} ms CPU`,
      );
    const [, without, given] = Object.keys(subjects);
    const more = (key) =>
      median(samples[given].map((each, at) => each[key] - samples[without][at][key]));
    console.log(
      `  the context: hook ${more('cpuMs').toFixed(1)} ms and worker ${more('workerMs').toFixed(1)} ms of CPU more (target ${TARGET_MS} ms)`,
    );
  } finally {
    await worker.stop();
    fs.rmSync(work, { recursive: true, force: true });
  }
}

async function loadChoice() {
  const product = await load(
    'prompt',
    `export { byOperation } from '@hookloom/core/events'; export { createMemoryStore } from '@hookloom/log';
     export { openMemory } from '@hookloom/memory'; export { bearingOn, isTellingQuestion, MOST } from './packages/hooks/src/ready/relevant-lines.ts';
     export { configuredEmbedder } from './packages/worker/src/embedders/configured-embedder.ts';
     export { nearest } from './packages/worker/src/injection/ready/answer-prompts.ts';
     export { currentStatements } from './packages/worker/src/injection/statements.ts';
     export { lineOf } from './packages/worker/src/injection/statement-lines.ts';`,
  );
  copyEncoderThreads();
  const embedder = await product.configuredEmbedder(process.env);
  const asks = new Map();
  const vectorOf = async (prompt) => {
    if (!asks.has(prompt)) asks.set(prompt, await embedder.ask(prompt));
    return asks.get(prompt);
  };
  const recorded = (event) =>
    product.byOperation({
      type: event.event_type,
      actorId: event.actor,
      payload: event.payload,
      origin: {
        channel: { user: 'user', assistant: 'model' }[event.payload.role] ?? 'tool',
        session_id: 'c',
      },
    });
  /** Memory lines for prompts, from the current state of a memory. */
  const choose = async (memory) => {
    await memory.sync();
    const facts = await product.currentStatements(memory, ['s'], new Map());
    const lines = facts
      .filter(({ entityType }) => entityType !== 'command_run')
      .map((fact) => ({ seq: fact.seq, text: product.lineOf([fact]) }));
    const vectors = new Map();
    const made =
      lines.length === 0
        ? []
        : await embedder.embed(lines.map(({ text }) => text.replace(/^\d+ /, '')));
    for (const [at, { text }] of lines.entries()) vectors.set(text, made[at]);
    return async (prompt) => {
      const seqs = product.bearingOn(prompt, lines).map(({ seq }) => seq);
      if (lines.length > 0 && product.isTellingQuestion(prompt))
        seqs.push(...product.nearest(lines, await vectorOf(prompt), vectors));
      return [...new Set(seqs)]
        .slice(0, product.MOST)
        .map((seq) => lines.find((line) => line.seq === seq));
    };
  };
  return { product, recorded, choose };
}

const eventsOf = (session) =>
  fs
    .readFileSync(path.join(data, session, 'events.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The prompts of each session, with statements of earlier sessions of the same project. `--show` prints both, for review. */
async function measureLater({ product, recorded, choose }) {
  const sessions = fs.readdirSync(data).map((name) => ({
    name,
    ...JSON.parse(fs.readFileSync(path.join(data, name, 'session.json'), 'utf8')),
  }));
  const dated = ({ source }) => /\d{4}-\d\d-\d\d[^/]*/.exec(source)?.[0] ?? '';
  const count = { prompts: 0, given: 0, lines: 0 };
  for (const project of new Set(sessions.map((each) => each.project))) {
    const store = product.createMemoryStore();
    const memory = await product.openMemory({ file: ':memory:', store });
    const own = sessions
      .filter((each) => each.project === project)
      .toSorted((a, b) => (dated(a) < dated(b) ? -1 : 1));
    for (const [at, { name, turns }] of own.entries()) {
      const bearing = await choose(memory);
      const given = new Set();
      for (const { role, text } of at === 0 ? [] : turns) {
        if (role !== 'user' || /^\s*</.test(text)) continue;
        const fresh = (await bearing(text)).filter(({ seq }) => !given.has(seq));
        for (const { seq } of fresh) given.add(seq);
        count.prompts++;
        count.lines += fresh.length;
        if (fresh.length > 0) count.given++;
        if (fresh.length > 0 && process.argv.includes('--show'))
          console.log(
            [
              `${name}: ${text.replace(/\s+/g, ' ').slice(0, 200)}`,
              ...fresh.map((l) => l.text),
            ].join('\n    '),
          );
      }
      await store.append('s', eventsOf(name).map(recorded));
    }
    await memory.close();
    await store.close();
  }
  console.log(
    `prompts of later sessions: ${count.given} of ${count.prompts} given something, ${count.lines} lines`,
  );
}

async function measureChoice({ product, recorded, choose }) {
  const count = { asked: 0, answered: 0, lines: 0, right: 0, absent: 0, absentAnswered: 0 };
  let [prompts, disturbed] = [0, 0];
  for (const session of fs.readdirSync(data).sort()) {
    const events = eventsOf(session);
    const store = product.createMemoryStore();
    await store.append('s', events.map(recorded));
    const memory = await product.openMemory({ file: ':memory:', store });
    const bearing = await choose(memory);
    const turnsOf = async (prompt) =>
      (await bearing(prompt)).map(({ seq }) => events[seq - 1].payload.turn_id);
    const labels = fs.readFileSync(path.join(data, session, 'labels.json'), 'utf8');
    for (const { question, answer } of JSON.parse(labels).questions) {
      const turns = await turnsOf(question);
      if (answer === null) {
        count.absent++;
        if (turns.length > 0) count.absentAnswered++;
        continue;
      }
      const right = turns.filter((turn) => answer.turns.includes(turn)).length;
      count.asked++;
      count.lines += turns.length;
      count.right += right;
      if (right > 0) count.answered++;
      else if (process.argv.includes('--misses')) console.log(`  missed: ${session}: ${question}`);
    }
    for (const prompt of UNRELATED) {
      prompts++;
      if ((await turnsOf(prompt)).length > 0) disturbed++;
    }
    await memory.close();
    await store.close();
  }
  console.log(
    `questions in other words: ${count.answered} of ${count.asked} given their answer, ${count.right} of ${count.lines} lines right`,
  );
  console.log(`  without an answer: ${count.absentAnswered} of ${count.absent} given something`);
  console.log(`prompts that name nothing: ${disturbed} of ${prompts} given something`);
}

if (data !== undefined) {
  const choice = await loadChoice();
  await measureChoice(choice);
  await measureLater(choice);
  if (process.argv.includes('--choice')) process.exit(0);
}
await measureCost();
process.exit(0);
