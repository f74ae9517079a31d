// Questions about real sessions of public projects: which evidence is found, which is in the checkout, and which
// questions are answered.
//   node bench/real.mjs --data DIR [--half dev|second|third|all] [--only NAME,…] [--misses] [--json FILE]
// DIR contains `plain-talk/` (labelled windows) and `real-sessions/` (Markdown exports); the questions are in
// bench/real. The environment selects the embedder, as for the product. Its vectors are stored for the next run.
import { writeFileSync } from 'node:fs';
import { auc } from './lib/answer-metrics.mjs';
import { selectedEmbedder } from './lib/embedder.mjs';
import { load, option } from './lib/load.mjs';
import { loadRealSessions } from './lib/real-data.mjs';

const half = option('half', 'dev');
const product = await load(
  'real',
  `export { createMemoryStore } from '@hookloom/log'; export { openMemory } from '@hookloom/memory';
   export { leanCheckout as checkout } from '@hookloom/memory/checkout';
   export { query } from './packages/worker/src/operations/query.ts';`,
);
const embedder = await selectedEmbedder();
const session = 'work';
const rows = [];
for (const space of loadRealSessions(option('data', '.'), option('only'))) {
  const store = product.createMemoryStore();
  for (let at = 0; at < space.events.length; at += 200)
    await store.append(
      session,
      space.events.slice(at, at + 200).map(({ event }) => event),
    );
  const memory = await product.openMemory({
    file: ':memory:',
    store,
    ...(embedder && { embedder }),
  });
  await memory.sync();
  await memory.vectors?.embedAll();
  embedder?.save();
  const last = Date.parse(space.events.at(-1).event.timestamp);
  const deps = { memory, store, clock: { now: () => last + 14 * 86_400_000 } };
  const context = {
    workspace: { session },
    store,
    memory: { open: () => Promise.resolve({ ok: true, memory }) },
    drain: () => Promise.resolve(),
  };
  for (const { text, kind, isEvidence, pattern, ...question } of space.questions) {
    if (half !== 'all' && question.half !== half) continue;
    const holds = ({ citation, answered_in }) =>
      [citation, answered_in].some((cited) => {
        const seq = Number(/events\/(\d+)#/.exec(cited ?? '')?.[1]);
        return isEvidence !== null && seq > 0 && isEvidence(space.events[seq - 1]);
      });
    const found = await product.query(context, { query: text, limit: 10 });
    const { quality, current_facts, evidence, diagnostics } = await product.checkout(deps, {
      query: text,
      session,
    });
    const shown = [...current_facts, ...evidence];
    rows.push({
      space: space.name,
      text,
      kind,
      rank: found.findIndex(holds),
      place: shown.findIndex(holds),
      answerability: quality.answerability,
      confidence: quality.confidence,
      reasons: quality.reasons,
      tokens: diagnostics.budget_used,
      // Null: the evidence is a whole turn.
      isRead:
        pattern == null
          ? null
          : shown.some(({ content }) => pattern.test(content.replaceAll(' ⏎', ''))),
    });
  }
  await memory.close();
  await store.close();
}
embedder?.save();

const share = (part, of) => `${((100 * part.length) / Math.max(1, of.length)).toFixed(1)} %`;
const isAnswered = ({ answerability }) => answerability === 'answer_from_memory';
const without = new Set(['near', 'absent']);
const yes = rows.filter(({ kind }) => !without.has(kind));
const no = rows.filter(({ kind }) => without.has(kind));
const near = no.filter(({ kind }) => kind === 'near');
const told = yes.filter(({ isRead }) => isRead !== null);
const direct = yes.filter(isAnswered);
const figures = {
  questions: `${yes.length} with an answer, ${no.length} without (${near.length} near misses)`,
  'R@1': share(
    yes.filter(({ rank }) => rank === 0),
    yes,
  ),
  'R@10': share(
    yes.filter(({ rank }) => rank >= 0),
    yes,
  ),
  'evidence in the checkout of 2,000 tokens': share(
    yes.filter(({ place }) => place >= 0),
    yes,
  ),
  'the words of the evidence are in its text': share(
    told.filter(({ isRead }) => isRead),
    told,
  ),
  'with an answer, answer_from_memory': share(direct, yes),
  'with an answer, refused (ask_user)': share(
    yes.filter(({ answerability }) => answerability === 'ask_user'),
    yes,
  ),
  'without an answer, answered': share(no.filter(isAnswered), no),
  'near misses, answered': share(near.filter(isAnswered), near),
  'direct answers that show their evidence': share(
    direct.filter(({ place }) => place >= 0),
    direct,
  ),
  'the same, among the first three rows': share(
    direct.filter(({ place }) => place >= 0 && place < 3),
    direct,
  ),
  'AUC of the confidence': auc(
    yes.map(({ confidence }) => confidence),
    no.map(({ confidence }) => confidence),
  ).toFixed(3),
};
console.log(`real sessions, ${half}, embedder ${embedder?.model ?? 'none'}`);
for (const [name, value] of Object.entries(figures)) console.log(`  ${name.padEnd(42)} ${value}`);
if (process.argv.includes('--misses') && half === 'dev') {
  for (const { text, space } of no.filter(isAnswered)) console.log(`  answered: ${space}: ${text}`);
  for (const { text, space, rank } of yes.filter((row) => !isAnswered(row)))
    console.log(`  not answered: ${space}: ${text} (rank ${rank + 1})`);
}
const json = option('json');
if (json !== undefined) writeFileSync(json, JSON.stringify({ half, figures, rows }, null, 1));
process.exit(0);
