// The cost of session files with pages from the web: bytes and events per second of the import and of the projection,
// for each size. The rates of a larger size may not fall.
//   npm run bench:web -- [--mb 1,5,20] [--build FOLDER of another checkout, to compare]
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { load, option } from './lib/load.mjs';
import { webSession } from './lib/web-sessions.mjs';

const sizes = option('mb', '1,5,20').split(',').map(Number);
const { openCapture, openJsonlStore, openMemory } = await load(
  'web',
  `export { openCapture } from './packages/worker/src/capture/capture.ts';
   export { openJsonlStore } from '@hookloom/log'; export { openMemory } from '@hookloom/memory';`,
  option('build', undefined),
);

for (const mb of sizes) {
  const work = mkdtempSync(path.join(tmpdir(), 'hookloom-bench-'));
  try {
    await measure(work, mb);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function measure(work, mb) {
  const workspace = path.join(work, 'shop');
  const home = path.join(work, '.claude');
  const folder = path.join(home, 'projects', workspace.replace(/[^A-Za-z0-9]/g, '-'));
  mkdirSync(workspace);
  mkdirSync(folder, { recursive: true });
  let bytes = 0;
  for (let part = 0, parts = Math.ceil(mb); part < parts; part++) {
    const sessionId = `session-${part}`;
    const lines = [
      ...webSession({ chars: (mb / parts) * 1e6, sessionId, cwd: workspace, seed: 11 + part }),
    ];
    const file = path.join(folder, `${sessionId}.jsonl`);
    writeFileSync(file, `${lines.join('\n')}\n`);
    bytes += statSync(file).size;
  }
  const dir = path.join(work, 'log');
  const capture = openCapture({
    workspace: { root: workspace, eventloomDir: dir, domain: 'shop', session: 'shop-default' },
    session: 'shop-default',
    roots: [workspace],
    sources: [{ client: 'claude-code', home, source: 'claude-local' }],
    maxRecords: Number.MAX_SAFE_INTEGER,
    graph: false,
    env: {},
    isFromBeginning: true,
  });
  const imported = await timed(() => capture.pass());
  await capture.close();
  const lane = imported.result.lanes[0];
  if (lane.error !== null) throw new Error(lane.error);
  const store = openJsonlStore({ dir });
  const memory = await openMemory({ file: path.join(work, 'projection.sqlite'), store });
  const projection = await timed(() => memory.sync());
  await memory.close();
  await store.close();
  const logBytes = statSync(path.join(dir, 'shop-default.jsonl')).size;
  const rate = (count, { cpu, wall }, digits = 0) =>
    `${(count / cpu).toFixed(digits)} (${(count / wall).toFixed(digits)} by the clock)`;
  const events = projection.result.projected;
  console.log(
    `${mb} MB of pages: ${(bytes / 1e6).toFixed(1)} MB of files, ${events} events, ${(logBytes / 1e6).toFixed(1)} MB of log; per second of CPU:`,
  );
  console.log(
    `  import: ${rate(bytes / 1e6, imported, 1)} MB of files, ${rate(lane.imported, imported)} events`,
  );
  console.log(
    `  projection: ${rate(logBytes / 1e6, projection, 2)} MB of log, ${rate(events, projection)} events`,
  );
}

async function timed(work) {
  const started = performance.now();
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpu: (user + system) / 1e6, wall: (performance.now() - started) / 1000 };
}
