// How much of the evidence is in a checkout of 500, 1,000 and 2,000 tokens, beside memory_query at the same tokens.
//   node bench/evidence.mjs [--data FILE --kind locomo|realtalk|coding] [--split dev|test|all] [--json FILE]
// Without --data: over bench/coding. Tokens: bytes of the complete JSON answer over four. Aim: LoCoMo >= 88 % in 2,000.
import { writeFileSync } from 'node:fs';
import { load, option } from './lib/load.mjs';
import { loadSpaces } from './lib/retrieval-data.mjs';

const BUDGETS = [500, 1000, 2000];
const SESSION = 'talk';
const data = option('data');
const kind = option('kind', data === undefined ? 'coding' : 'locomo');
const split = option('split', 'dev');
const json = option('json');
const { checkout, createMemoryStore, openMemory, query } = await load(
  'evidence',
  `export { createMemoryStore } from '@hookloom/log';
   export { openMemory } from '@hookloom/memory';
   export { leanCheckout as checkout } from '@hookloom/memory/checkout';
   export { query } from './packages/worker/src/operations/query.ts';`,
);

const rows = [];
for (const space of loadSpaces(kind, data, split, false)) {
  const store = createMemoryStore();
  const seqOf = new Map();
  const results = await store.append(SESSION, space.turns.map(eventOf));
  results.forEach(({ seq }, i) => seqOf.set(space.turns[i].id, seq));
  const memory = await openMemory({ file: ':memory:', store });
  await memory.sync();
  const last = Date.parse(results.at(-1)?.timestamp ?? '') || Date.now();
  const deps = { memory, store, clock: { now: () => last + 3_600_000 } };
  const context = {
    workspace: { session: SESSION },
    store,
    memory: { open: () => Promise.resolve({ ok: true, memory }) },
    drain: () => Promise.resolve(),
  };
  for (const { id, text, gold, category } of space.questions) {
    const wanted = [...gold].map((one) => seqOf.get(one));
    const share = (answer) => {
      const cited = citedIn(answer);
      return wanted.filter((seq) => cited.has(seq)).length / wanted.length;
    };
    const found = await query(context, { query: text, limit: 100 });
    const row = { id, category };
    for (const budget of BUDGETS) {
      const answer = await checkout(deps, { query: text, session: SESSION, maxTokens: budget });
      row[`checkout ${budget}`] = share(answer);
      row[`query ${budget}`] = share(fitting(found, budget));
      row[`tokens ${budget}`] = tokensOf(answer);
    }
    const usual = await checkout(deps, { query: text, session: SESSION });
    row['checkout default'] = share(usual);
    row['tokens default'] = tokensOf(usual);
    rows.push(row);
  }
  await memory.close();
  await store.close();
}

const counted = rows.filter(({ category }) => category !== 'adversarial');
console.log(`evidence: ${kind} ${split}, ${counted.length} questions`);
console.log('  budget     checkout   memory_query   tokens of the checkout (mean, most)');
for (const budget of [...BUDGETS, 'default']) {
  const all = (key) => counted.map((row) => row[`${key} ${budget}`]);
  const percent = (key) => `${(100 * mean(all(key))).toFixed(1)} %`.padStart(8);
  const query = budget === 'default' ? ''.padStart(8) : percent('query');
  const tokens = all('tokens');
  console.log(
    `  ${String(budget).padEnd(8)} ${percent('checkout')}     ${query}       ${Math.round(mean(tokens))}, ${Math.max(...tokens)}`,
  );
}
if (json !== undefined) writeFileSync(json, `${JSON.stringify({ kind, split, rows }, null, 1)}\n`);

function citedIn(answer) {
  const cited = JSON.stringify(answer).matchAll(/eventloom:\/\/talk\/events\/(\d+)#/g);
  return new Set([...cited].map(([, seq]) => Number(seq)));
}

function tokensOf(answer) {
  return Math.ceil(Buffer.byteLength(JSON.stringify(answer)) / 4);
}

/** As many rows as fit in the budget, best first. */
function fitting(found, budget) {
  let kept = found.length;
  while (kept > 0 && tokensOf(found.slice(0, kept)) > budget) kept--;
  return found.slice(0, kept);
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function eventOf({ text, speaker, day, group, event }) {
  if (event !== undefined)
    return { ...event, origin: event.origin ?? { channel: 'tool', session_id: group } };
  return {
    type: 'transcript.turn',
    actorId: speaker,
    payload: { role: speaker, content: text },
    origin: { channel: 'user', session_id: group },
    timestamp: `${day === '' ? '1999-01-01' : day}T12:00:00.000Z`,
  };
}
