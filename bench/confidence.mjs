// Whether the confidence in a claim separates true from false claims, over the claims of bench/confidence.
//   npm run bench:confidence -- [--misses] [--half dev|heldout|both]
// A claim belongs to a half by the hash of its text. `--misses` lists the wrong ones of the development half only.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { load, option } from './lib/load.mjs';

const { createMemoryStore, openMemory, weighClaim } = await load(
  'confidence',
  "export { createMemoryStore } from '@hookloom/log'; export { openMemory } from '@hookloom/memory'; export { weighClaim } from '@hookloom/memory';",
);
const SPEAKERS = {
  u: ['transcript.turn', 'user', 'user', (content) => ({ role: 'user', content })],
  a: ['transcript.turn', 'assistant', 'model', (content) => ({ role: 'assistant', content })],
  t: [
    'tool.call.completed',
    'zaxy-observer',
    'tool',
    (text) => ({ tool_name: 'Read', status: 'ok', result_summary: text }),
  ],
};
const START = Date.parse('2026-03-02T09:00:00.000Z');

const blocks = readFileSync(new URL('confidence/claims.txt', import.meta.url), 'utf8')
  .split('\n\n')
  .map((block) => block.split('\n').filter((line) => line !== '' && !line.startsWith('#')))
  .filter((lines) => lines.length > 0);
const half = option('half', 'both');
const halfOf = (claim) =>
  createHash('sha256').update(claim).digest()[0] % 2 === 0 ? 'dev' : 'heldout';

const results = [];
for (const lines of blocks) {
  const store = createMemoryStore();
  let at = START;
  for (const line of lines.filter((each) => each[0] in SPEAKERS)) {
    const [type, actorId, channel, payload] = SPEAKERS[line[0]];
    const timestamp = new Date((at += 60_000)).toISOString();
    const origin = { channel, session_id: 'c1' };
    await store.append('talk', [
      { type, actorId, payload: payload(line.slice(2)), origin, timestamp },
    ]);
  }
  const memory = await openMemory({ file: ':memory:', store });
  for (const line of lines.filter((each) => /^[-+0] /.test(each))) {
    const [label, claim] = [line[0], line.slice(2)];
    const { confidence } = await weighClaim(memory, { claim, session: 'talk', nowMs: at + 60_000 });
    results.push({ label, claim, confidence, half: halfOf(claim) });
  }
  await memory.close();
}

for (const name of half === 'both' ? ['dev', 'heldout'] : [half]) report(name);
if (half === 'both') report('both');

function report(name) {
  const of = results.filter((each) => name === 'both' || each.half === name);
  const holds = of.filter(({ label }) => label === '+');
  const others = of.filter(({ label }) => label !== '+');
  const refuted = of.filter(({ label }) => label === '-');
  let wins = 0;
  for (const yes of holds)
    for (const no of others)
      wins += yes.confidence > no.confidence ? 1 : yes.confidence === no.confidence ? 0.5 : 0;
  const auc = wins / (holds.length * others.length);
  const above = refuted.filter(({ confidence }) => confidence > 0.5);
  const mean = (rows) =>
    (rows.reduce((sum, { confidence }) => sum + confidence, 0) / rows.length).toFixed(2);
  console.log(
    `${name}: ${of.length} claims, AUC ${auc.toFixed(3)}, contradicted above 0.5: ${above.length} of ${refuted.length}, mean confidence of what holds ${mean(holds)}, contradicted ${mean(refuted)}, never said ${mean(of.filter(({ label }) => label === '0'))}`,
  );
  if (name !== 'dev' || !process.argv.includes('--misses')) return;
  for (const { label, claim, confidence } of of)
    if ((label === '+') !== confidence > 0.5) console.log(`  ${label} ${confidence} ${claim}`);
}
