/**
 * How fast a log verifies: `node bench/verify.mjs [--events N] [--rounds N]`. The log is generated, of events of about
 * 700 bytes, and removed again. Goals for 1,000,000 events: raw slices <= 3 s, the slow path <= 9 s.
 */
import { hash } from 'node:crypto';
import {
  closeSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
  },
});
const events = Number(values.events);
const rounds = Number(values.rounds);
const dir = mkdtempSync(join(tmpdir(), 'hookloom-bench-'));
process.on('exit', () => rmSync(dir, { recursive: true, force: true }));

const program = join(dir, 'log.mjs');
await build({
  stdin: {
    contents: `
      export { verifyLog } from './packages/log/src/verify/verify-log.ts';
      export { readBatches } from './packages/log/src/read/read-batches.ts';
      export { eventAt } from './packages/log/src/read/check-events.ts';`,
    resolveDir: process.cwd(),
    loader: 'ts',
  },
  outfile: program,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  conditions: ['source'],
  logLevel: 'warning',
});
const { verifyLog, readBatches, eventAt } = await import(pathToFileURL(program).href);

const path = join(dir, 'bench.jsonl');
writeLog(path, events);
const sizeBytes = statSync(path).size;
console.log(
  `${events.toLocaleString('en')} events, ${Math.round(sizeBytes / events)} bytes each, Node ${process.versions.node}, ` +
    `median of ${rounds}`,
);

const whole = (report) => {
  if (!report.ok || report.head?.seq !== events) throw new Error(JSON.stringify(report));
};
await measure('verify, raw slices', async () => whole(await verifyLog(dir, 'bench')));
await measure('verify, slow path', async () =>
  whole(await verifyLog(dir, 'bench', { thorough: true })),
);
await measure(
  'verify, incremental, nothing new',
  async () => whole(await verifyLog(dir, 'bench', { incremental: true })),
  false,
);
await measure('read all', async () => {
  let seen = 0;
  for await (const batch of readBatches(path)) seen += batch.events.length;
  if (seen !== events) throw new Error(`read ${seen}`);
});
await measure('one event, index not built yet', async () => {
  rmSync(join(dir, 'bench.index'), { force: true });
  eventAt(dir, 'bench', events);
});
await measure('one event, index built', async () => void eventAt(dir, 'bench', events - 7), false);
const { rss } = process.memoryUsage();
console.log(`resident memory at the end: ${Math.round(rss / 1024 / 1024)} MiB`);

async function measure(name, run, readsAll = true) {
  const wall = [];
  const cpu = [];
  for (let round = 0; round < rounds; round++) {
    const cpuBefore = process.cpuUsage();
    const before = performance.now();
    await run();
    wall.push(performance.now() - before);
    const used = process.cpuUsage(cpuBefore);
    cpu.push((used.user + used.system) / 1000);
  }
  const ms = median(wall);
  const rate = `${Math.round((events / ms) * 1000).toLocaleString('en')} events/s`;
  console.log(
    `${name.padEnd(34)} ${ms.toFixed(1).padStart(9)} ms wall ${median(cpu).toFixed(1).padStart(9)} ms cpu ` +
      (readsAll ? rate.padStart(20) : ''),
  );
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

/** Seals lines in canonical form by joining strings, many at a time. */
function writeLog(file, count) {
  const fd = openSync(file, 'wx', 0o600);
  const text = 'The log is the truth; a projection may be thrown away. '.repeat(2);
  let previous = 'null';
  let lines = [];
  for (let seq = 1; seq <= count; seq++) {
    const before = `{"actorId":"assistant","causedBy":[],"id":"evt_${String(seq).padStart(32, '0')}",`;
    const after =
      `"parentEventId":null,"payload":{"__origin":{"channel":"model","client":"claude-code"},` +
      `"__zaxy_security":{"redacted_paths":[],"sensitivity":"public"},"decision":"Use JSONL, part ${seq}",` +
      `"reason":"${text}"},"threadId":"bench","timestamp":"2026-01-01T00:00:00.000Z","type":"decision.made"}`;
    const sealed = hash('sha256', `{"event":${before}${after},"previousHash":${previous}}`, 'hex');
    lines.push(
      `${before}"integrity":{"canonicalization":"rfc8785","hash":"sha256:${sealed}","previousHash":${previous},"seq":${seq}},${after}\n`,
    );
    previous = `"sha256:${sealed}"`;
    if (lines.length < 10_000 && seq < count) continue;
    const bytes = Buffer.from(lines.join(''));
    for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done);
    lines = [];
  }
  closeSync(fd);
  const head = { v: 1, seq: count, hash: previous.slice(1, -1), size: statSync(file).size };
  writeFileSync(file.replace('.jsonl', '.head'), JSON.stringify(head), { mode: 0o600 });
}
