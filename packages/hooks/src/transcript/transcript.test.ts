/** One suite for all formats: the same content is reported, whatever the client. */
import type { HookContext } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observing } from '../record/observed.fixture.ts';
import { readTranscriptLine, type TranscriptClient } from '../clients/transcript-readers.ts';
import { newReaderState } from './record.ts';
import {
  eventsOf,
  linesOf,
  recordedTranscript,
  recordsOf,
  TRANSCRIPT_FILES,
} from './transcript.fixture.ts';

const observeClaude = observing('claude-code');
const observeCodex = observing('codex');

/** The content of each demo session: one prompt, two answers, five calls of which the last one failed. */
const DEMO: [TranscriptClient, string[]][] = [
  ['claude-code', ['Bash', 'Write', 'Read', 'Edit', 'Bash']],
  ['codex', ['Bash', 'apply_patch', 'apply_patch', 'Bash']],
  ['gemini', ['run_shell_command', 'write_file', 'read_file', 'replace', 'run_shell_command']],
  ['copilot', ['bash', 'create', 'view', 'edit', 'bash']],
];

describe.each(DEMO)('a session of %s', (client, tools) => {
  const lines = linesOf(recordedTranscript(client, 'session'));
  const records = recordsOf(client, lines);
  const events = eventsOf(client, records);
  const ofType = (type: string): JsonObject[] =>
    events.filter((event) => event.type === type).map(({ payload }) => payload);

  it('begins once, with the first message', () => {
    expect(records.map(({ kind }) => kind).filter((kind) => kind === 'session_started')).toEqual([
      'session_started',
    ]);
    expect(records[0]!.kind).toBe('session_started');
    expect(records[1]).toMatchObject({ kind: 'user_turn', text: 'Please do the demo.' });
  });

  it('has each turn once, and only the user’s words as the user’s', () => {
    expect(ofType('transcript.turn').map(({ role, content }) => [role, content])).toEqual([
      ['user', 'Please do the demo.'],
      ['assistant', 'Listing files.'],
      ['assistant', 'All done.'],
    ]);
  });

  it('has each call with its result, in the format of the log', () => {
    expect(ofType('tool.call.completed').map(({ tool_name }) => tool_name)).toEqual(tools);
    const words = ofType('tool.call.completed').map(({ status }) => status);
    expect(words).toEqual([...tools.slice(1).map(() => 'ok'), 'error']);
  });

  it('has the commands with their output, and the failed one with its code', () => {
    const [list, failed] = ofType('command.completed');
    expect(list).toMatchObject({ command: 'ls' });
    expect(list!['stdout']).toContain('README.md');
    expect(failed).toMatchObject({
      command: 'cat no-such-file; exit 3',
      exit_code: 3,
      outcome: 'failed',
    });
  });

  it('has the edited files, without their content', () => {
    expect(ofType('file.edit.applied').map(({ path }) => path)).toEqual([
      'notes.txt',
      'src/app.js',
    ]);
    expect(JSON.stringify(ofType('file.edit.applied'))).not.toContain('answer');
  });

  it('says where each event was read', () => {
    for (const { payload } of events)
      expect(payload['capture']).toMatchObject({ file: 'session.jsonl', line: 1 });
  });

  it('names each event once', () => {
    expect(new Set(events.map(({ key }) => key)).size).toBe(events.length);
  });

  it('is reported as hooks report it: the speaker sets the channel', () => {
    const channels = events.map(({ type, payload, channel }) => [type, payload['role'], channel]);
    expect(channels).toContainEqual(['transcript.turn', 'user', 'user']);
    expect(channels).toContainEqual(['transcript.turn', 'assistant', 'model']);
    expect(channels.filter(([type]) => type === 'command.completed').map((row) => row[2])).toEqual([
      'tool',
      'tool',
    ]);
  });
});

describe('a record and the hook for the same event', () => {
  const context: HookContext = { root: '/home/dev/project', digest: () => 'bytes' };
  const keysOf = (events: readonly { key: string }[]): string[] => events.map(({ key }) => key);

  it('have the same key in Claude Code', () => {
    const session_id = '45af8765-b213-48f8-9ebb-e5f05a794574';
    const prompt_id = '38e942e5-668f-4f20-81e8-6cc9c979a816';
    const hooks = [
      { hook_event_name: 'UserPromptSubmit', prompt: 'Please do the demo.' },
      {
        hook_event_name: 'PostToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'ls' },
        tool_use_id: 'toolu_tRlTtBX1A2k5UBdCrzqi5K1h',
      },
      {
        hook_event_name: 'PostToolUseFailure',
        tool_name: 'Bash',
        error: 'Exit code 3',
        tool_use_id: 'toolu_iGYqZgb3FGU72gV3a0VI4kYL',
      },
      { hook_event_name: 'Stop', last_assistant_message: 'All done.' },
    ].flatMap((hook) => observeClaude({ session_id, prompt_id, ...hook }, context).events);
    const records = recordsOf('claude-code', linesOf(recordedTranscript('claude-code', 'session')));
    const told = keysOf(eventsOf('claude-code', records));
    const observed = hooks.filter(({ type }) => type !== 'hook.stop');
    expect(observed).toHaveLength(6);
    for (const key of keysOf(observed)) expect(told).toContain(key);
  });

  it('have the same key for a compaction of Claude Code', () => {
    const { events } = observeClaude(
      {
        hook_event_name: 'PostCompact',
        session_id: '6ea4e982-a9b8-44c5-b0f9-3fb21eb5c483',
        prompt_id: '8ddf7e03-97b3-4e17-a045-e27bc02f8c33',
        compact_summary:
          '<analysis>mock</analysis>\n<summary>\nMOCK-SUMMARY: the user asked for a demo; files were listed.\n</summary>',
      },
      context,
    );
    const records = recordsOf(
      'claude-code',
      linesOf(recordedTranscript('claude-code', 'compacted')),
    );
    expect(keysOf(eventsOf('claude-code', records))).toContain(events[0]!.key);
  });

  it('have the same key in Codex', () => {
    const session_id = '01a1fc57-517f-7931-a911-78706f0e49a2';
    const turn_id = '01a1fc57-5191-7690-9889-0ed401a7a11e';
    const hooks = [
      { hook_event_name: 'UserPromptSubmit', prompt: 'Please do the demo.' },
      {
        hook_event_name: 'PostToolUse',
        tool_name: 'Bash',
        tool_input: { command: 'ls' },
        tool_response: 'README.md\nsrc\n',
        tool_use_id: 'call_Qx5w8o3IC3ya9DQ3rWqPs4Ax',
      },
      { hook_event_name: 'Stop', last_assistant_message: 'All done.' },
    ].flatMap((hook) => observeCodex({ session_id, turn_id, ...hook }, context).events);
    const records = recordsOf('codex', linesOf(recordedTranscript('codex', 'session')));
    const told = keysOf(eventsOf('codex', records));
    const observed = hooks.filter(({ type }) => type !== 'hook.stop');
    expect(observed).toHaveLength(4);
    for (const key of keysOf(observed)) expect(told).toContain(key);
  });
});

describe('any file', () => {
  it.each(TRANSCRIPT_FILES)(
    'gives the same events from %s (%s) in any number of passes',
    (client, name) => {
      const lines = linesOf(recordedTranscript(client, name));
      const whole = recordsOf(client, lines);
      fc.assert(
        fc.property(fc.array(fc.nat(lines.length), { maxLength: 6 }), (cuts) => {
          let state = newReaderState();
          const ends = [...cuts, lines.length].sort((a, b) => a - b);
          const parts = ends.flatMap((end, at) => {
            // The state between two passes is JSON in a file.
            state = JSON.parse(JSON.stringify(state)) as typeof state;
            return recordsOf(client, lines.slice(ends[at - 1] ?? 0, end), state);
          });
          expect(parts).toEqual(whole);
        }),
        { numRuns: 30 },
      );
    },
  );

  it.each(TRANSCRIPT_FILES)(
    'reports no event of %s (%s) twice if it is read twice',
    (client, name) => {
      const lines = linesOf(recordedTranscript(client, name));
      const keys = eventsOf(client, recordsOf(client, lines)).map(({ key }) => key);
      const again = eventsOf(client, recordsOf(client, [...lines, ...lines])).map(({ key }) => key);
      expect(new Set(again)).toEqual(new Set(keys));
    },
  );

  it('is read without an error, whatever it contains', () => {
    const anything = fc.dictionary(
      fc.constantFrom(
        'type',
        'uuid',
        'message',
        'payload',
        'id',
        'sessionId',
        'toolCalls',
        '$set',
        'content',
      ),
      fc.jsonValue({ maxDepth: 4 }),
    );
    fc.assert(
      fc.property(
        fc.constantFrom<TranscriptClient>('claude-code', 'codex', 'gemini'),
        fc.array(anything, { maxLength: 6 }),
        (client, lines) => {
          const state = { ...newReaderState(), sessionId: 's' };
          const records = (lines as JsonObject[]).flatMap((line) =>
            readTranscriptLine(client, line, state),
          );
          eventsOf(client, records);
        },
      ),
      { numRuns: 200 },
    );
  });
});

it('an answer in a dialogue keeps the question with its options', () => {
  const options = [{ label: 'Redis', description: 'Shared' }, { label: 'In memory' }];
  const asked = { questions: [{ id: 'cache', question: 'Which cache?', options }] };
  const answers = { answers: { cache: { answers: ['Redis'] } } };
  const call = { type: 'function_call', call_id: 'c1', name: 'request_user_input' };
  const records = recordsOf('codex', [
    { type: 'session_meta', payload: { id: 's1', cwd: '/home/dev/project' } },
    { type: 'response_item', payload: { ...call, arguments: JSON.stringify(asked) } },
    {
      type: 'response_item',
      payload: {
        type: 'function_call_output',
        call_id: 'c1',
        output: JSON.stringify(answers),
      },
    },
  ]);
  expect(eventsOf('codex', records).at(-1)).toMatchObject({
    type: 'decision.made',
    channel: 'user',
    payload: {
      decision: 'Which cache? → Redis',
      options: ['Redis', 'In memory'],
      description: 'Shared',
    },
  });
});
