// The cost of an append: in one process on a long log against a short one, and by eight processes on one session.
// node bench/append.mjs [--events 1000000] [--seconds 4]
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildSync } from 'esbuild';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    seconds: { type: 'string', default: '4' },
  },
});
const total = Number(values.events);
const seconds = Number(values.seconds);
const SHORT = 1000;
const ROUNDS = 40;
const PER_ROUND = 50;
const WRITERS = 8;

const root = fileURLToPath(new URL('..', import.meta.url));
const work = mkdtempSync(path.join(tmpdir(), 'hookloom-bench-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const bundle = path.join(work, 'log.cjs');
buildSync({
  stdin: {
    contents: `export { openJsonlStore } from './packages/log/src/stores/jsonl/index.ts';
      export { appendOrSpool } from './packages/log/src/append/append-or-spool.ts';`,
    resolveDir: root,
    loader: 'ts',
  },
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  conditions: ['source'],
  logLevel: 'warning',
});
const { openJsonlStore, appendOrSpool } = (await import(bundle)).default;

const event = (n) => ({
  type: 'command.completed',
  actorId: 'zaxy-observer',
  payload: { command: `npm test -- --run ${n}`, exit_code: 0, output: 'ok '.repeat(120), n },
  origin: { channel: 'tool', client: 'claude-code', session_id: 'bench', tool: 'Bash' },
});
const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const round = (number, digits = 1) => Number(number.toFixed(digits));

const dir = path.join(work, '.eventloom');
const store = openJsonlStore({ dir });
const started = performance.now();
for (const [session, size] of [
  ['short', SHORT],
  ['long', total],
]) {
  for (let n = 0; n < size; n += 1000) {
    const batch = Array.from({ length: Math.min(1000, size - n) }, (_, i) => event(n + i));
    await store.append(session, batch, { durability: 'os' });
  }
}
console.log(
  `prepared ${total + SHORT} events of ${Math.round(statSync(path.join(dir, 'long.jsonl')).size / total)} bytes in ${round((performance.now() - started) / 1000)} s`,
);

// Alternating, so that other work of the machine affects both alike.
const ways = {
  'store, os': (session, n) => store.append(session, [event(n)], { durability: 'os' }),
  'store, fsync': (session, n) => store.append(session, [event(n)]),
  'hook path, os': async (session, n) => {
    const outcome = appendOrSpool({
      dir,
      session,
      events: [event(n)],
      deadline: Date.now() + 1000,
    });
    if (outcome.kind !== 'appended') throw new Error(outcome.reason);
  },
};
for (const [way, append] of Object.entries(ways)) {
  const micros = { short: [], long: [] };
  for (let i = 0; i < ROUNDS; i++) {
    for (const session of ['short', 'long']) {
      for (let n = 0; n < PER_ROUND; n++) {
        const from = performance.now();
        await append(session, n);
        if (i > 2) micros[session].push((performance.now() - from) * 1000);
      }
    }
  }
  const [short, long] = [median(micros.short), median(micros.long)];
  console.log(
    `${way.padEnd(14)} ${round(short)} us at ${SHORT} events, ${round(long)} us at ${total}: ratio ${round(long / short, 2)}`,
  );
}
await store.close();

const writer = path.join(work, 'writer.cjs');
writeFileSync(
  writer,
  `const { openJsonlStore } = require(${JSON.stringify(bundle)});
  const event = ${event.toString()};
  const store = openJsonlStore({ dir: process.argv[2], lockWaitMs: 60000 });
  process.on('message', async (until) => {
    let count = 0;
    while (Date.now() < until) { await store.append('shared', [event(count)], { durability: 'os' }); count++; }
    await store.close();
    process.send(count, () => process.disconnect());
  });
  process.send('ready');`,
);
const env = { ...process.env };
delete env.NODE_EXTRA_CA_CERTS;
const children = Array.from({ length: WRITERS }, () =>
  spawn(process.execPath, [writer, dir], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env }),
);
await Promise.all(
  children.map((child) => new Promise((resolve) => child.once('message', resolve))),
);
const until = Date.now() + seconds * 1000;
const counts = await Promise.all(
  children.map(
    (child) =>
      new Promise((resolve) => {
        child.once('message', resolve);
        child.send(until);
      }),
  ),
);
const sum = counts.reduce((a, b) => a + b, 0);
const check = openJsonlStore({ dir });
const report = await check.verify('shared');
await check.close();
console.log(
  `${WRITERS} processes  ${Math.round(sum / seconds)} events/s on one session (each ${counts.join(', ')}); chain ${report.ok && report.total_events === sum ? 'whole' : 'BROKEN'}`,
);
