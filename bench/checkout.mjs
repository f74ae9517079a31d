// Latency of a search and of a checkout over a projected log, warm, with the share of known items in the first ten, and
// the first answer of a fresh process; and of checkouts about words that most events contain. Targets: p95 <= 40 ms at
// 100,000 events, <= 120 ms at 1,000,000.
//   node bench/checkout.mjs [--events 100000] [--questions 300] [--lane] [--dir KEPT_FOLDER]
// --lane: with a vector for each event, from a stand-in that costs nothing. The encoder itself adds 10 to 15 ms to a
// question.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { agentEvents } from './lib/agent-log.mjs';
import { load, median, option, percentile } from './lib/load.mjs';

const SESSION = 'bench-default';
const WARM_UP = 20;
const count = Number(option('events', '100000'));
const asked = Number(option('questions', '300'));
const kept = option('dir');
const withLane = process.argv.includes('--lane');
const { checkout, openJsonlStore, openMemory } = await load(
  'checkout',
  `export { openJsonlStore } from '@hookloom/log'; export { openMemory } from '@hookloom/memory';
   export { leanCheckout as checkout } from '@hookloom/memory/checkout';`,
);

/** Questions that read the newest events of a type instead of the results of the search. */
const repeated = (texts) => Array.from({ length: 60 }, (_, at) => texts[at % texts.length]);
const LAST_WORK = repeated(['What did we do last?', 'Where did we leave off?', 'Recap']);
const RECORDED_WORK = repeated([
  'Which commands did the agent run?',
  'Which tests failed?',
  'How do I run the tests?',
  'Which files did we change most?',
]);

if (process.argv.includes('--first-answer')) await firstAnswer();
else await bench();

async function bench() {
  const dir = kept ?? mkdtempSync(path.join(os.tmpdir(), 'hookloom-bench-'));
  mkdirSync(dir, { recursive: true });
  try {
    await fill(dir);
    const store = openJsonlStore({ dir });
    const file = path.join(dir, withLane ? 'with-lane.sqlite' : 'memory.sqlite');
    const embedder = withLane ? { embedder: standIn() } : {};
    const memory = await openMemory({ file, store, embedAhead: false, ...embedder });
    await memory.sync();
    await memory.vectors?.embedAll();
    const items = questions();
    const search = await time(items, async ({ marker, seq }) => {
      const { facts, sources } = await memory.search({
        query: marker,
        sessions: [SESSION],
        limit: 10,
      });
      return (
        sources.some(({ source }) => source.seq === seq) ||
        facts.some(({ fact }) => fact.seq === seq)
      );
    });
    const deps = { memory, store, clock: { now: () => 1_790_000_000_000 } };
    const whole = await time(items, async ({ marker, seq }) => {
      const response = await checkout(deps, { query: marker, session: SESSION });
      return JSON.stringify(response).includes(`/events/${seq}#`);
    });
    const answer = async (query) => {
      await checkout(deps, { query, session: SESSION });
      return true;
    };
    const others = {
      'common words': await time(commonQuestions(), answer),
      'one rare and two common words': await time(mixedQuestions(items), answer),
      times: await time(timeQuestions(items), answer),
      'the last work': await time(LAST_WORK, answer),
      'recorded work': await time(RECORDED_WORK, answer),
    };
    await memory.close();
    await store.close();
    const first = Array.from({ length: 5 }, () =>
      JSON.parse(
        execFileSync(
          process.execPath,
          [fileURLToPath(import.meta.url), '--first-answer', '--dir', dir],
          { encoding: 'utf8' },
        ),
      ),
    );
    const target = count > 100_000 ? 120 : 40;
    const both = (values) =>
      `p50 ${percentile(values, 0.5).toFixed(1)} ms, p95 ${percentile(values, 0.95).toFixed(1)} ms`;
    const line = ({ times, busy, found }) =>
      `${both(times)} (CPU ${both(busy)}), known item ${((100 * found) / items.length).toFixed(1)}%`;
    console.log(`search:   ${count} events, ${line(search)}`);
    console.log(`checkout: ${count} events, ${line(whole)} (target p95 ${target} ms)`);
    for (const [name, { times, busy }] of Object.entries(others))
      console.log(`${name}: ${count} events, checkout ${both(times)} (CPU ${both(busy)})`);
    console.log(
      `fresh process: open ${median(first.map(({ open }) => open)).toFixed(0)} ms, first checkout ${median(first.map(({ answer }) => answer)).toFixed(0)} ms`,
    );
  } finally {
    if (kept === undefined) rmSync(dir, { recursive: true, force: true });
  }
}

/** Vectors of the encoder's length, the same for the same text. */
function standIn() {
  const embed = (texts) =>
    Promise.resolve(
      texts.map((text) => {
        let seed = text.length;
        for (let i = 0; i < text.length; i++) seed = (Math.imul(seed, 31) + text.charCodeAt(i)) | 0;
        return Float32Array.from({ length: 384 }, () => {
          seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
          return seed / 2 ** 31;
        });
      }),
    );
  return { model: 'stand-in', embed };
}

async function fill(dir) {
  if (existsSync(path.join(dir, `${SESSION}.jsonl`))) return;
  const store = openJsonlStore({ dir });
  // One event per append, as hooks and agents write them; many at once, so that the queue can group them.
  let waiting = [];
  for (const { marker: _marker, ...event } of agentEvents(count)) {
    waiting.push(store.append(SESSION, [event], { durability: 'os' }));
    if (waiting.length === 500) await Promise.all(waiting.splice(0));
  }
  await Promise.all(waiting);
  await store.close();
}

/** Words that only one event contains together, for events all over the log. */
function questions() {
  const every = Math.max(1, Math.floor(count / asked));
  const items = [];
  let seq = 0;
  for (const { marker, timestamp } of agentEvents(count)) {
    seq++;
    if (seq % every === 0 && items.length < asked)
      items.push({ marker, seq, day: timestamp.slice(0, 10) });
  }
  return items;
}

/** Three words each that most events contain: the 60 most frequent of the log. */
function commonQuestions() {
  const words = [...frequencies(2000)].sort(([, a], [, b]) => b - a).slice(0, 60);
  return Array.from({ length: Math.min(asked, 100) }, (_, at) =>
    [at, at * 7 + 11, at * 13 + 29].map((place) => words[place % words.length][0]).join(' '),
  );
}

function mixedQuestions(items) {
  const common = commonQuestions();
  return items.map(({ marker }, at) => {
    const [first, second] = common[at % common.length].split(' ');
    return `why ${first} ${second} ${marker.split(' ').at(-1)}`;
  });
}

function timeQuestions(items) {
  const common = commonQuestions();
  return items.map(({ marker, day }, at) => {
    const word = common[at % common.length].split(' ')[0];
    return [
      `what happened on ${day}`,
      `what did we decide about ${word} on ${day}`,
      `what changed in ${word} last week`,
      `what did we do after ${day} with ${marker.split(' ').at(-1)}`,
    ][at % 4];
  });
}

function frequencies(events) {
  const counts = new Map();
  for (const { marker } of agentEvents(events))
    for (const word of marker.split(' ').slice(0, 3)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

async function time(items, ask) {
  for (const item of items.slice(0, WARM_UP)) await ask(item);
  const times = [];
  const busy = [];
  let found = 0;
  for (const item of items) {
    const cpu = process.cpuUsage();
    const started = performance.now();
    if (await ask(item)) found++;
    times.push(performance.now() - started);
    const { user, system } = process.cpuUsage(cpu);
    busy.push((user + system) / 1000);
  }
  return { times, busy, found };
}

async function firstAnswer() {
  const started = performance.now();
  const store = openJsonlStore({ dir: kept });
  const memory = await openMemory({ file: path.join(kept, 'memory.sqlite'), store });
  const open = performance.now() - started;
  await checkout(
    { memory, store, clock: { now: () => 1_790_000_000_000 } },
    { query: 'what was decided about baceFo3', session: SESSION },
  );
  console.log(JSON.stringify({ open, answer: performance.now() - started }));
  await memory.close();
  await store.close();
}
