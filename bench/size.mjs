// The disk space of a recorded event: sessions of Claude Code as its hooks deliver them, through the path that records
// hooks, with the notes that rules make of them.
//   node bench/size.mjs [--sessions 200]
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { agentEvents } from './lib/agent-log.mjs';
import { load, option } from './lib/load.mjs';

const sessions = Number(option('sessions', '200'));
const CALLS = 40;
const MB = 1_000_000;
/** Of log and projection together, for a million events. */
const TARGET_MB = 2_500;

const {
  CLIENTS,
  recordHook,
  openWorkspaces,
  startNotesQueue,
  resolveWorkspace,
  createIds,
  weakRandomHex,
} = await load(
  'size',
  `export { CLIENTS } from '@hookloom/hooks/clients';
    export { recordHook } from '@hookloom/hooks';
    export { openWorkspaces } from './packages/worker/src/workspaces/open-workspaces.ts';
    export { startNotesQueue } from './packages/worker/src/notes-queue/start.ts';
    export { resolveWorkspace } from '@hookloom/core/settings';
    export { createIds, weakRandomHex } from '@hookloom/core';`,
);

const base = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-bench-'));
const root = path.join(base, 'shop');
fs.mkdirSync(root);
fs.mkdirSync(path.join(base, 'state'), { mode: 0o700 });
const workspace = resolveWorkspace({ cwd: root, env: {} });
const client = CLIENTS['claude-code'];
const ids = createIds(weakRandomHex);
const target = {
  dir: workspace.eventloomDir,
  session: workspace.session,
  root,
  client: client.name,
};
let nowMs = Date.now() - sessions * 3_600_000;
let calls = 0;

function deliver(payload) {
  nowMs += 5_000;
  const whole = { cwd: root, ...payload };
  const raw = JSON.stringify(whole);
  const event = { ...client.parse(whole, { nowMs, raw }), id: ids.eventId(nowMs) };
  recordHook(
    target,
    event,
    () => Date.now() + 1000,
    () => 'user',
  );
  calls++;
}

const said = sayings();
function* sayings() {
  for (const { payload } of agentEvents(10_000_000)) {
    const text = payload.content ?? payload.stdout ?? payload.reason;
    if (typeof text === 'string' && text.length > 40) yield text;
  }
}
const text = (least) => {
  let whole = '';
  while (whole.length < least) whole += `${String(said.next().value)}\n`;
  return whole;
};

/** Of 40 calls: 14 read, 10 edit, 12 run a command, 4 search; each is reported before and after. */
function session(number) {
  const session_id = `agent-${number}`;
  deliver({ hook_event_name: 'SessionStart', session_id, source: 'startup' });
  for (let call = 0; call < CALLS; call++) {
    if (call % 10 === 0) {
      deliver({ hook_event_name: 'UserPromptSubmit', session_id, prompt: text(200) });
    }
    const tool = part(number, call);
    const tool_use_id = `toolu_${number}_${call}`;
    deliver({
      hook_event_name: 'PreToolUse',
      session_id,
      tool_use_id,
      ...tool,
      tool_response: undefined,
    });
    deliver({ hook_event_name: 'PostToolUse', session_id, tool_use_id, ...tool });
    if (call % 10 === 9) {
      deliver({ hook_event_name: 'Stop', session_id, last_assistant_message: text(600) });
    }
  }
  deliver({ hook_event_name: 'SessionEnd', session_id, reason: 'exit' });
}

function part(number, call) {
  const file_path = path.join(root, `src/part-${(number * 7 + call) % 300}.ts`);
  const kind = call % 20;
  if (kind < 7)
    return {
      tool_name: 'Read',
      tool_input: { file_path },
      tool_response: { type: 'text', file: { filePath: file_path, content: text(6000) } },
    };
  if (kind < 12)
    return {
      tool_name: 'Edit',
      tool_input: { file_path, old_string: text(200), new_string: text(300) },
      tool_response: { filePath: file_path, structuredPatch: [] },
    };
  if (kind < 18)
    return {
      tool_name: 'Bash',
      tool_input: { command: `npm test -- part-${call}`, description: 'Run the tests' },
      tool_response: { stdout: text(1500), stderr: '', interrupted: false, isImage: false },
    };
  return {
    tool_name: 'Grep',
    tool_input: { pattern: 'part', path: root },
    tool_response: { mode: 'content', content: text(800) },
  };
}

function bytesUnder(dir, isOf) {
  return fs
    .readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter(
      (entry) => entry.isFile() && isOf(path.join(entry.parentPath ?? entry.path, entry.name)),
    )
    .reduce(
      (sum, entry) => sum + fs.statSync(path.join(entry.parentPath ?? entry.path, entry.name)).size,
      0,
    );
}

try {
  for (let number = 1; number <= sessions; number++) session(number);
  const workspaces = openWorkspaces({ stateDir: path.join(base, 'state'), env: {}, now: Date.now });
  const { runtime } = await workspaces.add(workspace);
  const clock = { now: Date.now };
  const queue = startNotesQueue({ workspaces, env: {}, clock });
  await queue.drain();
  await queue.close();
  const { memory } = await runtime.memory.open();
  await runtime.context.drain();
  const counts = await memory.notes.counts(workspace.session);
  const heads = await runtime.store.sessions();
  const events = heads.reduce((sum, { head }) => sum + (head?.seq ?? 0), 0);
  await workspaces.close();
  const isLog = (file) => file.endsWith('.jsonl');
  const isProjection = (file) => file.endsWith('.sqlite');
  // SQLite's journal has a fixed size, whatever the size of the log, and is removed with the process.
  const isJournal = (file) => /-(wal|shm)$/.test(file);
  const log = bytesUnder(workspace.eventloomDir, isLog);
  const projection = bytesUnder(workspace.eventloomDir, isProjection);
  const rest = bytesUnder(
    workspace.eventloomDir,
    (file) => !isLog(file) && !isProjection(file) && !isJournal(file),
  );
  const million = (bytes) => Math.round(((bytes / events) * 1e6) / MB);
  const each = (bytes) => Math.round(bytes / events);
  console.log(
    `size: ${calls} deliveries became ${events} events, ${counts.observations} notes, ${counts.summaries} summaries\n` +
      `  an event: log ${each(log)} bytes, projection ${each(projection)}, the rest ${each(rest)}\n` +
      `  a million: log ${million(log)} MB, projection ${million(projection)} MB`,
  );
  if (million(log + projection) > TARGET_MB) {
    console.error(`size: a million events take more than ${TARGET_MB} MB`);
    process.exitCode = 1;
  }
} finally {
  fs.rmSync(base, { recursive: true, force: true });
}
