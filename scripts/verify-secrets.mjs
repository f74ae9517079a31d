// Measures what redaction finds and what it touches for nothing, on values that are made at the time of asking.
//   npm run verify:secrets [-- --values 40] [--lines FILE_OR_FOLDER]
// Fails below 0.98 in any sentence or place, and above 0.0005 of lines of the data that is given.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { load, option } from '../bench/lib/load.mjs';

const core = './packages/core/src/redact';
const { fill, seeded, redactText, prepareEvent, createIds, NAMES, secrecyOf, ...sets } = await load(
  'verify-secrets',
  `export * from '${core}/corpus.fixture.ts';
     export * from '${core}/holes.fixture.ts';
     export { NAMES } from '${core}/names.fixture.ts';
     export { secrecyOf } from '${core}/key-names.ts';
     export { redactText } from '@hookloom/core/redact/index';
     export { createIds } from '@hookloom/core/ids';
     export { prepareEvent } from './packages/log/src/envelope/seal.ts';`,
);
const values = Number(option('values', '5'));
const random = seeded(Number(option('seed', String(Date.now() % 1e9))));
const pick = (list) => list[random.below(list.length)];

/** As people make them up. The words are not those of the tests. */
const WORDS = 'tulip falcon marble quartz ember saddle velvet copper walnut breeze'.split(' ');
const password = () =>
  pick([
    () => `${pick(WORDS)}${10 + random.below(89)}${pick(WORDS).slice(0, 3)}`,
    () => `${pick(WORDS)}-${pick(WORDS)}-${100 + random.below(900)}x`,
    () => `${fill('[an8]', random)}!${fill('[an4]', random)}7`,
    () => fill('[an16]', random) + random.below(10),
  ])();
const SENTENCES = [
  (s) => s,
  (s) => `Please run this: ${s}`,
  (s) => `I set ${s} yesterday and it works`,
  (s) => `first line\n${s}\nlast line`,
  (s) => `> ${s}`,
  (s) => `- ${s}`,
  (s) => `The log says "${s}" and stops.`,
  (s) => `see \`${s}\` in the file`,
  (s) => `2026-11-22T10:00:00Z INFO ${s}`,
  (s) => `[worker 3] ${s} (retry 2)`,
  (s) => `$ ${s}`,
  (s) => `${s} # note`,
];
const event = (type, payload) => ({
  type,
  actorId: 'me',
  payload,
  origin: { channel: 'tool', client: 'claude-code', session_id: 's' },
});
const PLACES = {
  prompt: (s) => event('transcript.turn', { role: 'user', content: s }),
  input: (s) => event('tool.call.started', { tool_input: { command: s } }),
  output: (s) => event('command.completed', { stdout: s, list: [s] }),
  answer: (s) => event('transcript.turn', { role: 'assistant', content: s }),
  note: (s) => event('note.recorded', { title: s, facts: [s] }),
  envelope: (s) => {
    const name = s.slice(0, 500).replaceAll('\n', ' ');
    const origin = { channel: 'tool', client: name, session_id: name, tool: name };
    return { ...event('decision.made', {}), actorId: name, origin };
  },
};

const SHAPES = [
  ...sets.PREFIXED_SHAPES.map((shape) => [
    'keys with a prefix',
    () => fill(shape, random),
    (s) => s,
  ]),
  ...sets.NAMED_SHAPES.map(([name, shape]) => [
    'keys with a name',
    () => fill(shape, random),
    (s) => `${name}=${s}`,
  ]),
  ...sets.LEAKED.map((line) => [
    'settings, sentences, command lines',
    () => (line.includes('¤') ? password() : fill('[an32]', random)),
    (s) => line.replaceAll(/[§¤]/g, s),
  ]),
];
const ids = createIds(() => '0'.repeat(64));
const tally = {};
const count = (key, isMissed) => {
  tally[key] ??= { all: 0, missed: 0 };
  tally[key].all++;
  if (isMissed) tally[key].missed++;
};
const missedShapes = {};
const places = Object.entries(PLACES);
for (const [kind, make, put] of SHAPES)
  for (const [at, sentence] of SENTENCES.entries())
    for (let round = 0; round < values; round++) {
      const [place, sealed] = places[random.below(places.length)];
      const value = make();
      const core_ = value.slice(-Math.min(8, value.length));
      const text = JSON.stringify(prepareEvent(sealed(sentence(put(value))), { nowMs: 0, ids }));
      const isMissed = text.includes(core_);
      for (const key of [kind, `sentence ${at + 1}`, place]) count(key, isMissed);
      if (isMissed) (missedShapes[put('…').slice(0, 60)] ??= []).push(sentence('…').slice(0, 40));
    }
let isFailed = false;
for (const [key, { all, missed }] of Object.entries(tally)) {
  const recall = 1 - missed / all;
  if (recall < 0.98) isFailed = true;
  console.log(`${key.padEnd(36)} ${recall.toFixed(4)} of ${all}`);
}
if (process.argv.includes('--missed')) console.log(missedShapes);

const judged = NAMES.filter(({ half }) => half === 'judged');
const share = (isSecret, isWrong) => {
  const of = judged.filter((one) => one.isSecret === isSecret);
  return `${of.filter(({ name }) => isWrong(secrecyOf(name))).length} of ${of.length}`;
};
console.log(`names of secrets that are not known    ${share(true, (secrecy) => secrecy === 0)}`);
console.log(`other names that are taken for one     ${share(false, (secrecy) => secrecy > 1)}`);

const data = option('lines', null);
if (data !== null) {
  const seen = new Set();
  let touched = 0;
  for (const file of filesIn(data))
    for (const line of readFileSync(file, 'utf8').split('\n'))
      if (line.length > 7 && line.length < 2000 && !seen.has(line)) {
        seen.add(line);
        if (redactText(line).count > 0) touched++;
      }
  if (touched / seen.size > 0.0005) isFailed = true;
  console.log(`lines touched                          ${touched} of ${seen.size}`);
}
process.exitCode = isFailed ? 1 : 0;

function* filesIn(place) {
  if (statSync(place).isFile()) yield place;
  else for (const name of readdirSync(place)) yield* filesIn(path.join(place, name));
}
