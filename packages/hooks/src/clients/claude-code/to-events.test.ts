import { MAX_JSON_DEPTH, type JsonObject } from '@hookloom/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recorded, recordedPayloads } from '../../../test/run-hook.ts';
import { observing } from '../../record/observed.fixture.ts';

const observeClaude = observing('claude-code');

const context = { root: '/home/dev/project', digest: () => 'digest' };

function typesOf(payload: unknown): string[] {
  return observeClaude(payload as JsonObject, context).events.map(
    ({ type, channel }) => `${type} ${channel}`,
  );
}

const EXPECTED: Record<string, string[]> = {
  ConfigChange: ['hook.config_change system'],
  CwdChanged: ['hook.cwd_changed system'],
  FileChanged: ['hook.file_changed system'],
  InstructionsLoaded: ['hook.instructions_loaded system'],
  MessageDisplay: ['hook.message_display model'],
  Notification: ['hook.notification system'],
  PermissionDenied: ['hook.permission_denied model'],
  PermissionRequest: ['hook.permission_request model'],
  PostCompact: ['compaction.completed model'],
  PostToolBatch: ['hook.post_tool_batch tool'],
  'PostToolUse.Agent': ['tool.call.completed model'],
  'PostToolUse.Bash': ['tool.call.completed tool', 'command.completed tool'],
  'PostToolUse.Edit': ['tool.call.completed tool', 'file.edit.applied tool'],
  'PostToolUse.Read': ['tool.call.completed file'],
  'PostToolUse.TaskCreate': ['tool.call.completed model'],
  'PostToolUse.Write': ['tool.call.completed tool', 'file.edit.applied tool'],
  'PostToolUse.mcp_trivial__ask': ['tool.call.completed mcp'],
  'PostToolUse.mcp_trivial__memory_checkout': ['tool.call.completed mcp'],
  'PostToolUseFailure.Bash': ['tool.call.completed tool', 'command.completed tool'],
  'PostToolUseFailure.mcp_trivial__fail': ['tool.call.completed mcp'],
  'PreCompact.auto': ['compaction.started system'],
  'PreCompact.manual': ['compaction.started user'],
  PreToolUse: ['hook.pre_tool_use model'],
  SessionEnd: ['session.ended system'],
  SessionStart: ['hook.session_started system'],
  'SessionStart.resume': ['hook.resumed system'],
  Setup: ['hook.setup system'],
  Stop: ['transcript.turn model', 'hook.stop system'],
  StopFailure: ['hook.stop_failure system'],
  SubagentStart: ['subagent.started model'],
  'SubagentStop.compaction': ['hook.subagent_stop model'],
  'SubagentStop.subagent': ['subagent.completed model'],
  TaskCompleted: ['hook.task_completed model'],
  TaskCreated: ['hook.task_created model'],
  TeammateIdle: ['hook.teammate_idle system'],
  UserPromptExpansion: ['hook.user_prompt_expansion user'],
  UserPromptSubmit: ['transcript.turn user'],
  'UserPromptSubmit.task-notification': ['hook.user_prompt_submitted model'],
  WorktreeCreate: ['hook.worktree_create system'],
};

function expectedFor(name: string): string[] {
  const parts = name.split('.');
  for (let length = parts.length; length > 0; length--) {
    const found = EXPECTED[parts.slice(0, length).join('.')];
    if (found !== undefined) return found;
  }
  throw new Error(`nothing is expected for ${name}`);
}

describe('every recorded payload becomes its events', () => {
  it.each(recordedPayloads().map(({ name, payload }) => [name, payload] as const))(
    '%s',
    (name, payload) => {
      expect(typesOf(payload)).toEqual(expectedFor(name));
    },
  );
});

describe('events of Claude Code that are not in the recordings', () => {
  it.each([
    ['DirectoryAdded', 'hook.directory_added system'],
    ['WorktreeRemove', 'hook.worktree_remove system'],
    ['PreModelSwitch', 'hook.pre_model_switch system'],
    ['PostModelSwitch', 'hook.post_model_switch system'],
    ['Elicitation', 'hook.elicitation mcp'],
    ['ElicitationResult', 'hook.elicitation_result mcp'],
    ['SomethingNew2027', 'hook.something_new2027 tool'],
    ['3rdEvent', 'hook.event_3rd_event tool'],
    ['', 'hook.unknown tool'],
    ['__proto__', 'hook.proto tool'],
    ['constructor', 'hook.constructor tool'],
  ])('%s is stored as %s', (name, expected) => {
    expect(typesOf({ hook_event_name: name, session_id: 's' })).toEqual([expected]);
  });

  it('an unknown event keeps its fields, its name and the client ids', () => {
    const payload = {
      session_id: 's1',
      hook_event_name: 'BrandNew',
      prompt_id: 'p1',
      cwd: '/home/dev/project',
      source: 'somewhere',
      tool_input: { b: 'value', a: 1 },
      nested: { list: [1, 'two', null], deep: { deeper: { deepest: 'kept', deepestOfAll: {} } } },
      __origin: { channel: 'user' },
    };
    expect(observeClaude(payload, context).events[0]!.payload).toEqual({
      trigger: 'brand-new',
      source: 'claude-code',
      session_id: 's1',
      prompt_id: 'p1',
      hook_event_name: 'BrandNew',
      workspace: '/home/dev/project',
      reason: 'somewhere',
      argument_keys: ['a', 'b'],
      nested: { list: [1, 'two', null], deep: { deeper: { deepest: 'kept' } } },
    });
  });
});

describe('a tool call', () => {
  it('of the shell becomes a call and a command with its exit code', () => {
    const { events } = observeClaude(recorded('PostToolUse.Bash'), context);
    const ids = {
      source: 'claude-code',
      session_id: '45af8765-b213-48f8-9ebb-e5f05a794574',
      prompt_id: '38e942e5-668f-4f20-81e8-6cc9c979a816',
      tool_use_id: 'toolu_tRlTtBX1A2k5UBdCrzqi5K1h',
    };
    expect(events.map(({ payload }) => payload)).toEqual([
      {
        tool_name: 'Bash',
        status: 'ok',
        call_id: 'toolu_tRlTtBX1A2k5UBdCrzqi5K1h',
        argument_keys: ['command', 'description'],
        result_summary: 'README.md src',
        duration_ms: 19,
        ...ids,
      },
      {
        command: 'ls',
        exit_code: 0,
        outcome: 'passed',
        duration_ms: 19,
        stdout: 'README.md src',
        cwd: '/home/dev/project',
        description: 'List files',
        ...ids,
      },
    ]);
    expect(events.map(({ key, causes, links, tool }) => ({ key, causes, links, tool }))).toEqual(
      ['', ':command.completed'].map((part) => ({
        key: `PostToolUse:toolu_tRlTtBX1A2k5UBdCrzqi5K1h${part}`,
        causes: [
          ['tool:toolu_tRlTtBX1A2k5UBdCrzqi5K1h', 'prompt:38e942e5-668f-4f20-81e8-6cc9c979a816'],
        ],
        links: [],
        tool: 'Bash',
      })),
    );
  });

  it('that failed includes its exit code', () => {
    const command = observeClaude(recorded('PostToolUseFailure.Bash'), context).events[1]!;
    const { exit_code, outcome, stderr } = command.payload;
    expect({ exit_code, outcome, stderr }).toEqual({
      exit_code: 3,
      outcome: 'failed',
      stderr: 'cat: no-such-file: No such file or directory',
    });
  });

  it.each([
    [{ backgroundTaskId: 'b1' }, { exit_code: null, outcome: 'unknown' }],
    [{ returnCodeInterpretation: 'No matches found' }, { exit_code: null, outcome: 'unknown' }],
    [{ interrupted: true }, { exit_code: null, outcome: 'interrupted' }],
    [{}, { exit_code: 0, outcome: 'passed' }],
  ])(
    'with the response %j claims no exit code that the client did not report',
    (response, expected) => {
      const payload = {
        ...recorded('PostToolUse.Bash'),
        tool_response: { stdout: 'x', ...response },
      } as JsonObject;
      const { exit_code, outcome } = observeClaude(payload, context).events[1]!.payload;
      expect({ exit_code, outcome }).toEqual(expected);
    },
  );

  it('that edits a file records the path and the counts, but no line of the file', () => {
    const names = ['PostToolUse.Edit', 'PostToolUse.Write'];
    const events = names.map((name) => observeClaude(recorded(name), context).events);
    const edits = events.map(([, edit]) => {
      const { path, operation, line_count, lines_added, lines_removed } = edit!.payload;
      return { path, operation, line_count, lines_added, lines_removed };
    });
    expect(edits).toEqual([
      {
        path: 'src/app.js',
        operation: 'modified',
        line_count: 1,
        lines_added: 1,
        lines_removed: 1,
      },
      { path: 'notes.txt', operation: 'created', line_count: 1, lines_added: 1, lines_removed: 0 },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/answer|hello/);
  });

  it('that reads a file records how much was read, not the content', () => {
    const [call] = observeClaude(recorded('PostToolUse.Read'), context).events;
    expect(call!.payload['result_summary']).toBe('2 lines');
    expect(JSON.stringify(call)).not.toContain('answer');
  });

  it('to a server names the server and the tool', () => {
    const [call] = observeClaude(recorded('PostToolUse.mcp_trivial__ask'), context).events;
    expect(call!.payload).toMatchObject({
      mcp: { server: 'trivial', tool: 'ask' },
      result_summary: 'elicited: {"action":"cancel"}',
    });
  });

  it('to this product is marked, and its answer is not recorded again', () => {
    const payload = {
      ...recorded('PostToolUse.mcp_trivial__memory_checkout'),
      tool_name: 'mcp__zaxy__memory_checkout',
    } as JsonObject;
    const [call] = observeClaude(payload, context).events;
    expect(call!.payload).toMatchObject({
      self: true,
      mcp: { server: 'zaxy', tool: 'memory_checkout' },
    });
    expect(call!.payload).not.toHaveProperty('result_summary');
  });

  it('that took half a minute is a reason to use memory again', () => {
    const reminderAfter = (duration_ms: number) =>
      observeClaude({ ...recorded('PostToolUse.Bash'), duration_ms }, context).reminder;
    expect([reminderAfter(29_999), reminderAfter(30_000)]).toEqual([
      undefined,
      { trigger: 'long-tool-run' },
    ]);
  });
});

describe("a person's prompt", () => {
  it('is distinguished from text that only looks like one', () => {
    const prompt = recorded('UserPromptSubmit');
    const typed = [{}, { source: 'user' }, { source: 'sdk' }].map((more) =>
      typesOf({ ...prompt, ...more }),
    );
    const made = [{ source: 'schedule_wakeup' }, { agent_id: 'a1' }].map((more) =>
      typesOf({ ...prompt, ...more }),
    );
    expect(typed).toEqual(Array.from({ length: 3 }, () => ['transcript.turn user']));
    expect(made).toEqual(Array.from({ length: 2 }, () => ['hook.user_prompt_submitted model']));
  });

  it('is not stored if all of it is private, only that it happened', () => {
    const prompt = '  <private>my grandmother is ill</private>\n';
    const { events } = observeClaude({ ...recorded('UserPromptSubmit'), prompt }, context);
    expect(events.map(({ type, channel, payload }) => ({ type, channel, payload }))).toEqual([
      {
        type: 'hook.user_prompt_submitted',
        channel: 'user',
        payload: {
          trigger: 'user-prompt-submit',
          private: true,
          source: 'claude-code',
          session_id: '45af8765-b213-48f8-9ebb-e5f05a794574',
          prompt_id: '38e942e5-668f-4f20-81e8-6cc9c979a816',
        },
      },
    ]);
    expect(JSON.stringify(events)).not.toContain('grandmother');
  });

  it('is stored in full up to a limit, and says if it was cut', () => {
    const prompt = 'word '.repeat(20_000);
    const [turn] = observeClaude({ ...recorded('UserPromptSubmit'), prompt }, context).events;
    const { content, truncated, content_chars } = turn!.payload;
    expect({ length: (content as string).length, truncated, content_chars }).toEqual({
      length: 65_536,
      truncated: true,
      content_chars: 100_000,
    });
  });
});

describe('hostile payloads', () => {
  it('never throw, and produce events that can be written', () => {
    const json = fc.jsonValue({ maxDepth: 6 });
    const names = [...Object.keys(EXPECTED).map((name) => name.split('.')[0]!), 'Other'];
    const tools = [
      'Bash',
      'Edit',
      'Write',
      'MultiEdit',
      'NotebookEdit',
      'Read',
      'mcp__a__b',
      'WebFetch',
      '__proto__',
    ];
    const payload = fc.record(
      {
        hook_event_name: fc.oneof(fc.constantFrom(...names), json),
        session_id: json,
        prompt_id: json,
        tool_name: fc.oneof(fc.constantFrom(...tools), json),
        tool_input: json,
        tool_response: json,
        tool_use_id: json,
        tool_calls: json,
        prompt: fc.oneof(fc.string({ unit: 'binary' }), json),
        last_assistant_message: json,
        error: json,
        ['__proto__']: json,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(payload, (raw) => {
        const { events, sessionId } = observeClaude(
          JSON.parse(JSON.stringify(raw)) as JsonObject,
          context,
        );
        expect(sessionId).not.toBe('');
        for (const event of events) {
          expect(event.type).toMatch(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/);
          expect(Object.keys(event.payload).filter((key) => key.startsWith('__'))).toEqual([]);
          expect(JSON.stringify(event.payload).isWellFormed()).toBe(true);
        }
      }),
    );
  });

  it('are cut at a nesting limit', () => {
    const depth = 20 * MAX_JSON_DEPTH;
    const deep = JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`) as JsonObject;
    const [event] = observeClaude(
      { hook_event_name: 'New', session_id: 's', deep },
      context,
    ).events;
    expect(event!.payload['deep']).toEqual({ a: { a: {} } });
  });
});
