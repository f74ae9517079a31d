// The cost of importing session files into a log: records, lines and events per second of one import beside the log's own
// time for the same events, in turns, medians; and of importing the same files again, which finds all of it.
// node bench/capture.mjs [--records 100000] [--files 100] [--rounds 3]
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { load } from './lib/load.mjs';

const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '100000' },
    files: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
  },
});
const [total, fileCount, rounds] = [values.records, values.files, values.rounds].map(Number);

const work = mkdtempSync(path.join(tmpdir(), 'hookloom-bench-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const { openCapture, openJsonlStore } = await load(
  'capture',
  "export { openCapture } from './packages/worker/src/capture/capture.ts'; export { openJsonlStore } from '@hookloom/log';",
);

const workspace = path.join(work, 'shop');
const home = path.join(work, '.claude');
const folder = path.join(home, 'projects', workspace.replace(/[^A-Za-z0-9]/g, '-'));
mkdirSync(workspace);
mkdirSync(folder, { recursive: true });
const lines = leaveSessions();

const median = (numbers) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
const found = { import: [], again: [], append: [] };
let last;
for (let round = 0; round < rounds; round++) {
  const dir = path.join(work, `log-${round}`);
  last = await timed('import', dir);
  await timed('again', dir);
  found.append.push(await appendAgain(dir, path.join(work, `plain-${round}`)));
}
const perSecond = (key, count) => Math.round(count / median(found[key]));
console.log(
  JSON.stringify(
    {
      records: last.records,
      lines,
      events: last.imported,
      records_per_second: perSecond('import', last.records),
      lines_per_second: perSecond('import', lines),
      events_per_second: perSecond('import', last.imported),
      again_records_per_second: perSecond('again', last.records),
      log_alone_events_per_second: perSecond('append', last.imported),
      rss_mb: Math.round(process.memoryUsage().rss / 1e6),
    },
    null,
    2,
  ),
);

async function timed(key, eventloomDir) {
  const capture = openCapture({
    workspace: { root: workspace, eventloomDir, domain: 'shop', session: 'shop-default' },
    session: 'shop-default',
    roots: [workspace],
    sources: [{ client: 'claude-code', home, source: 'claude-local' }],
    maxRecords: Number.MAX_SAFE_INTEGER,
    graph: false,
    env: {},
    isFromBeginning: true,
  });
  const started = performance.now();
  const { lanes } = await capture.pass();
  found[key].push((performance.now() - started) / 1000);
  await capture.close();
  if (lanes[0].error !== null) throw new Error(lanes[0].error);
  return lanes[0];
}

/** The same payloads through the log alone. */
async function appendAgain(from, dir) {
  const text = readFileSync(path.join(from, 'shop-default.jsonl'), 'utf8');
  const events = text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { type, actorId, payload } = JSON.parse(line);
      const { __origin: origin, __zaxy_security: _, __batch: __, ...rest } = payload;
      return { type, actorId, payload: rest, origin };
    });
  const store = openJsonlStore({ dir });
  const started = performance.now();
  for (let at = 0; at < events.length; at += 1000)
    await store.append('shop-default', events.slice(at, at + 1000));
  const seconds = (performance.now() - started) / 1000;
  await store.close();
  return seconds;
}

/** A prompt, three commands with their output, an answer: five records in eight lines. */
function leaveSessions() {
  let written = 0;
  for (let file = 0; file < fileCount; file++) {
    const sessionId = `session-${file}`;
    const base = { isSidechain: false, cwd: workspace, sessionId, version: '2.1.197' };
    const out = [];
    for (let turn = 0; turn * 5 < total / fileCount; turn++) {
      const promptId = `prompt-${file}-${turn}`;
      const timestamp = new Date(Date.UTC(2026, 9, 1) + turn * 60_000).toISOString();
      const line = (parts) => out.push(JSON.stringify({ ...base, promptId, timestamp, ...parts }));
      const say = (role, content, uuid) => line({ type: role, uuid, message: { role, content } });
      say(
        'user',
        `Please mend issue ${turn} of the parser, and run the tests.`,
        `u-${file}-${turn}`,
      );
      for (let n = 0; n < 3; n++) {
        const id = `toolu_${file}_${turn}_${n}`;
        const command = `npm test -- --run ${turn}.${n}`;
        say('assistant', [{ type: 'tool_use', id, name: 'Bash', input: { command } }], `a-${id}`);
        const stdout = 'ok '.repeat(120);
        const message = { content: [{ type: 'tool_result', tool_use_id: id, content: stdout }] };
        line({ type: 'user', uuid: `r-${id}`, message, toolUseResult: { stdout, stderr: '' } });
      }
      say('assistant', [{ type: 'text', text: `Issue ${turn} is mended.` }], `t-${file}-${turn}`);
    }
    written += out.length;
    writeFileSync(path.join(folder, `${sessionId}.jsonl`), `${out.join('\n')}\n`);
  }
  return written;
}
