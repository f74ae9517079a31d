/** `POST /hooks/<client>` of a running worker, as a dispatcher or a client's own HTTP hook calls it. */
import fs from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@hookloom/core';
import { resolveWorkspace } from '@hookloom/core/settings';
import { openJsonlStore } from '@hookloom/log';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createWorkspace,
  eventsOf,
  HOOK_FILE,
  runHook,
  type Workspace,
} from '@hookloom/hooks/testing';
import { startWorker, type RunningWorker } from '../up.ts';

let workspace: Workspace;
let home: string;
let worker: RunningWorker | null;
beforeEach(() => {
  workspace = createWorkspace();
  home = path.join(path.dirname(workspace.root), 'home');
  fs.mkdirSync(path.join(home, '.hookloom'), { recursive: true });
  worker = null;
});
afterEach(async () => {
  await worker?.close();
  workspace.remove();
});

async function start(toml: string, compatiblePort: number | null = null): Promise<void> {
  fs.writeFileSync(path.join(home, '.hookloom/hooks.toml'), toml);
  worker = await startWorker({
    workspace: resolveWorkspace({ cwd: workspace.root, env: { ZAXY_DOMAIN: 'shop' } }),
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
    home,
    port: 0,
    compatiblePort,
    requireToken: false,
    hookFile: HOOK_FILE,
    now: Date.now,
  });
}

interface Answer {
  status: number;
  text: string;
}

async function post(route: string, payload: unknown, port = worker!.port): Promise<Answer> {
  const token = fs.readFileSync(worker!.tokenFile, 'utf8').trim();
  const response = await fetch(`http://127.0.0.1:${port}/hooks/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(payload),
  });
  return { status: response.status, text: await response.text() };
}

const SILENCE: Answer = { status: 200, text: '' };
const denying = (event = 'pre_tool_use'): string =>
  `[[hooks.${event}]]\ncommand = "echo '{\\"decision\\":\\"block\\",\\"reason\\":\\"Not today\\"}'"\n`;

const ofType = (type: string) => eventsOf(workspace.dir).filter((event) => event.type === type);

/** A shell command in the form of each client, and its refusal. */
const CALLS: [route: string, payload: JsonObject, refusal: object][] = [
  [
    'claude-code',
    { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } },
    { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } },
  ],
  [
    'codex',
    {
      hook_event_name: 'PreToolUse',
      turn_id: 't',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_use_id: 'call_1',
    },
    { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } },
  ],
  [
    'gemini',
    {
      hook_event_name: 'BeforeTool',
      tool_name: 'run_shell_command',
      tool_input: { command: 'ls' },
    },
    { decision: 'deny', reason: expect.stringContaining('Not today') },
  ],
  [
    'cursor',
    {
      hook_event_name: 'preToolUse',
      conversation_id: 's',
      generation_id: 'g',
      tool_name: 'Shell',
      tool_input: { command: 'ls' },
      tool_use_id: 'call_1',
    },
    { permission: 'deny' },
  ],
  [
    'copilot',
    { hook_event_name: 'PreToolUse', tool_name: 'bash', tool_input: { command: 'ls' } },
    { permissionDecision: 'deny' },
  ],
];

const inSession = (payload: JsonObject): JsonObject => ({
  session_id: 's',
  cwd: workspace.root,
  ...payload,
});

describe.each(CALLS)('a native payload of %s', (route, payload, refusal) => {
  it('is answered with a refusal that this client understands', async () => {
    await start(denying());
    const { status, text } = await post(route, inSession(payload));
    expect([status, JSON.parse(text)]).toMatchObject([200, refusal]);
  });

  it('gets an empty body if no hook has an opinion', async () => {
    await start('');
    expect(await post(route, inSession(payload))).toEqual(SILENCE);
  });
});

describe('the documented wrapper', () => {
  const wrapped = (source: string, hookType: string, input: JsonObject): JsonObject => ({
    source,
    hook_type: hookType,
    session_id: 's',
    input_data: inSession(input),
  });
  const shell = { tool_name: 'Bash', tool_input: { command: 'ls' } };

  it('of Claude Code gets a block in the documented form, or otherwise only continue', async () => {
    await start(denying());
    const blocked = await post('claude', wrapped('claude', 'pre-tool-use', shell));
    expect(JSON.parse(blocked.text)).toEqual({
      continue: false,
      decision: 'block',
      stopReason: 'Not today',
    });
    const other = await post('claude', wrapped('claude', 'session-start', {}));
    expect(JSON.parse(other.text)).toEqual({ continue: true });
  });

  it('of Gemini CLI gets a denial in the documented form', async () => {
    await start(denying());
    const call = { tool_name: 'run_shell_command', tool_input: { command: 'ls' } };
    const { status, text } = await post('gemini', wrapped('gemini', 'BeforeTool', call));
    expect([status, JSON.parse(text)]).toMatchObject([200, { decision: 'deny' }]);
    expect(text).toContain('Not today');
  });
});

describe('posts of the documented dispatchers', () => {
  const wrapped = (hookType: string, input: JsonObject): JsonObject => ({
    hook_type: hookType,
    input_data: inSession(input),
  });

  it.each([
    ['claude', 'pre-tool-use', 'claude-code'],
    ['gemini', 'BeforeTool', 'gemini'],
  ])('to /hooks/%s are recorded as events of that client', async (route, name, client) => {
    await start(denying());
    await post(route, wrapped(name, { tool_name: 'Bash', tool_input: { command: 'ls' } }));
    const events = eventsOf(workspace.dir);
    const types = events.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['hook.pre_tool_use', 'hook.run.completed']));
    for (const { payload } of events) expect(payload['source']).toBe(client);
  });

  it('keep the machine, the user, the project and the workflow that they name', async () => {
    await start('');
    const ids = { machine_id: 'm-1', user_id: 'u-1', project_id: 'p-1', workflow_id: 'w-1' };
    await post('claude', wrapped('session-start', { ...ids, source: 'startup' }));
    expect(ofType('hook.session_started')[0]?.payload).toMatchObject(ids);
  });

  it('keep the subject of a permission request, without its secrets', async () => {
    await start('');
    const secret = ['battery', 'staple', '7x'].join('-');
    for (const asked of [
      { resource: 'file', action: 'write', target: '/etc/hosts', reason: 'local DNS' },
      { resource: 'command', action: 'execute', target: `deploy --token ${secret}` },
    ])
      await post('claude', wrapped('permission-request', asked));
    const [file, command] = ofType('hook.permission_request').map(({ payload }) => payload);
    expect(file).toMatchObject({ resource: 'file', action: 'write', target: '/etc/hosts' });
    expect(command).toMatchObject({
      action: 'execute',
      target: 'deploy --token [REDACTED:option]',
    });
  });

  it('from the Codex app-server are recorded as events of Codex and acknowledged', async () => {
    await start(denying());
    const { status, text } = await post('codex', {
      method: 'item/commandExecution/requestApproval',
      params: {
        threadId: 'thr_1',
        itemId: 'item_1',
        turnId: 'turn_1',
        command: 'rm -rf build',
        cwd: workspace.root,
      },
    });
    expect([status, JSON.parse(text)]).toEqual([200, { decision: 'decline' }]);
    expect(ofType('hook.pre_tool_use')[0]?.payload).toMatchObject({
      source: 'codex',
      session_id: 'thr_1',
      command: 'rm -rf build',
    });
  });
});

it('a delivery that also came through the hook command is recorded once', async () => {
  await start('');
  const payload = inSession({
    hook_event_name: 'UserPromptSubmit',
    prompt_id: 'p1',
    prompt: 'Mend the due date.',
  });
  await post('claude-code', payload);
  const once = eventsOf(workspace.dir).filter(({ type }) => type !== 'memory.reminder.suggested');
  await runHook({
    args: ['hook', 'claude-code'],
    cwd: workspace.root,
    stdin: JSON.stringify(payload),
    env: { HOME: home, HOOKLOOM_HOOK_DEADLINE_MS: '10000' },
  });
  const twice = eventsOf(workspace.dir).filter(({ type }) => type !== 'memory.reminder.suggested');
  expect(once.length).toBeGreaterThan(0);
  expect(twice.map(({ id }) => id)).toEqual(once.map(({ id }) => id));
});

it('the run of a hook is recorded after the event that caused it, and the chain verifies', async () => {
  await start(denying());
  await post('codex', inSession(CALLS[1]![1]));
  const [ran, ...more] = ofType('hook.run.completed');
  expect(more).toEqual([]);
  expect(eventsOf(workspace.dir).map(({ id }) => id)).toContain(ran!.causedBy[0]);
  const store = openJsonlStore({ dir: workspace.dir });
  expect(await store.verify('shop-default')).toMatchObject({ ok: true });
  await store.close();
});

it.each(CALLS.map(([route]) => route))(
  'an unknown event of %s is recorded and answered with silence',
  async (route) => {
    await start(denying());
    expect(await post(route, inSession({ hook_event_name: 'BrandNewEvent' }))).toEqual(SILENCE);
    expect(JSON.stringify(eventsOf(workspace.dir))).toContain('BrandNewEvent');
  },
);

it('loses none of fifty simultaneous requests', async () => {
  await start(denying());
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      post('codex', inSession({ ...CALLS[1]![1], tool_use_id: `call_${at}` })),
    ),
  );
  expect(answers.filter(({ text }) => text.includes('"deny"'))).toHaveLength(50);
  expect(ofType('hook.run.completed')).toHaveLength(50);
});

it('closing waits for the running request', async () => {
  const started = path.join(home, 'started');
  const go = path.join(home, 'go');
  await start(
    `[[hooks.pre_tool_use]]\ncommand = "touch '${started}'; while [ ! -e '${go}' ]; do sleep 0.02; done; echo '{\\"decision\\":\\"block\\",\\"reason\\":\\"late\\"}'"\n`,
  );
  const answer = post('codex', inSession(CALLS[1]![1]));
  while (!fs.existsSync(started)) await new Promise((resolve) => void setTimeout(resolve, 10));
  const closed = worker!.close();
  fs.writeFileSync(go, '');
  expect((await answer).text).toContain('late');
  await closed;
  worker = null;
  expect(ofType('hook.run.completed')).toHaveLength(1);
});

it('records nothing of a project that the owner excludes, and still runs the handlers of the user', async () => {
  const state = path.join(home, '.local/state/hookloom');
  fs.mkdirSync(state, { recursive: true, mode: 0o700 });
  const settings = { CLAUDE_MEM_EXCLUDED_PROJECTS: workspace.root };
  fs.writeFileSync(path.join(state, 'settings.json'), JSON.stringify(settings), { mode: 0o600 });
  const ran = path.join(home, 'ran');
  await start(`[[hooks.stop]]\ncommand = "touch '${ran}'"\n`);
  const payload = { hook_event_name: 'Stop', session_id: 's1', cwd: workspace.root };
  expect(await post('claude-code', payload)).toMatchObject({ status: 200 });
  expect(fs.existsSync(ran)).toBe(true);
  expect(eventsOf(workspace.dir)).toEqual([]);
});
