/** A workspace after a few days of work: two clients, corrected facts, notes, hook runs, a ledger. */
import fs from 'node:fs';
import path from 'node:path';
import { byOperation, type StoredEvent, type UnsealedEvent } from '@hookloom/core/events';
import type { JsonObject } from '@hookloom/core';
import { answerHook } from '../../src/http/hook-routes.ts';
import { openRuntime } from '../../src/compose.ts';
import type { Runtime } from '../../src/runtime.ts';
import { oneWorkspace } from '../one-workspace.ts';
import { correct } from '../../src/operations/correct.ts';
import { remember } from '../../src/operations/remember.ts';
import { CODEX, DAY, FIRST, made, MINUTE, NOW, SECOND, telemetry } from './recorded-events.ts';

export { NOW } from './recorded-events.ts';

const RECORDING = path.resolve('packages/cli/demo/claude-code-session.jsonl');
const RECORDED_ROOT = '/home/dev/invoices';
const PERSON = { channel: 'user' as const, client: 'terminal' };

export interface Recorded {
  root: string;
  runtime: Runtime;
  /** Moves the clock of the workspace. */
  at(ms: number): void;
}

/**
 * @param folder An empty folder: the project is created in it. The returned workspace is closed, because a worker opens
 * it.
 */
export async function recordWorkspace(folder: string): Promise<Recorded> {
  const recorded = await emptyWorkspace(folder);
  const { root, runtime, at } = recorded;
  writeHooks(root);
  const events = await recordOnce(folder);
  const covers = await replay(recorded, events, FIRST, NOW - 2 * DAY);
  at(NOW - DAY);
  await workedOn(runtime, covers);
  await replay(recorded, events.slice(0, 30), SECOND, NOW - 9 * MINUTE);
  at(NOW);
  await codexAtWork(runtime);
  await runtime.close();
  return recorded;
}

export async function emptyWorkspace(folder: string): Promise<Recorded> {
  const root = path.join(folder, 'invoices');
  fs.mkdirSync(root, { recursive: true });
  let now = NOW;
  const runtime = await openRuntime(
    {
      root,
      eventloomDir: path.join(root, '.eventloom'),
      domain: 'invoices',
      session: 'invoices-default',
    },
    {
      clock: { now: () => now },
      stateDir: path.join(folder, 'state'),
      env: { HOME: path.join(folder, 'home') },
    },
  );
  return { root, runtime, at: (ms) => void (now = ms) };
}

/** The events of a real session's payloads, recorded as the client delivered them. */
async function recordOnce(folder: string): Promise<StoredEvent[]> {
  const { root, runtime } = await emptyWorkspace(path.join(folder, 'once'));
  const { workspace, store } = runtime;
  for (const line of fs.readFileSync(RECORDING, 'utf8').trimEnd().split('\n')) {
    const raw = line.replaceAll(RECORDED_ROOT, root);
    await answerHook('claude-code', JSON.parse(raw) as JsonObject, raw, {
      workspaces: oneWorkspace(runtime),
      fallback: null,
      env: {},
      home: null,
      stateDir: path.join(folder, 'state'),
      hookFile: path.resolve('packages/cli/dist/hook.cjs'),
      now: Date.now,
      speaker: () => 'user',
    });
  }
  const events: StoredEvent[] = [];
  for await (const event of store.read(workspace.session))
    if (event.type !== 'memory.reminder.suggested') events.push(event);
  await runtime.close();
  return events;
}

/** The same work in another session, at another time. */
async function replay(
  { runtime }: Recorded,
  events: StoredEvent[],
  session: string,
  from: number,
): Promise<string[]> {
  const results = await runtime.store.append(
    runtime.workspace.session,
    events.map(({ type, actorId, payload, origin }, at) =>
      byOperation({
        type,
        actorId,
        payload: { ...payload, session_id: session },
        origin: { ...origin!, session_id: session },
        timestamp: new Date(from + at * 11_000).toISOString(),
      }),
    ),
    { durability: 'os' },
  );
  return results.map(({ id }) => id);
}

function writeHooks(root: string): void {
  fs.mkdirSync(path.join(root, '.claude'), { recursive: true });
  const command = 'hookloom hook claude-code';
  fs.writeFileSync(
    path.join(root, '.claude/settings.json'),
    JSON.stringify(
      {
        hooks: {
          SessionStart: [{ hooks: [{ type: 'command', command }] }],
          PreToolUse: [
            {
              matcher: 'Bash',
              hooks: [{ type: 'command', command: './scripts/no-force-push.sh' }],
            },
            { matcher: 'bash', hooks: [{ type: 'command', command: 'echo never' }] },
            { hooks: [{ type: 'command', command }] },
          ],
        },
      },
      null,
      2,
    ),
  );
}

/** Facts and their corrections, as people and agents save them. */
async function workedOn(runtime: Runtime, covers: string[]): Promise<void> {
  const { context } = runtime;
  await append(runtime, 'goal.created', { title: 'Invoices are right in every time zone' });
  await append(runtime, 'decision.made', {
    decision: 'Due dates are calendar days in UTC',
    rationale: 'Local days differ west of Greenwich',
  });
  await append(runtime, 'task.proposed', { title: 'Show the due date in the reminder mail' });
  const kept = await remember(
    context,
    { text: 'Invoice numbers have the prefix INV and four digits.', kind: 'convention' },
    PERSON,
  );
  await correct(
    context,
    {
      text: 'Invoice numbers have the prefix INV and six digits since November.',
      citation: kept.citation,
      reason: 'Four digits ran out',
    },
    PERSON,
  );
  await remember(
    context,
    { text: 'Commit messages are short and imperative.', kind: 'preference' },
    PERSON,
  );
  await append(runtime, 'causal.edge.generated', {
    source: { name: 'getDate() in isOverdue', entity_type: 'issue' },
    target: { name: 'Due dates are calendar days in UTC', entity_type: 'decision' },
    relation_type: 'caused',
    confidence: 0.7,
    causal_method: 'judgement',
  });
  for (const event of made(covers)) await seal(runtime, event);
}

async function codexAtWork(runtime: Runtime): Promise<void> {
  const said = (type: string, actorId: string, payload: JsonObject, minutes: number) =>
    seal(runtime, {
      type,
      actorId,
      origin: {
        channel: actorId === 'user' ? 'user' : 'tool',
        client: 'codex',
        session_id: CODEX,
      },
      timestamp: new Date(NOW - minutes * MINUTE).toISOString(),
      payload: { session_id: CODEX, source: 'codex', ...payload },
    });
  await said(
    'transcript.turn',
    'user',
    { role: 'user', content: 'Add the due date to the reminder mail and cover it with a test.' },
    4,
  );
  await said(
    'tool.call.completed',
    'zaxy-observer',
    { tool_name: 'read_file', status: 'ok', result_summary: '48 lines' },
    3,
  );
  await said(
    'file.edit.applied',
    'zaxy-observer',
    { path: 'src/reminder-mail.mjs', operation: 'modified', line_count: 14 },
    2,
  );
  await said(
    'command.completed',
    'zaxy-observer',
    { command: 'npm test -- reminder', exit_code: 1, outcome: 'failed', duration_ms: 812 },
    1,
  );
  const { store, workspace } = runtime;
  const { seq } = (await store.head(workspace.session))!;
  await seal(
    runtime,
    telemetry('note.abandoned', {
      covers: [(await store.at(workspace.session, seq))!.id],
      attempts: 3,
      reason: 'provider_unavailable',
    }),
  );
}

async function append(runtime: Runtime, type: string, payload: JsonObject): Promise<void> {
  await runtime.append({ event_type: type, actor: 'user', payload }, PERSON);
}

export async function seal({ store, workspace }: Runtime, event: UnsealedEvent): Promise<void> {
  await store.append(workspace.session, [byOperation(event)], { durability: 'os' });
}
