import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@hookloom/core';
import { readerOf, recordDelivery } from '@hookloom/hooks/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { captureFixture, SESSION, type CaptureFixture } from './capture-place.fixture.ts';
import { type CaptureClient } from './watcher-state.ts';

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

const HOOKED: [CaptureClient, string][] = [
  ['claude-code', '45af8765-b213-48f8-9ebb-e5f05a794574'],
  ['codex', '01a1fc57-517f-7931-a911-78706f0e49a2'],
];

/** The events that hooks of the same session record. */
function hooksOf(client: CaptureClient, session_id: string): JsonObject[] {
  const turn =
    client === 'codex'
      ? { turn_id: '01a1fc57-5191-7690-9889-0ed401a7a11e' }
      : { prompt_id: '38e942e5-668f-4f20-81e8-6cc9c979a816' };
  const tool_use_id =
    client === 'codex' ? 'call_Qx5w8o3IC3ya9DQ3rWqPs4Ax' : 'toolu_tRlTtBX1A2k5UBdCrzqi5K1h';
  const tool = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id };
  const common = { session_id, cwd: place.root, ...turn };
  return [
    { hook_event_name: 'SessionStart', source: 'startup', ...common },
    { hook_event_name: 'UserPromptSubmit', prompt: 'Please do the demo.', ...common },
    { hook_event_name: 'PostToolUse', tool_response: 'README.md', ...tool, ...common },
    { hook_event_name: 'Stop', last_assistant_message: 'All done.', ...common },
  ];
}

function deliver(client: CaptureClient, payloads: readonly JsonObject[]): void {
  const target = { dir: place.eventloomDir, session: SESSION, root: place.root, client };
  for (const payload of payloads) {
    const bytes = Buffer.from(JSON.stringify(payload));
    expect(recordDelivery(target, { bytes }, readerOf, () => Date.now() + 5000).outcome).toBe(
      'appended',
    );
  }
}

describe.each(HOOKED)('what the hooks of %s recorded', (client, session) => {
  test('is not captured again from the file', async () => {
    deliver(client, hooksOf(client, session));
    place.leave(client);
    // The start, the prompt, the first call with its command and the last words. Codex's hook does not report how the
    // command ended, so only that is new.
    expect(await imported()).toBe(EVENTS[client] - 5 + (client === 'codex' ? 1 : 0));
    const turns = (await place.events()).filter(({ type }) => type === 'transcript.turn');
    expect(new Set(turns.map(({ payload }) => payload['content']))).toEqual(
      new Set(['Please do the demo.', 'Listing files.', 'All done.']),
    );
    expect(turns).toHaveLength(3);
  });

  test('is not recorded again if the file came first', async () => {
    place.leave(client);
    await imported();
    deliver(client, hooksOf(client, session).slice(1));
    const events = await place.events();
    // Only the stop is new: a file does not contain it.
    expect(events.slice(EVENTS[client]).map(({ type }) => type)).toEqual(['hook.stop']);
  });
});

test('matches the hooks of Gemini by content, because they send no ids', async () => {
  const at = new Date(Date.now() - 1000);
  const soon = (text: string): string =>
    text.replaceAll(/2026-11-21T04:22:\d\d\.\d\d\dZ/g, at.toISOString());
  place.leave('gemini');
  writeFileSync(place.file('gemini'), soon(place.text('gemini')));
  const common = { session_id: '137ed571-3973-4797-8be1-98a776a3fa0e', cwd: place.root };
  deliver('gemini', [
    { hook_event_name: 'SessionStart', source: 'startup', ...common },
    { hook_event_name: 'BeforeAgent', prompt: 'Please do the demo.', ...common },
    {
      hook_event_name: 'AfterTool',
      tool_name: 'run_shell_command',
      tool_input: { command: 'ls', description: 'run' },
      tool_response: {
        llmContent:
          '<untrusted_context>\nOutput: README.md\nsrc\nProcess Group PGID: 5805\n</untrusted_context>',
      },
      ...common,
    },
    {
      hook_event_name: 'AfterAgent',
      prompt: 'Please do the demo.',
      prompt_response: 'Listing files. \nAll done.',
      ...common,
    },
  ]);
  // Three edits and reads with two changed files, and the failed command with its call.
  expect(await imported()).toBe(EVENTS.gemini - 6);
  const commands = (await place.events()).filter(({ type }) => type === 'command.completed');
  expect(commands.map(({ payload }) => payload['command'])).toEqual([
    'ls',
    'cat no-such-file; exit 3',
  ]);
});

test('matches the hooks of Copilot by content, and the last words by their key', async () => {
  const at = new Date(Date.now() - 1000);
  const session_id = JSON.parse(place.text('copilot').split('\n')[0]!).data.sessionId;
  const soon = place
    .text('copilot')
    .replaceAll(/"timestamp":"2026-[^"]*"/g, `"timestamp":"${at.toISOString()}"`);
  const transcript_path = place.file('copilot', session_id);
  mkdirSync(path.dirname(transcript_path), { recursive: true });
  const stop = { timestamp: at.getTime(), hookType: 'agentStop' };
  writeFileSync(transcript_path, `${soon}${JSON.stringify({ type: 'hook.start', data: stop })}\n`);
  const common = { session_id, cwd: place.root, timestamp: at.getTime() };
  deliver('copilot', [
    { hook_event_name: 'SessionStart', source: 'new', ...common },
    { hook_event_name: 'UserPromptSubmit', prompt: 'Please do the demo.', ...common },
    {
      hook_event_name: 'PostToolUse',
      tool_name: 'bash',
      tool_input: { command: 'ls', description: 'Run' },
      tool_result: {
        result_type: 'success',
        text_result_for_llm: 'README.md\nsrc\n<shellId: 0 completed with exit code 0>',
      },
      ...common,
    },
    { hook_event_name: 'Stop', stop_reason: 'end_turn', transcript_path, ...common },
  ]);
  // Without the start, the prompt, the first call with its command, and the last words.
  expect(await imported()).toBe(EVENTS.copilot - 5);
  const turns = (await place.events()).filter(({ type }) => type === 'transcript.turn');
  expect(turns).toHaveLength(3);
  expect(new Set(turns.map(({ payload }) => payload['content']))).toEqual(
    new Set(['Please do the demo.', 'Listing files.', 'All done.']),
  );
});
