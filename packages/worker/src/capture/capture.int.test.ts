import {
  appendFileSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@hookloom/core';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { captureFixture, SESSION, toldBy, type CaptureFixture } from './capture-place.fixture.ts';
import { offsetsFile } from './offsets.ts';
import { CAPTURE_CLIENTS, type CaptureClient } from './watcher-state.ts';

let place: CaptureFixture;

beforeEach(() => {
  place = captureFixture();
});

afterEach(() => place.close());

/** Number of events in the recorded session of each client. */
const EVENTS = {
  'claude-code': 13,
  codex: 12,
  gemini: 13,
  copilot: 13,
} as Record<CaptureClient, number>;

const imported = async (options?: Parameters<CaptureFixture['pass']>[0]): Promise<number> =>
  (await place.pass(options)).lanes.reduce((sum, { imported: count }) => sum + count, 0);

const prompt = (text: string, id: string): JsonObject => ({
  type: 'user',
  uuid: `uuid-${id}`,
  promptId: `prompt-${id}`,
  message: { role: 'user', content: text },
  cwd: place.root,
  sessionId: 'session-1',
  timestamp: '2026-11-21T05:00:00.000Z',
});

const call = (id: string, command: string): JsonObject => ({
  type: 'assistant',
  uuid: `uuid-${id}`,
  message: {
    role: 'assistant',
    content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }],
  },
  cwd: place.root,
  sessionId: 'session-1',
});

const result = (id: string, stdout: string): JsonObject => ({
  type: 'user',
  uuid: `uuid-result-${id}`,
  message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: stdout }] },
  toolUseResult: { stdout, stderr: '', interrupted: false },
  cwd: place.root,
  sessionId: 'session-1',
});

describe.each(CAPTURE_CLIENTS)('the files of %s', (client) => {
  test('are captured once, however often they are read', async () => {
    place.leave(client);
    expect([await imported(), await imported(), await imported()]).toEqual([EVENTS[client], 0, 0]);
  });

  test('add nothing when they are read again after the offsets are lost', async () => {
    place.leave(client);
    await imported();
    rmSync(offsetsFile(place.eventloomDir));
    expect(await imported()).toBe(0);
    expect(await place.events()).toHaveLength(EVENTS[client]);
  });

  test('add no record twice after they are renamed, or truncated and rewritten', async () => {
    const file = place.leave(client);
    await imported();
    const renamed = path.join(path.dirname(file), 'rollout-other.jsonl');
    renameSync(file, renamed);
    expect(await imported()).toBe(0);
    truncateSync(renamed, Math.floor(statSync(renamed).size / 2));
    expect(await imported()).toBe(0);
    rmSync(renamed);
    place.leave(client);
    expect(await imported()).toBe(0);
  });

  test('of another workspace are ignored', async () => {
    const file = place.leave(client);
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(place.root, '/somewhere/else'));
    expect(await imported()).toBe(0);
  });

  test('are not followed out of the folder through a link', async () => {
    const file = place.leave(client);
    const elsewhere = path.join(place.home, 'elsewhere.jsonl');
    renameSync(file, elsewhere);
    symlinkSync(elsewhere, file);
    expect(await imported()).toBe(0);
  });

  test('give the same events for any split of their writing into passes', async () => {
    const text = place.text(client);
    place.leave(client);
    await imported();
    const whole = (await place.events()).map(toldBy);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(text.length), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 1, max: 4 }),
        async (cuts, maxRecords) => {
          rmSync(place.eventloomDir, { recursive: true, force: true });
          rmSync(place.file(client), { force: true });
          let from = 0;
          for (const to of [...cuts, text.length].sort((a, b) => a - b)) {
            appendFileSync(place.file(client), text.slice(from, to));
            from = to;
            await imported({ maxRecords });
          }
          while ((await imported({ maxRecords })) > 0);
          expect((await place.events()).map(toldBy)).toEqual(whole);
        },
      ),
      { numRuns: 6 },
    );
  });
});

test('a half-written line waits for its end', async () => {
  place.append('claude-code', [prompt('Fix the parser.', '1')]);
  const line = JSON.stringify(prompt('And the tests.', '2'));
  appendFileSync(place.file('claude-code'), line.slice(0, 80));
  expect(await imported()).toBe(2);
  appendFileSync(place.file('claude-code'), `${line.slice(80)}\n`);
  expect(await imported()).toBe(1);
});

test('joins the output of a command to its call, in any pass', async () => {
  place.append('claude-code', [prompt('Run the tests.', '1'), call('toolu_1', 'npm test')]);
  await imported();
  for (let n = 0; n < 20; n++) place.append('claude-code', [prompt(`And ${n}.`, `between-${n}`)]);
  await imported({ maxRecords: 3 });
  await imported();
  place.append('claude-code', [result('toolu_1', '312 passed')]);
  await imported();
  const commands = (await place.events()).filter(({ type }) => type === 'command.completed');
  expect(commands.map(({ payload }) => payload)).toMatchObject([
    { command: 'npm test', stdout: '312 passed', exit_code: 0, prompt_id: 'prompt-1' },
  ]);
});

test('reads a replaced file from its beginning', async () => {
  place.append('claude-code', [prompt('The old one.', '1')]);
  await imported();
  rmSync(place.file('claude-code'));
  place.append('claude-code', [prompt('The new one.', '2'), prompt('And more of it.', '3')]);
  expect(await imported()).toBe(2);
});

test('continues a resumed session where it was', async () => {
  place.leave('codex');
  await imported();
  const again = place.text('codex').split('\n')[0]!;
  const turn = {
    timestamp: '2026-11-21T05:00:00.000Z',
    ordinal: 90,
    type: 'response_item',
    payload: {
      type: 'message',
      id: 'msg_new',
      role: 'user',
      content: [{ type: 'input_text', text: 'Go on.' }],
    },
  };
  appendFileSync(place.file('codex'), `${again}\n${JSON.stringify(turn)}\n`);
  expect(await imported()).toBe(1);
  const [last] = (await place.events()).slice(-1);
  expect(last).toMatchObject({ type: 'transcript.turn', payload: { content: 'Go on.' } });
});

test('masks secrets, leaves out private text and reminders, and never reads thinking', async () => {
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  place.append('claude-code', [
    prompt(`Use ${secret} <private>and my name is Ada</private>.`, '1'),
    prompt('<system-reminder>Remember the milk.</system-reminder>', '2'),
    {
      ...call('toolu_1', `curl -H "Authorization: Bearer ${secret}" https://example.test`),
      message: {
        content: [{ type: 'thinking', thinking: 'The user wants a thing.' }],
      },
    },
    call('toolu_2', `GITHUB_TOKEN=${secret} npm publish`),
    result('toolu_2', `published with ${secret}`),
  ]);
  await imported();
  const log = readFileSync(path.join(place.eventloomDir, `${SESSION}.jsonl`), 'utf8');
  for (const text of [secret, 'Ada', 'milk', 'wants a thing']) expect(log).not.toContain(text);
  expect(log).toContain('npm publish');
});

test('leaves out work for a private prompt, by the session and by its subagents', async () => {
  place.append('claude-code', [
    prompt('<private>Look at my taxes.</private>', '1'),
    call('toolu_1', 'cat taxes-2026.txt'),
    result('toolu_1', 'a great deal'),
    prompt('Now the parser.', '2'),
    call('toolu_2', 'npm test'),
    result('toolu_2', 'passed'),
  ]);
  await imported();
  const log = JSON.stringify(await place.events());
  for (const text of ['taxes', 'great deal']) expect(log).not.toContain(text);
  expect(log).toContain('npm test');
});

test('records a refused call as blocked, with no effects', async () => {
  const refused = { type: 'tool_result', tool_use_id: 'toolu_1', is_error: true };
  place.append('claude-code', [
    prompt('Clean up.', '1'),
    call('toolu_1', 'rm -rf build'),
    {
      ...result('toolu_1', ''),
      message: {
        role: 'user',
        content: [{ ...refused, content: "The user doesn't want to proceed with this tool use." }],
      },
    },
  ]);
  await imported();
  const told = (await place.events()).map(({ type, payload, origin }) => [
    type,
    payload['status'] ?? payload['decision'],
    origin?.channel,
  ]);
  expect(told.slice(2)).toEqual([
    ['tool.call.completed', 'blocked', 'tool'],
    ['decision.made', 'Refused: Bash rm -rf build', 'user'],
  ]);
});

test('imports session files with blanks in their JSON', async () => {
  place.append('claude-code', [prompt('Clean up.', '1'), call('toolu_1', 'rm -rf build')]);
  const file = place.file('claude-code');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/"(cwd|type|sessionId)":/g, '"$1" : '));
  await imported();
  expect(await place.events()).toContainEqual(
    expect.objectContaining({ type: 'transcript.turn', actorId: 'user' }),
  );
});

test('records that a person interrupted a turn', async () => {
  place.append('claude-code', [
    prompt('Clean up.', '1'),
    { ...prompt('', '1'), message: { role: 'user', content: '[Request interrupted by user]' } },
  ]);
  await imported();
  expect((await place.events()).map(({ type }) => type)).toContain('hook.interrupt');
});

test('events have their source, time and channel', async () => {
  place.leave('codex');
  await imported();
  const [, turn] = await place.events();
  expect(turn).toMatchObject({
    timestamp: '2026-11-21T04:22:23.463Z',
    origin: { channel: 'user', client: 'codex' },
    payload: {
      source: 'codex-local',
      capture: {
        file: 'rollout-session.jsonl',
        line: 8,
        ref: 'msg_01a1fc57-51e7-7710-a250-ef900e085fe9',
      },
    },
  });
});

test('a pass with nothing new writes nothing', async () => {
  place.leave('codex');
  await imported();
  const before = statSync(offsetsFile(place.eventloomDir)).mtimeMs;
  await imported();
  expect(statSync(offsetsFile(place.eventloomDir)).mtimeMs).toBe(before);
});

test('an import from a date captures later records once and moves no offset', async () => {
  place.append('claude-code', [
    { ...prompt('Long ago.', '1'), timestamp: '2026-01-01T00:00:00.000Z' },
    prompt('Lately.', '2'),
  ]);
  const back = { isFromBeginning: true, sinceMs: Date.parse('2026-06-01T00:00:00Z') };
  expect([await imported(back), await imported(back)]).toEqual([1, 0]);
  expect(await imported({ isFromBeginning: true, isDryRun: true })).toBe(3);
  // The session's start and what was said long ago.
  expect(await imported()).toBe(2);
});
