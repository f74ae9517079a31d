// What `memory mine-procedures` finds in the sessions of bench/coding, and in recorded logs beside them.
//   node bench/mine.mjs [--logs FOLDER] [--support 2]
// --logs: an `.eventloom` folder, such as that of sessions that were replayed through the hooks.
import { loadCodingSessions } from './lib/coding-data.mjs';
import { load, option } from './lib/load.mjs';

/** Of a file of bench/coding: a client begins a new session after a pause. */
const PAUSE_MS = 60 * 60_000;

const { createMemoryStore, createMiner, openJsonlStore } = await load(
  'mine',
  `export { createMemoryStore, openJsonlStore } from '@hookloom/log';
   export { createMiner } from '@hookloom/memory/consolidation/index';`,
);
const miner = createMiner();

async function mineLogs(store) {
  for (const { session } of await store.sessions())
    for await (const event of store.read(session)) miner.add(session, event);
}

const written = createMemoryStore();
for (const { name, turns } of loadCodingSessions('all')) {
  let [session, before] = [0, 0];
  for (const { event } of turns) {
    const at = Date.parse(event.timestamp);
    if (at - before > PAUSE_MS) session++;
    before = at;
    const origin = { ...event.origin, session_id: `${name}-${session}` };
    await written.append(name, [{ ...event, origin }]);
  }
}
await mineLogs(written);
const folder = option('logs');
if (folder !== undefined) await mineLogs(openJsonlStore({ dir: folder }));

const found = miner.mine({ minSupport: Number(option('support', '2')), maxLength: 8 });
for (const { steps, support, sources } of found) {
  const logs = new Map();
  for (const { session_id: log, seq } of sources) logs.set(log, [...(logs.get(log) ?? []), seq]);
  const places = [...logs].map(([log, seqs]) => `${log} ${[...new Set(seqs)].join(', ')}`);
  console.log(`${support}  ${steps.join(' → ')}  (${places.join('; ')})`);
}
console.log(`${found.length} procedures`);
