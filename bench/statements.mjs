// Which statements are recognised in written sentences, and in labelled sessions, without a model, and how fast.
//   npm run bench:statements -- [--data DIR] [--misses]
// bench/sayings contains the sentences: whole ones (first, second), and turns as people type them to agents (chat,
// chat-unseen). The cues were extended by the misses of `first` and `chat`; of the others only the totals were read. DIR contains one folder per session, with session.json {turns: [{id:
// "t1", role, text}]} and labels.json {labels: [{kind, statement, quote, importance, turns: ["t1"]}], noise: [{quote,
// turn}]}.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { load, median, option } from './lib/load.mjs';
import { SAME, scoreSession } from './lib/score-statements.mjs';

const data = option('data', '');
const UNSEEN = new Set(['second', 'chat-unseen']);
const { extractStatements } = await load(
  'statements',
  "export { extractStatements } from '@hookloom/memory';",
);

for (const half of ['first', 'second', 'chat', 'chat-unseen']) scoreSentences(half);
if (data === '') process.exit();

function scoreSentences(half) {
  const file = path.join(import.meta.dirname, 'sayings', `${half}.txt`);
  const count = { said: 0, found: 0, talk: 0, taken: 0 };
  for (const line of readFileSync(file, 'utf8').trim().split('\n').slice(1)) {
    const [who, kind, text] = line.split('|');
    const turn = { role: who === 'u' ? 'user' : 'assistant', text };
    const kinds = extractStatements(turn).map((found) => found.kind);
    const isTalk = kind === '-';
    count[isTalk ? 'talk' : 'said']++;
    if (isTalk ? kinds.length > 0 : kinds.some((each) => SAME[kind].includes(each)))
      count[isTalk ? 'taken' : 'found']++;
    else if (!isTalk && !UNSEEN.has(half) && process.argv.includes('--misses')) console.log(line);
  }
  console.log(
    `sentences, ${half}: ${count.found} of ${count.said} read as their kind, ${count.taken} of ${count.talk} others taken`,
  );
}

const read = (...parts) => JSON.parse(readFileSync(path.join(data, ...parts), 'utf8'));
const number = (id) => Number(String(id).replace(/^\D+/, ''));
const total = {
  kinds: {},
  important: 0,
  importantFound: 0,
  noise: 0,
  noiseTaken: 0,
  items: 0,
  good: 0,
};
const turns = [];
const sessions = readdirSync(data).filter((name) =>
  existsSync(path.join(data, name, 'labels.json')),
);
for (const session of sessions.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
  const items = [];
  /** The assistant's words since the person's last turn. */
  let before = '';
  for (const { id, role, text } of read(session, 'session.json').turns) {
    const turn = { role, text, ...(role === 'user' && { before }) };
    if (role === 'user') before = '';
    if (role === 'assistant') before = `${before}\n${text}`.slice(-8000);
    turns.push(turn);
    for (const { kind, text: said } of extractStatements(turn))
      items.push({ kind, text: said, turn: number(id) });
  }
  const { labels, noise } = read(session, 'labels.json');
  scoreSession(
    items,
    labels.map((label) => ({ ...label, turns: label.turns.map(number) })),
    noise.map((each) => ({ ...each, turn: number(each.turn) })),
    total,
  );
}

const share = (part, whole) =>
  `${part} of ${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`;
console.log(`statements: ${sessions.length} sessions, ${turns.length} turns`);
for (const [kind, { labels, found }] of Object.entries(total.kinds))
  console.log(`  ${kind.padEnd(10)} found ${share(found, labels)}`);
console.log(`  importance 3 found ${share(total.importantFound, total.important)} (floor 55 %)`);
console.log(`  precision ${share(total.good, total.items)} (floor 25 %)`);
console.log(`  noise taken ${share(total.noiseTaken, total.noise)} (at most 8 %)`);

const spoken = turns.filter(({ role }) => role === 'user' || role === 'assistant');
const rates = [];
for (let run = 0; run < 7; run++) {
  const started = process.cpuUsage();
  for (const turn of spoken) extractStatements(turn);
  const { user, system } = process.cpuUsage(started);
  rates.push(spoken.length / ((user + system) / 1e6));
}
console.log(
  `  ${Math.round(median(rates))} turns of people and assistants per second of CPU (target 15000)`,
);
