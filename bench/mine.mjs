// What `memory mine-procedures` finds in the sessions of bench/coding, and in public sessions beside them.
//   node bench/mine.mjs [--data DIR] [--support 2]
// DIR holds `plain-talk/` (windows of public sessions) and `real-sessions/` (Markdown exports of whole ones). Each project
// is mined alone, as in a workspace of its own.
import { loadCodingSessions } from './lib/coding-data.mjs';
import { load, option } from './lib/load.mjs';
import { recordedWork } from './lib/recorded-work.mjs';

/** Of a file of bench/coding: a client begins a new session after a pause. */
const PAUSE_MS = 60 * 60_000;

const { createMemoryStore, createMiner } = await load(
  'mine',
  `export { createMemoryStore } from '@hookloom/log';
   export { createMiner } from '@hookloom/memory';`,
);
const store = createMemoryStore();
for (const { name, turns } of loadCodingSessions('all')) {
  let [session, before] = [0, 0];
  for (const { event } of turns) {
    const at = Date.parse(event.timestamp);
    if (at - before > PAUSE_MS) session++;
    before = at;
    const origin = { ...event.origin, session_id: `${name}-${session}` };
    await store.append(name, [{ ...event, origin }]);
  }
}
const data = option('data');
for (const { log, events } of data === undefined ? [] : recordedWork(data))
  if (events.length > 0) await store.append(log, events);

let count = 0;
for (const { session: log } of await store.sessions()) {
  const miner = createMiner();
  const clients = new Map();
  for await (const event of store.read(log)) {
    miner.add(log, event);
    clients.set(event.seq, event.origin?.session_id);
  }
  for (const found of miner.mine({ minSupport: Number(option('support', '2')), maxLength: 8 })) {
    count++;
    print(log, found, clients);
  }
}
console.log(`\n${count} procedures`);

function print(log, { title, when, instructions, check, support, sources }, clients) {
  console.log(`\n${log}: ${title} (${support} sessions)\n  ${when}`);
  for (const [at, step] of instructions.entries()) console.log(`  ${at + 1}. ${step}`);
  console.log(`  It worked when ${check}`);
  const places = new Map();
  for (const seq of new Set(sources.map((source) => source.seq)))
    places.set(clients.get(seq), [...(places.get(clients.get(seq)) ?? []), seq]);
  for (const [client, seqs] of places) console.log(`  ${client}: ${seqs.join(', ')}`);
}
