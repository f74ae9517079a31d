// Questions about the invented projects of packages/encoder-en/training/projects.txt: how many are answered, and how many
// near misses are. Every fourth project is asked about, because neither the encoder nor its measures were fitted on those.
//   node bench/invented.mjs [--json FILE]
// A project is a log of its triplets' texts. A near miss asks about the subject of a triplet, but no text answers it. The
// environment selects the embedder, as for the product.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { selectedEmbedder } from './lib/embedder.mjs';
import { load, option } from './lib/load.mjs';

const FILE = path.join(import.meta.dirname, '../packages/encoder-en/training/projects.txt');
const product = await load(
  'invented',
  `export { createMemoryStore } from '@hookloom/log'; export { openMemory } from '@hookloom/memory';
   export { leanCheckout as checkout } from '@hookloom/memory/checkout';`,
);
const embedder = await selectedEmbedder();
const session = 'work';
const rows = [];
for (const [at, triplets] of projects().entries()) {
  if (at % 4 !== 0) continue;
  const turns = shuffled(
    triplets.flatMap(({ role, text, near }) => [text, near].map((content) => ({ role, content }))),
  );
  const store = product.createMemoryStore();
  await store.append(
    session,
    turns.map((payload, turn) => ({
      type: 'transcript.turn',
      actorId: payload.role,
      payload,
      origin: {
        channel: payload.role === 'assistant' ? 'model' : 'user',
        session_id: `s-${turn >> 3}`,
      },
      timestamp: new Date(Date.UTC(2026, 0, 1) + turn * 3_600_000).toISOString(),
    })),
  );
  const memory = await product.openMemory({
    file: ':memory:',
    store,
    ...(embedder && { embedder }),
  });
  await memory.sync();
  await memory.vectors?.embedAll();
  const deps = { memory, store, clock: { now: () => Date.UTC(2026, 1, 1) } };
  for (const { asked, answer } of triplets.flatMap(({ questions }) => questions)) {
    const { quality, current_facts, evidence } = await product.checkout(deps, {
      query: asked,
      session,
    });
    const holds = ({ citation, answered_in }) =>
      [citation, answered_in].some((cited) => {
        const seq = Number(/events\/(\d+)#/.exec(cited ?? '')?.[1]);
        return seq > 0 && turns[seq - 1].content === answer;
      });
    rows.push({
      project: at,
      asked,
      isAnswerable: answer !== null,
      isAnswered: quality.answerability === 'answer_from_memory',
      isShown: [...current_facts, ...evidence].some(holds),
      confidence: quality.confidence,
    });
  }
  await memory.close();
  await store.close();
}
embedder?.save();

const share = (part, of) => `${((100 * part.length) / Math.max(1, of.length)).toFixed(1)} %`;
const yes = rows.filter(({ isAnswerable }) => isAnswerable);
const near = rows.filter(({ isAnswerable }) => !isAnswerable);
const direct = yes.filter(({ isAnswered }) => isAnswered);
const shown = direct.filter(({ isShown }) => isShown);
console.log(`invented projects, embedder ${embedder?.model ?? 'none'}`);
console.log(`  ${yes.length} questions with an answer, answered directly   ${share(direct, yes)}`);
console.log(`  of these, the answer is shown   ${share(shown, direct)}`);
console.log(
  `  ${near.length} near misses, answered   ${share(
    near.filter(({ isAnswered }) => isAnswered),
    near,
  )}`,
);
const json = option('json');
if (json !== undefined) writeFileSync(json, JSON.stringify(rows, null, 1));
process.exit(0);

/** A list of triplets for each project. */
function projects() {
  const made = [];
  for (const line of readFileSync(FILE, 'utf8').split('\n')) {
    if (line.startsWith('#')) made.push([]);
    const fields = line.split('|').map((field) => field.trim());
    if (fields.length < 7) continue;
    const [role, text, one, other, near, unanswered, , ofNear] = fields;
    const questions = [
      { asked: one, answer: text },
      { asked: other, answer: text },
      { asked: unanswered, answer: null },
      ...(ofNear ? [{ asked: ofNear, answer: near }] : []),
    ];
    made.at(-1).push({ role, text, near, questions });
  }
  return made;
}

/** In the same order in every run. */
function shuffled(turns) {
  return turns
    .map((turn, at) => ({ turn, place: (at * 7919 + 13) % 1009 }))
    .sort((a, b) => a.place - b.place)
    .map(({ turn }) => turn);
}
