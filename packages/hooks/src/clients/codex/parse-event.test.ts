import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@hookloom/core';
import { isPatchCommand, patchFiles } from './parse-event.ts';
import { eventOf, parsed, RECORDED } from './recorded.fixture.ts';

const SESSION = '01a1fc57-517f-7931-a911-78706f0e49a2';
const TURN = '01a1fc57-5191-7690-9889-0ed401a7a11e';
const AGENT = '01a1fc57-588e-78d2-89ae-b7beab936361';

/** A call before the tool in Codex's format. */
function call(tool_name: string, tool_input: JsonObject): JsonObject {
  return { hook_event_name: 'PreToolUse', session_id: 's', tool_name, tool_input };
}

describe('a payload of Codex', () => {
  it('becomes an event with all of its fields', () => {
    const payload = RECORDED.find(({ name }) => name === 'PreToolUse.Bash')!.payload;
    expect(eventOf('PreToolUse.Bash')).toEqual({
      id: '',
      event_type: 'before_tool',
      also: [],
      session_id: SESSION,
      source: 'codex',
      timestamp: '2026-11-21T08:00:00.000Z',
      data: payload,
      machine_id: null,
      cwd: '/home/dev/project',
      user_id: null,
      project_id: null,
      workflow_id: null,
      metadata: {},
      native_event: 'PreToolUse',
      raw: JSON.stringify(payload),
      transcript_path: `/home/dev/.codex/sessions/2026/11/21/rollout-2026-11-21T04-22-23-${SESSION}.jsonl`,
      permission_mode: { mode: 'bypassPermissions', native: 'bypassPermissions' },
      parent_session_id: null,
      agent_id: null,
      agent_type: null,
      turn_id: TURN,
      tool_use_id: 'call_Qx5w8o3IC3ya9DQ3rWqPs4Ax',
      model: 'gpt-5.5',
      tool: {
        name: 'Bash',
        native_name: 'Bash',
        mcp: null,
        input: { command: 'ls' },
        error: null,
        is_error: null,
        exit_code: null,
        duration_ms: null,
        files: [],
      },
      prompt: null,
      subject: null,
      message: null,
      stop_hook_active: false,
      last_assistant_message: null,
    });
  });

  it.each([
    ['SessionStart.compact', 'session_start', 'compact'],
    ['SessionEnd.other', 'session_end', 'other'],
    ['PreCompact.manual', 'pre_compact', 'manual'],
    ['PostCompact.auto', 'post_compact', 'auto'],
    ['SubagentStart', 'subagent_start', 'default'],
    ['SubagentStop', 'subagent_stop', 'default'],
    ['PreModelRequest', 'before_model', null],
    ['PostModelRequest', 'after_model', null],
    ['Interrupt', 'interrupt', null],
    ['PermissionRequest.Bash', 'permission_request', null],
  ])('%s is %s, and its matcher tests %s', (name, event_type, subject) => {
    expect(eventOf(name)).toMatchObject({ event_type, subject, also: [] });
  });

  it('is a stop and then the end of the turn', () => {
    expect(eventOf('Stop.active')).toMatchObject({
      event_type: 'stop',
      also: ['after_agent'],
      stop_hook_active: true,
      last_assistant_message: 'done again',
    });
  });

  it('distinguishes a subagent’s task from a prompt of the user', () => {
    expect(eventOf('UserPromptSubmit').metadata).toEqual({});
    expect(eventOf('UserPromptSubmit.subagent')).toMatchObject({
      agent_id: AGENT,
      agent_type: 'default',
      prompt: 'SUBTASK: echo',
      metadata: { from_agent: true },
    });
  });

  it('yields the bare text of a shell result without a success status', () => {
    expect(eventOf('PostToolUse.Bash').tool).toMatchObject({
      response: 'README.md\nsrc\n',
      is_error: null,
      exit_code: null,
    });
  });

  it('names server and tool of MCP, whose failures are never reported', () => {
    expect(eventOf('PostToolUse.mcp_trivial__memory_checkout').tool).toMatchObject({
      name: 'mcp__trivial__memory_checkout',
      mcp: { server: 'trivial', tool: 'memory_checkout' },
      is_error: false,
    });
  });

  it('keeps joined names, and recognises the start of a subagent', () => {
    const names = (name: string): unknown => {
      const { tool } = eventOf(name);
      return [tool!.name, tool!.native_name];
    };
    expect(names('PreToolUse.multi_agent_v1wait_agent')).toEqual([
      'multi_agent_v1wait_agent',
      'multi_agent_v1wait_agent',
    ]);
    expect(names('PreToolUse.spawn_agent')).toEqual(['Agent', 'spawn_agent']);
  });

  it('includes the reason of a permission request and of a failed model request', () => {
    expect(eventOf('PermissionRequest.Bash').message).toBe('need it');
    const failed = { status: 'failed', error: { message: 'overloaded' } };
    expect(eventOf('PostModelRequest', failed)).toMatchObject({
      message: 'overloaded',
      metadata: { status: 'failed' },
    });
  });

  it('of an unknown event is kept', () => {
    const payload = { hook_event_name: 'PreDream', session_id: 's', depth: 3 };
    expect(parsed(payload)).toMatchObject({
      event_type: 'unknown',
      native_event: 'PreDream',
      data: payload,
    });
  });
});

describe('a patch', () => {
  const PATCH = [
    '*** Begin Patch',
    '*** Add File: docs/new file.md',
    '+*** Delete File: not-a-file.ts',
    '*** Update File: src/a.ts',
    ' \t*** Move to: src/b.ts',
    '@@',
    '-*** Update File: neither.ts',
    '*** Delete File: old.ts',
    '*** End Patch',
    '',
  ];
  const FILES = ['docs/new file.md', 'src/a.ts', 'src/b.ts', 'old.ts'];

  it('is an edit of the files that it names', () => {
    const event = parsed(call('apply_patch', { command: PATCH.join('\n') }));
    expect(event.tool).toMatchObject({ name: 'Edit', native_name: 'apply_patch', files: FILES });
    expect(event.metadata).toEqual({ patch: true });
    expect(eventOf('PreToolUse.apply_patch').tool!.files).toEqual(['notes.txt']);
  });

  it('through the shell stays a shell command, with the files that it names', () => {
    const command = `cd /p && apply_patch <<'EOF'\n${PATCH.join('\r\n')}EOF`;
    const event = parsed(call('Bash', { command }));
    expect(event.tool).toMatchObject({ name: 'Bash', input: { command }, files: FILES });
    expect(event.metadata).toEqual({ patch: true });
  });

  it('is not read from a command that only looks like one', () => {
    expect(isPatchCommand("echo '*** Begin Patch'")).toBe(false);
    expect(isPatchCommand('apply_patch --help')).toBe(false);
    expect(isPatchCommand('my_apply_patch <<E\n*** Begin Patch\nE')).toBe(false);
    expect(isPatchCommand('/bin/applypatch <<E\n*** Begin Patch\nE')).toBe(true);
    expect(parsed(call('Bash', { command: 'echo "*** Begin Patch"' })).metadata).toEqual({});
  });

  it('of any length is parsed in one pass', () => {
    const files = Array.from({ length: 5_000 }, (_, at) => `src/${at}.ts`);
    const patch = files
      .map((file) => `*** Update File: ${file}\n+${'*** '.repeat(200)}`)
      .join('\n');
    expect(patchFiles(patch)).toEqual(files.slice(0, 1_000));
    expect(patchFiles(`*** Update File: ${'x'.repeat(2_000_000)}`)).toEqual([]);
  });
});
