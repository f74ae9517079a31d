// How often a checkout answers what the session does not say, and refuses what it does, over bench/coding: by words, or with --tier meaning.
//   node bench/answers.mjs [--split dev|test|all] [--data FILE --kind locomo] [--every N] [--tier meaning] [--json FILE]
// --tier meaning: with the embedder that the environment selects.
// Adversarial questions of LoCoMo have no answer there. --every 5 asks every fifth question.
// Aims: at most 5 % of the questions without an answer are answered, at least 85 % of the others are not refused.
import { readFileSync, writeFileSync } from 'node:fs';
import { loadCodingSessions } from './lib/coding-data.mjs';
import { selectedEmbedder } from './lib/embedder.mjs';
import { load, option } from './lib/load.mjs';
import { loadSpaces } from './lib/retrieval-data.mjs';

const split = option('split', 'all');
const kind = option('kind', 'coding');
const every = Number(option('every', '1'));
// Questions on the topics of the `split: dev` sessions, asking for something that was not said.
const nearMisses = JSON.parse(
  readFileSync(
    new URL('../packages/memory/src/checkout/fixtures/near-misses.json', import.meta.url),
    'utf8',
  ),
);
const json = option('json');
const { checkout, createMemoryStore, openMemory } = await load(
  'answers',
  `export { createMemoryStore } from '@hookloom/log'; export { openMemory } from '@hookloom/memory';
   export { leanCheckout as checkout } from '@hookloom/memory/checkout';`,
);
const embedder = option('tier') === 'meaning' ? await selectedEmbedder() : undefined;

const rows = [];
const sessions =
  kind === 'coding' ? loadCodingSessions(split) : loadSpaces(kind, option('data'), split, false);
for (const session of sessions) {
  const store = createMemoryStore();
  const idOfSeq = new Map();
  const results = await store.append('talk', session.turns.map(eventOf));
  results.forEach(({ seq }, i) => idOfSeq.set(seq, session.turns[i].id));
  const memory = await openMemory({ file: ':memory:', store, ...(embedder && { embedder }) });
  await memory.sync();
  await memory.vectors?.embedAll();
  embedder?.save();
  const last = Date.parse(eventOf(session.turns.at(-1)).timestamp);
  const clock = { now: () => last + 3_600_000 };
  const hard = nearMisses.filter((miss) => miss.session === session.name);
  const questions = [
    ...session.questions.filter((_, at) => at % every === 0),
    ...hard.map(({ q }) => ({ id: `“${q}”`, text: q, gold: new Set(), category: 'near miss' })),
  ];
  for (const { id, text, gold, category } of questions) {
    const { quality, current_facts, evidence } = await checkout(
      { memory, store, clock },
      { query: text, session: 'talk' },
    );
    const shown = [...current_facts, ...evidence]
      .flatMap(({ citation, answered_in }) => [citation, answered_in])
      .map((cited) => idOfSeq.get(Number(/events\/(\d+)#/.exec(cited ?? '')?.[1])));
    rows.push({
      id,
      category,
      answerable: gold.size > 0 && category !== 'adversarial',
      answerability: quality.answerability,
      shown: [...gold].some((one) => shown.includes(one)),
    });
  }
  await memory.close();
  await store.close();
}

const share = (part, of) => `${((100 * part.length) / Math.max(1, of.length)).toFixed(1)} %`;
const answerable = rows.filter((row) => row.answerable);
const isNear = ({ category }) => category === 'near miss';
const others = rows.filter((row) => !row.answerable && !isNear(row));
const isAnswered = ({ answerability }) => answerability === 'answer_from_memory';
const answered = others.filter(isAnswered);
const near = rows.filter(isNear);
const refused = answerable.filter(({ answerability }) => answerability === 'ask_user');
const direct = answerable.filter(isAnswered);
const shown = answerable.filter((row) => row.shown);
console.log(
  `answers: ${kind} ${split}, ${rows.length - near.length} questions, ${others.length} without an answer`,
);
console.log(
  `  without an answer, answered all the same   ${share(answered, others)}   ${names(answered)}`,
);
console.log(
  `  with an answer, refused (ask_user)         ${share(refused, answerable)}   ${names(refused)}`,
);
if (near.length > 0)
  console.log(
    `  near misses (${near.length}), answered all the same  ${share(near.filter(isAnswered), near)}   ${names(near.filter(isAnswered))}`,
  );
console.log(
  `  with an answer, answer_from_memory         ${share(direct, answerable)}, of those with a gold event shown ${share(
    direct.filter((row) => row.shown),
    direct,
  )}`,
);
console.log(`  with an answer, a gold event is shown      ${share(shown, answerable)}`);
if (json !== undefined) writeFileSync(json, `${JSON.stringify({ split, rows }, null, 1)}\n`);

function eventOf({ text, speaker, day, event }) {
  if (event !== undefined) return event;
  return {
    type: 'transcript.turn',
    actorId: speaker,
    payload: { role: speaker, content: text },
    origin: { channel: 'user', session_id: 'talk' },
    timestamp: `${day === '' ? '1999-01-01' : day}T12:00:00.000Z`,
  };
}

function names(part) {
  if (kind !== 'coding') return '';
  return part.map(({ id }) => id).join(' ');
}
process.exit(0);
