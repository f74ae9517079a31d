// How often a fact is found by a question in other words, and by one in its own words: R@1 and R@5 of `memory_query`,
// and the share of checkouts that contain the fact. Then questions that nothing answers.
//   node bench/other-words.mjs [--half first|second|third | --data FILE] [--also] [--asked-as] [--json FILE]
// The halves are in bench/other-words: `speaker|fact|question in other words|question in shared words|also|asked_as`,
// and `-|question|also` for one that nothing answers. FILE has this format, or is a module that exports `items` and
// `absent`. --also: each question in other words includes the words that its asker expects in the answer. --asked-as:
// each fact is recorded with questions that it answers. The environment selects the embedder, as for the product:
// RETRIEVAL_FUZZY=off for words alone, EMBEDDING_MODEL_DIR and so on.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { selectedEmbedder } from './lib/embedder.mjs';
import { load, option } from './lib/load.mjs';

const half = option('half', 'first');
const data = option('data', path.join(import.meta.dirname, 'other-words', `${half}.txt`));
const { items, absent } = data.endsWith('.txt') ? readHalf(data) : await readModule(data);
const withAlso = process.argv.includes('--also');
const withAskedAs = process.argv.includes('--asked-as');
const product = await load(
  'other-words',
  `export { createMemoryStore } from '@hookloom/log'; export { openMemory } from '@hookloom/memory';
   export { checkout } from '@hookloom/memory/checkout';
   export { query } from './packages/worker/src/operations/query.ts';`,
);
const embedder = await selectedEmbedder();
const session = 'facts';
const store = product.createMemoryStore();
await store.append(
  session,
  items.map((item, at) => ({
    ...recorded(item),
    origin: { channel: item.who === 'assistant' ? 'model' : 'user', session_id: `s-${at}` },
    timestamp: new Date(Date.UTC(2026, 5, 1) + at * 3_600_000).toISOString(),
  })),
);
const memory = await product.openMemory({ file: ':memory:', store, ...(embedder && { embedder }) });
await memory.sync();
await memory.vectors?.embedAll();
embedder?.save();
const clock = { now: () => Date.UTC(2026, 8, 1) };
const context = {
  workspace: { session },
  store,
  memory: { open: () => Promise.resolve({ ok: true, memory }) },
  drain: () => Promise.resolve(),
};
const seqOf = ({ citation }) => Number(/events\/(\d+)#/.exec(citation ?? '')?.[1]);
const checkedOut = (asked) => product.checkout({ memory, store, clock }, { ...asked, session });

const share = (part, of) => Math.round((1000 * part) / Math.max(1, of)) / 10;
const report = {
  embedder: embedder?.model ?? 'none',
  facts: items.length,
};
for (const [column, kind] of [
  ['other', 'other_words'],
  ['shared', 'shared_words'],
]) {
  const count = { first: 0, five: 0, checkout: 0, answered: 0 };
  const missed = [];
  for (const [at, item] of items.entries()) {
    const asked = askedBy(item[column], column === 'other' ? item.also : undefined);
    const found = await product.query(context, { ...asked, limit: 5 });
    const rank = found.map(seqOf).indexOf(at + 1);
    if (rank === 0) count.first++;
    if (rank >= 0) count.five++;
    else missed.push(item[column]);
    const { quality, current_facts, evidence } = await checkedOut(asked);
    if ([...current_facts, ...evidence].map(seqOf).includes(at + 1)) count.checkout++;
    if (quality.answerability === 'answer_from_memory') count.answered++;
  }
  const of = (part) => share(part, items.length);
  report[kind] = {
    r_at_1: of(count.first),
    r_at_5: of(count.five),
    in_checkout: of(count.checkout),
    answered: of(count.answered),
    missed,
  };
}
let answered = 0;
for (const { question, also } of absent) {
  const { quality } = await checkedOut(askedBy(question, also));
  if (quality.answerability === 'answer_from_memory') answered++;
}
report.absent_answered = share(answered, absent.length);
await memory.close();
await store.close();

function askedBy(query, also) {
  return withAlso && also !== undefined ? { query, also } : { query };
}

/** A module's rows are decisions, those of a half are turns of a conversation. */
function recorded({ fact, who, asked }) {
  const askedAs = withAskedAs ? { asked_as: asked } : {};
  return who === undefined
    ? { type: 'decision.made', actorId: 'user', payload: { decision: fact, ...askedAs } }
    : {
        type: 'transcript.turn',
        actorId: who,
        payload: { role: who, content: fact, ...askedAs },
      };
}

function readHalf(file) {
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('|'));
  const list = (text) => text.split('; ');
  return {
    items: rows
      .filter(([who]) => who !== '-')
      .map(([who, fact, other, shared, also, asked]) => {
        return { who, fact, other, shared, also: list(also), asked: list(asked) };
      }),
    absent: rows
      .filter(([who]) => who === '-')
      .map(([, question, also]) => ({ question, also: list(also) })),
  };
}

async function readModule(file) {
  const { items: rows, absent: questions } = await import(path.resolve(file));
  return {
    items: rows.map(([fact, other, shared]) => ({ fact, other, shared })),
    absent: questions.map((question) => ({ question })),
  };
}

const json = option('json');
if (json !== undefined) writeFileSync(json, JSON.stringify(report, null, 1));
const row = (name, { r_at_1, r_at_5, in_checkout, answered: share_ }) =>
  `${name}: R@1 ${r_at_1} %, R@5 ${r_at_5} %, in the checkout ${in_checkout} %, answered ${share_} %`;
console.log(`${report.facts} facts, embedder ${report.embedder}`);
console.log(row('other words', report.other_words));
console.log(row('shared words', report.shared_words));
console.log(`nothing to find: ${report.absent_answered} % of ${absent.length} answered`);
process.exit(0);
