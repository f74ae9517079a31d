// `npm run verify:pairs -- [--pairs 4] [--client NAME …] [--json]`: pairs of sessions under the real clients. In the first one a
// person states a decision, a rule and an open end; the first model request of the second one must hold them. Each pair has
// its own project, with a worker; the clients take turns.
import { parseArgs } from 'node:util';
import { clientsHere } from './lab/clients-here.mjs';
import { openLab } from './lab/lab.mjs';
import { kitOf } from './lab/scenario.mjs';
import { BY_DEFAULT, CLIENTS } from './clients/index.mjs';

const FOUND = 0.8;
const IRRELEVANT = 0.05;
/** The subject of each project, and three statements in different words each time. */
const TOPICS = [
  ['the orders table', 'PostgreSQL', 'MySQL'],
  ['the session cache', 'Redis', 'Memcached'],
  ['the search index', 'Tantivy', 'Elasticsearch'],
  ['the invoice renderer', 'Typst', 'LaTeX'],
  ['the message queue', 'NATS', 'RabbitMQ'],
  ['the test runner', 'Vitest', 'Jest'],
  ['the mobile build', 'Fastlane', 'Gradle scripts'],
  ['the metrics store', 'VictoriaMetrics', 'Graphite'],
  ['the login flow', 'passkeys', 'one-time codes'],
  ['the image pipeline', 'libvips', 'ImageMagick'],
];
const WORDS = [
  ([about, use, old]) => [
    `We use ${use} instead of ${old} for ${about}.`,
    `Never change ${about} without a migration note.`,
    `We still need to document ${about}.`,
  ],
  ([about, use, old]) => [
    `Let's go with ${use} for ${about}, not ${old}.`,
    `Always ask me before you deploy ${about}.`,
    `It is still open who reviews ${about}.`,
  ],
  ([about, use]) => [
    `I decided that ${about} will run on ${use}.`,
    `Please always write tests for ${about}.`,
    `TODO: measure how fast ${about} is.`,
  ],
  ([about, use, old]) => [
    `For ${about} we chose ${use}; we rejected ${old}.`,
    `From now on, keep ${about} behind a feature flag.`,
    `We haven't decided yet how to back up ${about}.`,
  ],
];
/** Work that no later session needs to hear of. */
const SMALL_TALK = ['Thanks, that looks fine.', 'Please list the files here.', 'Run it again now.'];

/** One client writes these for letters. */
const ENTITIES = { '&lt;': '<', '&gt;': '>', '&apos;': "'", '&#39;': "'" };

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '4' },
    client: { type: 'string', multiple: true, default: BY_DEFAULT },
    json: { type: 'boolean', default: false },
  },
});
const say = (line) => values.json || process.stdout.write(`${line}\n`);

const { here, notices } = clientsHere(CLIENTS.filter(({ label }) => values.client.includes(label)));
for (const notice of notices) say(`not verified: ${notice}`);
const results = [];
for (let at = 0; at < Number(values.pairs); at++) {
  const result = await runPair(here[at % here.length], at);
  results.push(result);
  const { client, found, facts, lines, irrelevant, missing } = result;
  say(
    `${client} ${at + 1}: ${found} of ${facts}, ${irrelevant.length} of ${lines} lines irrelevant`,
  );
  for (const text of missing) say(`    missing: ${text}`);
  for (const text of irrelevant) say(`    irrelevant: ${text}`);
}
const sum = (of) => results.reduce((total, result) => total + of(result), 0);
const found = sum((one) => one.found) / sum((one) => one.facts);
const irrelevant =
  sum((one) => one.irrelevant.length) /
  Math.max(
    1,
    sum((one) => one.lines),
  );
const percent = (share) => `${(100 * share).toFixed(1)} %`;
say(`found ${percent(found)} (at least ${percent(FOUND)})`);
say(`irrelevant lines ${percent(irrelevant)} (at most ${percent(IRRELEVANT)})`);
if (values.json)
  process.stdout.write(`${JSON.stringify({ found, irrelevant, results }, null, 2)}\n`);
process.exitCode = results.length > 0 && found >= FOUND && irrelevant <= IRRELEVANT ? 0 : 1;

async function runPair({ label, client }, at) {
  const facts = WORDS[Math.floor(at / TOPICS.length) % WORDS.length](TOPICS[at % TOPICS.length]);
  const lab = await openLab(client.name);
  try {
    client.prepare(lab);
    const kit = kitOf(client, lab);
    await kit.connect();
    await lab.hookloom(['up', '--detach', '--port', '0']);
    const prompt = [...facts, SMALL_TALK[at % SMALL_TALK.length]].join(' ');
    await kit.run({ prompt, turns: [{ text: 'Understood.' }] });
    const next = await kit.run({ prompt: 'Say hi.', turns: [{ text: 'hi' }] });
    const told = Object.entries(ENTITIES).reduce(
      (text, [entity, letter]) => text.replaceAll(entity, letter),
      next.told[0] ?? '',
    );
    const block = /<hookloom-context>([\s\S]*?)<\/hookloom-context>/.exec(told)?.[1] ?? '';
    // Informative lines: not the frame, the headings and the line of the session.
    const lines = block.split('\n').filter((line) => /^(?:\d+ |- )/.test(line));
    const missing = facts.filter((fact) => !lines.some((line) => line.includes(plain(fact))));
    const isOf = (line) =>
      facts.some((fact) => line.includes(plain(fact)) || fact.includes(saidIn(line)));
    const wrong = lines.filter((line) => !isOf(line));
    const numbers = { facts: facts.length, found: facts.length - missing.length };
    return { client: label, ...numbers, missing, lines: lines.length, irrelevant: wrong };
  } finally {
    await lab.close();
  }
}

/** Without the full stop. */
function plain(text) {
  return text.replace(/\.$/, '');
}

/** A statement may be a part of a sentence. */
function saidIn(line) {
  return plain(line.replace(/^\d+ /, '').replace(/ \([^()]*\)$/, ''));
}
