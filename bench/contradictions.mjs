// Whether a checkout answers with the current statement after a person changed it, over the dialogues of
// bench/contradictions.
//   npm run bench:contradictions -- [--misses] [--half dev|heldout|busy|busy-unseen]
// The environment selects the embedder, as for the product; RETRIEVAL_FUZZY=off compares words alone.
// `--misses` lists the failures of `dev` and `busy`; the other halves only ever give totals.
import { readFileSync } from 'node:fs';
import { selectedEmbedder } from './lib/embedder.mjs';
import { load, option } from './lib/load.mjs';

const START = Date.parse('2026-03-02T09:00:00.000Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const HALVES = ['dev', 'heldout', 'busy', 'busy-unseen'];
const MAY_LIST = new Set(['dev', 'busy']);
/** The work around a dialogue: its rows must not be mistaken for a person's decisions. */
const AROUND = [
  [
    'command.completed',
    { command: 'npm test', exit_code: 0, outcome: 'passed', stdout: 'Tests 21 passed' },
    'tool',
  ],
  [
    'file.edit.applied',
    { path: 'src/app.ts', operation: 'modified', summary: 'handles the empty case' },
    'tool',
  ],
  [
    'transcript.turn',
    { role: 'assistant', content: 'Done. The change is in place and the tests pass.' },
    'model',
  ],
];

const { checkout, createMemoryStore, isQuoted, openMemory } = await load(
  'contradictions',
  "export { createMemoryStore } from '@hookloom/log'; export { openMemory } from '@hookloom/memory'; export { checkout } from '@hookloom/memory/checkout'; export { isQuoted } from './packages/memory/src/extract/quotes.ts';",
);

/** `label text` is a turn of a person (`a`: of an assistant); `? [+days ]right[ !wrong] question` asks after it. */
function dialoguesOf(half) {
  const text = readFileSync(new URL(`contradictions/${half}.txt`, import.meta.url), 'utf8');
  let shape = '';
  return text.split('\n\n').flatMap((block) => {
    const lines = block.split('\n').filter((line) => line !== '' && !/^#(?!#)/.test(line));
    shape = lines.find((line) => line.startsWith('## '))?.slice(3) ?? shape;
    const said = lines.filter((line) => /^[a-z] /.test(line));
    const asked = lines.flatMap((line) => {
      const match = /^\? (?:\+(\d+) )?([a-z]+|-)(?: !([a-z]+))? (.+)$/.exec(line);
      if (match === null) return [];
      const [, days = '0', right, wrong = '', question] = match;
      return [{ days: Number(days), right, wrong, question }];
    });
    return said.length === 0 ? [] : [{ half, shape, said, asked }];
  });
}

async function ask({ said, asked }) {
  const store = createMemoryStore();
  const labels = new Map();
  const append = async (event) => (await store.append('talk', [event]))[0].seq;
  let at = START;
  for (const line of said) {
    const [label, content] = [line[0], line.slice(2)];
    const role = label === 'a' ? 'assistant' : 'user';
    const origin = { channel: role === 'user' ? 'user' : 'model', session_id: 'c1' };
    const turn = { type: 'transcript.turn', actorId: role, payload: { role, content }, origin };
    labels.set(await append({ ...turn, timestamp: new Date(at).toISOString() }), label);
    at += HOUR / 4;
    for (const [type, payload, channel] of AROUND) {
      const timestamp = new Date((at += 60_000)).toISOString();
      await append({
        type,
        actorId: 'assistant',
        payload,
        origin: { channel, session_id: 'c1' },
        timestamp,
      });
    }
  }
  const memory = await openMemory({ file: ':memory:', store, ...(embedder && { embedder }) });
  await memory.vectors?.embedAll();
  const results = [];
  for (const { days, right, wrong, question } of asked) {
    const clock = { now: () => at + days * DAY };
    const { current_facts, quality } = await checkout(
      { memory, store, clock, isQuoted },
      { query: question, session: 'talk' },
    );
    const labelOf = ({ citation }) =>
      labels.get(Number(/events\/(\d+)#/.exec(citation ?? '')?.[1])) ?? '';
    const found = current_facts.map(labelOf);
    const shown = found.filter((label) => wrong.includes(label) && label !== '');
    results.push({
      question,
      days,
      found: found.join(''),
      answerability: quality.answerability,
      isRight: right === '-' ? shown.length === 0 : right.includes(found[0] || '?'),
      isStale: shown.length > 0,
      isExpiredAnswered: shown.includes('b') && quality.answerability === 'answer_from_memory',
    });
  }
  const ended = (
    await memory.facts({ sessions: ['talk'], limit: 100, includeSuperseded: true })
  ).filter(({ validTo, channel }) => validTo !== null && channel === 'user');
  const kept = [...labels].filter(([, label]) => label === 'k');
  const turnAt = new Map([...labels.keys()].map((seq, at) => [seq, said[at]]));
  const falselyEnded = kept.flatMap(([seq]) => {
    const fact = ended.find((each) => each.seq === seq);
    return fact === undefined
      ? []
      : [{ text: turnAt.get(seq), by: turnAt.get(fact.supersededBy?.seq) }];
  });
  await memory.close();
  await store.close();
  return { results, kept: kept.length, falselyEnded };
}

const share = (part, whole) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

function print(name, rows) {
  const asked = rows.flatMap(({ results }) => results);
  const count = (test) => asked.filter(test).length;
  const expired = asked.filter(({ days }) => days > 0);
  const kept = rows.reduce((total, row) => total + row.kept, 0);
  const falselyEnded = rows.flatMap((row) => row.falselyEnded).length;
  console.log(
    `  ${name.padEnd(12)} right first ${share(
      count(({ isRight }) => isRight),
      asked.length,
    )} of ${asked.length}, ` +
      `superseded shown ${share(
        count(({ isStale }) => isStale),
        asked.length,
      )}, ` +
      `ended by mistake ${share(falselyEnded, kept)} of ${kept}, ` +
      `expired answered ${share(expired.filter(({ isExpiredAnswered }) => isExpiredAnswered).length, expired.length)} of ${expired.length}, ` +
      `refused ${share(
        count(({ answerability }) => answerability === 'ask_user'),
        asked.length,
      )}`,
  );
}

const embedder = await selectedEmbedder();
const wanted = option('half');
for (const half of wanted === undefined ? HALVES : [wanted]) {
  const rows = [];
  for (const dialogue of dialoguesOf(half)) rows.push({ ...dialogue, ...(await ask(dialogue)) });
  console.log(`contradictions: ${half}, ${rows.length} dialogues`);
  if (half === 'dev')
    for (const shape of new Set(rows.map((row) => row.shape)))
      print(
        shape,
        rows.filter((row) => row.shape === shape),
      );
  print('all', rows);
  if (!MAY_LIST.has(half) || !process.argv.includes('--misses')) continue;
  for (const { results, falselyEnded } of rows) {
    for (const { question, days, found, isRight, isStale, answerability } of results)
      if (!isRight || isStale) console.log(`- +${days} ${question} → ${found} ${answerability}`);
    for (const { text, by } of falselyEnded) console.log(`- ended by mistake: ${text} ← ${by}`);
  }
}
embedder?.save();
process.exit(0);
