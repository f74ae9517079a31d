// Events per second from the log into the projection, and its size. Target: 15,000 per second.
//   node bench/projector.mjs [--events 100000 | --data DIR] [--runs 3] [--outside 0]
// --outside 0.2: this share of the tool results came from the web, and every sentence of an assistant is compared with
// them.
// --data: real sessions in one log, as for bench/real.mjs.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { agentEvents } from './lib/agent-log.mjs';
import { load, median, option } from './lib/load.mjs';
import { loadRealSessions } from './lib/real-data.mjs';

const data = option('data', '');
const runs = Number(option('runs', '3'));
const outside = Number(option('outside', '0'));
const { openJsonlStore, openMemory } = await load(
  'projector',
  "export { openJsonlStore } from '@hookloom/log'; export { openMemory } from '@hookloom/memory';",
);
const dir = mkdtempSync(path.join(os.tmpdir(), 'hookloom-bench-'));
try {
  const store = openJsonlStore({ dir });
  let batch = [];
  let tools = 0;
  let count = 0;
  for (const { marker: _marker, ...event } of eventsToProject()) {
    count++;
    const isTool = event.type === 'tool.call.completed';
    const isOutside = isTool && Math.floor(++tools * outside) > Math.floor((tools - 1) * outside);
    batch.push(isOutside ? { ...event, origin: { ...event.origin, channel: 'web' } } : event);
    if (batch.length === 1000)
      await store.append('bench-default', batch.splice(0), { durability: 'os' });
  }
  if (batch.length > 0) await store.append('bench-default', batch, { durability: 'os' });
  const rates = [];
  const cpuRates = [];
  let size = 0;
  for (let run = 0; run < runs; run++) {
    const file = path.join(dir, `projection-${run}.sqlite`);
    const memory = await openMemory({ file, store });
    const started = performance.now();
    const cpu = process.cpuUsage();
    const { projected } = await memory.sync();
    rates.push(projected / ((performance.now() - started) / 1000));
    const { user, system } = process.cpuUsage(cpu);
    cpuRates.push(projected / ((user + system) / 1e6));
    await memory.close();
    size = statSync(file).size;
    if (projected !== count) throw new Error(`projected ${projected} of ${count}`);
  }
  console.log(
    `projector: ${count} events, ${Math.round(median(rates))} events/s (median of ${runs}; target 15000), ${Math.round(median(cpuRates))} per second of CPU`,
  );
  console.log(
    `log ${(statSync(path.join(dir, 'bench-default.jsonl')).size / count).toFixed(0)} bytes an event, projection ${(size / count).toFixed(0)}`,
  );
  await store.close();
} finally {
  rmSync(dir, { recursive: true, force: true });
}

function eventsToProject() {
  if (data === '') return agentEvents(Number(option('events', '100000')));
  return loadRealSessions(data).flatMap(({ events }) => events.map(({ event }) => event));
}
