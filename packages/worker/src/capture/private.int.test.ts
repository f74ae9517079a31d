/** Nothing of a fully private prompt gets into the log through session files, whoever did the work. */
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@hookloom/core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { captureFixture, type CaptureFixture } from './capture-place.fixture.ts';
import { offsetsFile } from './offsets.ts';

let place: CaptureFixture;
beforeEach(() => {
  place = captureFixture();
});
afterEach(() => place.close());

const WORDS = ['tax-secret', 'subagent-secret', 'result-secret'];

/** No file below the log's folder contains any of it. */
function expectNothingKept(): void {
  const files = readdirSync(place.eventloomDir, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(place.eventloomDir, name))
    .filter((file) => statSync(file).isFile());
  expect(files.length).toBeGreaterThan(1);
  for (const file of files)
    for (const word of WORDS) expect(readFileSync(file, 'utf8'), file).not.toContain(word);
}

const commands = async (): Promise<unknown[]> =>
  (await place.events())
    .filter(({ type }) => type === 'command.completed')
    .map(({ payload }) => payload['command']);

const write = (file: string, lines: readonly JsonObject[]): void => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
};

/** A session of two prompts, the first of them private, with a subagent for each. */
function claudeSession(): { parent: string; agents: string[] } {
  const common = { cwd: place.root, sessionId: 'session-1', timestamp: '2026-11-21T05:00:00.000Z' };
  const prompt = (id: string, content: string): JsonObject => ({
    ...common,
    type: 'user',
    uuid: `prompt-${id}`,
    promptId: id,
    message: { role: 'user', content },
  });
  const call = (
    id: string,
    name: string,
    input: JsonObject,
    more: JsonObject = {},
  ): JsonObject => ({
    ...common,
    ...more,
    type: 'assistant',
    uuid: `call-${id}`,
    message: { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
  });
  const result = (id: string, text: string, more: JsonObject = {}): JsonObject => ({
    ...common,
    ...more,
    type: 'user',
    uuid: `result-${id}`,
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text }] },
    toolUseResult: { stdout: text, stderr: '', interrupted: false },
  });
  const parent = place.file('claude-code');
  write(parent, [
    prompt('p1', '<private>Look at tax-secret.</private>'),
    call('t1', 'Agent', { prompt: 'Read tax-secret' }),
    result('t1', 'result-secret'),
    prompt('p2', 'Run the tests.'),
    call('t2', 'Agent', { prompt: 'Run them' }),
    result('t2', 'passed'),
  ]);
  const agent = (name: string, promptId: string, command: string, output: string): string => {
    const file = path.join(parent.replace(/\.jsonl$/, ''), 'subagents', `agent-${name}.jsonl`);
    const more = { agentId: name, isSidechain: true, promptId };
    write(file, [
      { ...prompt(promptId, 'subagent-secret task'), ...more, uuid: `task-${name}` },
      call(`s-${name}`, 'Bash', { command }, more),
      result(`s-${name}`, output, more),
    ]);
    return file;
  };
  const agents = [
    agent('a1', 'p1', 'cat subagent-secret', 'result-secret'),
    agent('a2', 'p2', 'npm test', '312 passed'),
  ];
  return { parent, agents };
}

test('of Claude Code: the session, and the subagent that worked for it', async () => {
  claudeSession();
  await place.pass();
  expect(await commands()).toEqual(['npm test']);
  expectNothingKept();
});

test('record by record, and read again from the beginning', async () => {
  claudeSession();
  let isLeft = true;
  while (isLeft) {
    isLeft = (await place.pass({ maxRecords: 1 })).lanes.some(({ hasMore }) => hasMore);
    expectNothingKept();
  }
  await place.pass({ isFromBeginning: true });
  expect(await commands()).toEqual(['npm test']);
  expectNothingKept();
});

test('even if the session is older than the import and its subagent is not', async () => {
  const { parent } = claudeSession();
  utimesSync(parent, 1, 1_000_000_000);
  await place.pass({ isFromBeginning: true, sinceMs: Date.parse('2026-01-01T00:00:00Z') });
  expect(await commands()).toEqual(['npm test']);
  expectNothingKept();
});

test('even if a fork repeats such a session', async () => {
  const { parent } = claudeSession();
  await place.pass();
  const copy = readFileSync(parent, 'utf8').replaceAll('session-1', 'session-2');
  writeFileSync(place.file('claude-code', 'fork'), copy);
  await place.pass();
  expectNothingKept();
});

/** A session of two prompts, the first of them private, with a subagent for that. */
function codexSession(): { parent: string; agent: string } {
  const at = (name: string): string => place.file('codex', name);
  const line = (type: string, payload: JsonObject): JsonObject => ({
    timestamp: '2026-11-21T05:00:00.000Z',
    type,
    payload,
  });
  const shell = (id: string, cmd: string, output: string): JsonObject[] => [
    line('response_item', {
      type: 'function_call',
      name: 'exec_command',
      call_id: id,
      arguments: JSON.stringify({ cmd }),
    }),
    line('response_item', { type: 'function_call_output', call_id: id, output }),
  ];
  const typed = (text: string): JsonObject =>
    line('response_item', {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text }],
    });
  const session = { cwd: place.root, session_id: 'parent' };
  write(at('1-parent'), [
    line('session_meta', { ...session, id: 'parent' }),
    line('turn_context', { turn_id: 'turn-0', root_turn_id: 'turn-0' }),
    ...[1, 2, 3, 4].flatMap((nth) => shell(`c0-${nth}`, 'npm test', 'passed')),
    line('turn_context', { turn_id: 'turn-1', root_turn_id: 'turn-1' }),
    typed('<private>Look at tax-secret.</private>'),
    ...shell('c1', 'cat tax-secret', 'result-secret'),
    line('turn_context', { turn_id: 'turn-2', root_turn_id: 'turn-2' }),
    typed('Run the tests.'),
    ...shell('c2', 'npm test', 'passed'),
  ]);
  write(at('2-agent'), [
    line('session_meta', { ...session, id: 'agent' }),
    line('turn_context', { turn_id: 'agent-turn', root_turn_id: 'turn-1' }),
    typed('subagent-secret task'),
    ...shell('c3', 'cat subagent-secret', 'result-secret'),
  ]);
  return { parent: at('1-parent'), agent: at('2-agent') };
}

test('of Codex: a subagent has its own file, which names the turn that it belongs to', async () => {
  codexSession();
  await place.pass();
  expect(new Set(await commands())).toEqual(new Set(['npm test']));
  expectNothingKept();
});

test('of Codex: record by record', async () => {
  codexSession();
  let isLeft = true;
  while (isLeft) {
    isLeft = (await place.pass({ maxRecords: 1 })).lanes.some(({ hasMore }) => hasMore);
    expectNothingKept();
  }
  expect(await commands()).toHaveLength(5);
});

test('of Codex: even if the subagent outlived a session that is older than the import', async () => {
  const { parent } = codexSession();
  const since = Date.parse('2026-11-21T04:59:00.000Z');
  utimesSync(parent, since / 1000, since / 1000 - 3600);
  await place.pass({ isFromBeginning: true, sinceMs: since });
  expectNothingKept();
});

test('of Gemini: the work of a subagent is in a folder below the chats, and is not read', async () => {
  const chat = place.leave('gemini');
  const agent = path.join(path.dirname(chat), 'parent', 'agent.jsonl');
  write(agent, [
    { sessionId: 'agent', startTime: '2026-11-21T05:00:00.000Z', kind: 'subagent' },
    {
      id: 'm1',
      type: 'gemini',
      content: 'subagent-secret',
      timestamp: '2026-11-21T05:00:00.000Z',
    },
  ]);
  await place.pass();
  expectNothingKept();
});

test('stores the input of a running call without its secret', async () => {
  const common = { cwd: place.root, sessionId: 'session-1', timestamp: '2026-11-21T05:00:00.000Z' };
  const secret = `ghp_${'Ab1'.repeat(12)}`;
  const input = { command: `GITHUB_TOKEN=${secret} ./deploy <private>tax-secret</private> now` };
  const asked = {
    ...common,
    type: 'assistant',
    uuid: 'call-1',
    message: { role: 'assistant', content: [{ type: 'tool_use', id: 't1', name: 'Bash', input }] },
  };
  const prompt = {
    ...common,
    type: 'user',
    uuid: 'prompt-1',
    message: { role: 'user', content: 'Deploy it.' },
  };
  write(place.file('claude-code'), [prompt, asked]);
  await place.pass();
  const kept = readFileSync(offsetsFile(place.eventloomDir), 'utf8');
  expect(kept).toContain('./deploy');
  expect(kept).not.toContain(secret);
  expectNothingKept();
  const answer = {
    ...common,
    type: 'user',
    uuid: 'result-1',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }] },
    toolUseResult: { stdout: 'ok', stderr: '', interrupted: false },
  };
  place.append('claude-code', [answer]);
  await place.pass();
  const [command] = await commands();
  expect(command).toMatch(/^GITHUB_TOKEN=\[REDACTED.*\] \.\/deploy {1,2}now$/);
});
